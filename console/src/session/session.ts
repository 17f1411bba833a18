import type { OwnWorkspace, Person } from '@podium/contract/calls/auth.ts'
import type { MadeCall } from '../api/watch.ts'
import { showLook } from './look.ts'
import { createOpenForms, type SavedWork } from './saved-work.ts'
import {
  announceLoss,
  type CurrentWorkspace,
  clearStored,
  readAccount,
  readCurrentWorkspace,
  readRemembered,
  readWorkspaces,
  type SignedInAccount,
  writeAccount,
  writeCurrentWorkspace,
  writeRelease,
  writeRemembered,
  writeWorkspaces,
} from './stored-session.ts'

export interface SessionState {
  account: SignedInAccount | null
  /** the number of sign-ins in this tab, so that a late response to an earlier one ends nothing */
  signIn: number
  mustChangePassword: boolean
  workspaces: readonly OwnWorkspace[]
  /** this tab's current workspace */
  workspace: CurrentWorkspace | null
  release: Release
  /** the login type of the account that was signed out last in this tab, '' for none */
  leftLoginType: string
}

export interface Release {
  engine: string
  monitoring: string
  productVersion: string
  docsUrl: string
  /** the contact that people are referred to, '' if there is none */
  helpContact: string
  /** the label of the single sign-on button, '' without single sign-on */
  singleSignOn: string
}

export type Session = ReturnType<typeof createSession>

const NO_RELEASE: Release = {
  engine: '',
  monitoring: '',
  productVersion: '',
  docsUrl: '',
  helpContact: '',
  singleSignOn: '',
}

export const SIGNED_OUT: SessionState = {
  account: null,
  signIn: 0,
  mustChangePassword: false,
  workspaces: [],
  workspace: null,
  release: NO_RELEASE,
  leftLoginType: '',
}

