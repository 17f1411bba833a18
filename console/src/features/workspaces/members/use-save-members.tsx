import { outcomes } from '@podium/contract/rules.ts'
import { addMembers, editMembers, removeMembers, type Workspace } from '@podium/contract/workspaces.ts'
import { useState } from 'react'
import { ApiError, sentenceFor, wasTold } from '../../../api/api-error.ts'
import { type Send, useChange } from '../../../record/use-change.ts'
import { refreshSession } from '../../../session/start.ts'
import { useSession } from '../../../session/use-session.ts'
import { ChangeLines } from './changes-review.tsx'
import { type Change, type Draft, isOfDirectory, modeOf, type Refusal } from './member-draft.ts'

export interface Credentials {
  login_id: string
  login_pw: string
}

interface SaveMembersOptions {
  workspace: Workspace
  /** of the directory, where the server has none of its own */
  credentials: Credentials | undefined
  /** Called after each call, so that what is saved leaves the draft even where a later call fails. */
  onSaved: (saved: Draft) => void
}

/** Shows who gains and loses what, asks, saves, and tells how it went; what was refused stays in the draft. */
export function useSaveMembers({ workspace, credentials, onSaved }: SaveMembersOptions) {
  const session = useSession()
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const { change: save, isBusy } = useChange({
    confirm: (draft: Draft) => ({
      mode: modeOf(draft),
      detail: <ChangeLines draft={draft} workspace={workspace.display_name} />,
    }),
    change: (draft, send) => saveMembers(draft, { send, workspaceId: workspace.id, credentials, onSaved }),
    isPlaced: () => true,
    onDone(refusals) {
      setRefused(refusals)
      void refreshSession(session)
    },
    tell: (refusals, draft) =>
      refusals.length === 0
        ? { alert: 'success', text: outcomes[modeOf(draft)].done }
        : {
            alert: 'error',
            text: outcomes[modeOf(draft)].failed,
            detail: <RefusalList refusals={refusals} total={draft.length} />,
          },
    failed: (draft) => outcomes[modeOf(draft)].failed,
    onRefused() {
      void refreshSession(session)
      return false
    },
  })
  return { save, isBusy, refused }
}

function RefusalList({ refusals, total }: { refusals: readonly Refusal[]; total: number }) {
  const done = total - refusals.length
  return (
    <>
      {done > 0 && <p>{`Done for ${done}, not for ${refusals.length}:`}</p>}
      <ul>
        {refusals.map(({ change: { person }, detail }) => (
          <li key={person.id}>
            <b>{person.username}</b>: {detail}
          </li>
        ))}
      </ul>
    </>
  )
}

interface Saving extends Pick<SaveMembersOptions, 'credentials' | 'onSaved'> {
  send: Send
  workspaceId: string
}

type Added = Extract<Change, { kind: 'add' }>
type Edited = Extract<Change, { kind: 'role' }>

/**
 * Saves a draft: additions first, then roles, removals last, so that a new manager is there before an old one goes.
 * Whatever is refused for some is tried one by one, and answered with the reason for each.
 * @throws ApiError when the server could not answer or allows nothing of it
 */
async function saveMembers(draft: Draft, saving: Saving): Promise<Refusal[]> {
  const added = draft.filter((change) => change.kind === 'add')
  const edited = draft.filter((change) => change.kind === 'role')
  const promoted = edited.filter(({ role }) => role === 'MANAGER')
  const others = edited.filter(({ role }) => role !== 'MANAGER')
  const removed = draft.filter((change) => change.kind === 'remove')
  return [
    ...(await saveEach(added, saving, sendAdded)),
    ...(await saveEach([...promoted, ...others], saving, sendRoles)),
    ...(await sendRemoved(removed, saving)),
  ]
}

async function saveEach<Of extends Change>(
  changes: readonly Of[],
  saving: Saving,
  sendAll: (changes: readonly Of[], saving: Saving) => Promise<unknown>,
): Promise<Refusal[]> {
  const [first, ...rest] = changes
  if (!first) return []
  try {
    await sendAll(changes, saving)
    saving.onSaved(changes)
    return []
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (rest.length === 0) return [{ change: first, detail: sentenceFor(error) }]
  }
  const refusals: Refusal[] = []
  for (const change of changes) refusals.push(...(await saveEach([change], saving, sendAll)))
  return refusals
}

/** The server refused what was asked, so that another change may still be made. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !wasTold(error) && error.status >= 400 && error.status < 500
}

function sendAdded(changes: readonly Added[], { send, workspaceId, credentials }: Saving) {
  const members = changes.map(({ person, role }) =>
    isOfDirectory(person)
      ? { login_type: 'ldap' as const, username: person.username, role }
      : { account_id: person.id, role },
  )
  const needsDirectory = changes.some(({ person }) => isOfDirectory(person))
  const body = { members, ...(needsDirectory && credentials) }
  return send(addMembers, { params: { id: workspaceId }, body })
}

function sendRoles(changes: readonly Edited[], { send, workspaceId }: Saving) {
  const members = changes.map(({ person, role }) => ({ account_id: person.id, role }))
  return send(editMembers, { params: { id: workspaceId }, body: { members } })
}

async function sendRemoved(
  changes: readonly Change[],
  { send, workspaceId, onSaved }: Saving,
): Promise<Refusal[]> {
  if (changes.length === 0) return []
  const body = { account_ids: changes.map(({ person }) => person.id) }
  const { done, failed } = await send(removeMembers, { params: { id: workspaceId }, body })
  onSaved(changes.filter(({ person }) => done.includes(person.id)))
  return failed.flatMap(({ id, detail }) => {
    const change = changes.find(({ person }) => person.id === id)
    return change ? [{ change, detail }] : []
  })
}
