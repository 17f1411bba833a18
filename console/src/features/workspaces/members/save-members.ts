import { addMembers, editMembers, removeMembers } from '@podium/contract/workspaces.ts'
import { ApiError, sentenceFor, wasSaid } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { type Change, type Draft, isOfDirectory } from './member-draft.ts'

export interface Credentials {
  login_id: string
  login_pw: string
}

export interface NotDone {
  change: Change
  /** the server's sentence */
  detail: string
}

interface Saving {
  workspaceId: string
  /** of the directory, where the server has none of its own */
  credentials: Credentials | undefined
  /** Told after each call, so that what is done is not wanted any more whatever comes next. */
  onDone: (done: readonly Change[]) => void
}

/**
 * Saves a draft: who is added first, then roles, removals last, so that a new manager is there before an old one goes.
 * Whatever is refused for some is tried one by one, and answered with the reason for each.
 * @throws ApiError when the server could not answer or allows nothing of it
 */
export async function saveMembers(draft: Draft, saving: Saving): Promise<NotDone[]> {
  const added = draft.filter((change) => change.kind === 'add')
  const turned = draft.filter((change) => change.kind === 'role')
  const promoted = turned.filter(({ role }) => role === 'MANAGER')
  const others = turned.filter(({ role }) => role !== 'MANAGER')
  const removed = draft.filter((change) => change.kind === 'remove')
  return [
    ...(await each(added, saving, sendAdded)),
    ...(await each([...promoted, ...others], saving, sendRoles)),
    ...(await sendRemoved(removed, saving)),
  ]
}

type Send<Of extends Change> = (changes: readonly Of[], saving: Saving) => Promise<unknown>

async function each<Of extends Change>(
  changes: readonly Of[],
  saving: Saving,
  send: Send<Of>,
): Promise<NotDone[]> {
  const [first, ...rest] = changes
  if (!first) return []
  try {
    await send(changes, saving)
    saving.onDone(changes)
    return []
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (rest.length === 0) return [{ change: first, detail: sentenceFor(error) }]
  }
  const failed: NotDone[] = []
  for (const change of changes) failed.push(...(await each([change], saving, send)))
  return failed
}

/** It was looked at and refused for what it asks, so that another one may still be done. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !wasSaid(error) && error.status >= 400 && error.status < 500
}

type Added = Extract<Change, { kind: 'add' }>
type Turned = Extract<Change, { kind: 'role' }>

function sendAdded(changes: readonly Added[], { workspaceId, credentials }: Saving) {
  const members = changes.map(({ person, role }) =>
    isOfDirectory(person)
      ? { login_type: 'ldap' as const, username: person.username, role }
      : { account_id: person.id, role },
  )
  const needsDirectory = changes.some(({ person }) => isOfDirectory(person))
  return call(addMembers, {
    params: { id: workspaceId },
    body: { members, ...(needsDirectory && credentials) },
    place: () => true,
  })
}

function sendRoles(changes: readonly Turned[], { workspaceId }: Saving) {
  const members = changes.map(({ person, role }) => ({ account_id: person.id, role }))
  return call(editMembers, { params: { id: workspaceId }, body: { members }, place: () => true })
}

async function sendRemoved(changes: readonly Change[], { workspaceId, onDone }: Saving): Promise<NotDone[]> {
  if (changes.length === 0) return []
  const { done, failed } = await call(removeMembers, {
    params: { id: workspaceId },
    body: { account_ids: changes.map(({ person }) => person.id) },
    place: () => true,
  })
  onDone(changes.filter(({ person }) => done.includes(person.id)))
  return failed.flatMap(({ id, detail }) => {
    const change = changes.find(({ person }) => person.id === id)
    return change ? [{ change, detail }] : []
  })
}