/** The session of this tab, stored in the browser's local storage. */
export function createSession(storage: Storage) {
  const listeners = new Set<() => void>()
  const returnListeners = new Set<() => void>()
  const forms = createOpenForms()
  let savedWork: SavedWork | null = null
  let isEnding = false
  let askedHref = ''
  let hasSignedOut = false
  let state = readState(storage)

  function change(part: Partial<SessionState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  function makeCurrent(workspace: CurrentWorkspace | null) {
    writeCurrentWorkspace(storage, workspace)
    change({ workspace })
  }
  function setPerson(person: Person) {
    const account = accountOf(person)
    writeAccount(storage, account)
    writeWorkspaces(storage, person.workspace)
    showLook(person.look)
    change({ account, workspaces: person.workspace, mustChangePassword: person.must_change_password })
  }
  function end() {
    clearStored(storage)
    change({ ...SIGNED_OUT, signIn: state.signIn, release: state.release })
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Starts a session with a person's workspaces, before one is current. */
    signIn(person: Person) {
      hasSignedOut = false
      change({ signIn: state.signIn + 1 })
      setPerson(person)
      // Logging out removed them from the storage, and only the console's start reads them.
      writeRelease(storage, state.release)
      const before = savedWork?.accountId === person.account_id ? savedWork.workspace : null
      makeCurrent(currentIn(person.workspace, before))
    },
    /** Updates the signed-in person from the server. A current workspace that is gone is dropped. */
    renew(person: Person) {
      const before = state.workspace
      setPerson(person)
      const now = currentIn(person.workspace, before)
      if (JSON.stringify(now) !== JSON.stringify(before)) makeCurrent(now)
    },
    /** Until the own password is changed, the server allows nothing else. */
    setMustChangePassword(must: boolean) {
      if (state.mustChangePassword !== must) change({ mustChangePassword: must })
    },
    setRelease(release: Release) {
      writeRelease(storage, release)
      change({ release })
    },
    /** Makes a workspace current in this tab, and the first one of the next tab. */
    choose: (workspace: CurrentWorkspace) => makeCurrent(currentOf(workspace)),
    /**
     * Stores a workspace, possibly a new one, as current for the next page load. This page keeps its own, because its
     * address may name that one and would choose it again.
     */
    chooseForNextPage(workspace: OwnWorkspace) {
      const isKnown = state.workspaces.some(({ id }) => id === workspace.id)
      if (!isKnown) writeWorkspaces(storage, [...state.workspaces, workspace])
      writeCurrentWorkspace(storage, currentOf(workspace))
    },
    leaveWorkspace: () => makeCurrent(null),
    /** Begins a sign-out: a call refused from here on does not count as a lost session. */
    beginEnd() {
      isEnding = true
    },
    end() {
      savedWork = null
      forms.forget()
      hasSignedOut = true
      isEnding = false
      const leftLoginType = state.account?.loginType ?? ''
      end()
      change({ leftLoginType })
    },
    /** The server ended the session: keeps this tab's work. Returns false if the sign-in was over already. */
    lose(signIn: number, href: string, call: MadeCall): boolean {
      if (isEnding || !state.account || state.signIn !== signIn) return false
      const { accountId } = state.account
      savedWork = { accountId, href, call, workspace: state.workspace, forms: forms.readAll() }
      announceLoss(storage, accountId)
      end()
      return true
    },
    /** Returns the kept work once, to the account it belongs to, and restores its forms; drops it for any other. */
    takeSaved(): SavedWork | null {
      const saved = savedWork
      savedWork = null
      if (!saved) return null
      if (saved.accountId === state.account?.accountId) {
        forms.giveBack(saved)
        return saved
      }
      forms.forget()
      return null
    },
    /** Notes a page that was opened without a session, except the one a person left by signing out. */
    askFor(href: string) {
      if (!hasSignedOut) askedHref ||= href
    },
    takeAsked(): string {
      const href = askedHref
      askedHref = ''
      return href
    },
    /** True if this tab keeps that account's work until it signs in again. */
    keepsWorkOf: (accountId: string | null) => accountId !== null && savedWork?.accountId === accountId,
    /** The person of the kept work signed in, in another tab. */
    comeBack(person: Person) {
      if (state.account || savedWork?.accountId !== person.account_id) return
      this.signIn(person)
      for (const goOn of returnListeners) goOn()
    },
    onReturn(goOn: () => void): () => void {
      returnListeners.add(goOn)
      // The person was back before the login page was there to listen.
      if (state.account && savedWork) goOn()
      return () => returnListeners.delete(goOn)
    },
    /** the page to open after the sign-in: that of the kept work, else the noted one; '' for none */
    nextHref: () => savedWork?.href ?? askedHref,
    /** the names of the forms whose values are kept */
    savedForms: () => [...(savedWork?.forms.keys() ?? [])],
    forms,
    remembered: () => readRemembered(storage),
    remember: (id: string) => writeRemembered(storage, id),
  }
}

function readState(storage: Storage): SessionState {
  const account = readAccount(storage)
  const engine = storage.getItem('engine') ?? ''
  const monitoring = storage.getItem('monitoring') ?? ''
  const release = { ...NO_RELEASE, engine, monitoring }
  if (!account) return { ...SIGNED_OUT, release }
  return {
    account,
    signIn: 1,
    mustChangePassword: false,
    workspaces: readWorkspaces(storage),
    workspace: readCurrentWorkspace(storage),
    release,
    leftLoginType: '',
  }
}

function accountOf(person: Person): SignedInAccount {
  return {
    accountId: person.account_id,
    id: person.username,
    userName: person.display_name,
    role: person.role,
    loginType: person.login_type,
  }
}

function currentOf({ id, name, role, display_name }: CurrentWorkspace): CurrentWorkspace {
  return { id, name, role, display_name }
}

function currentIn(workspaces: readonly OwnWorkspace[], before: CurrentWorkspace | null) {
  const now = workspaces.find(({ id }) => id === before?.id)
  return now ? currentOf(now) : null
}
