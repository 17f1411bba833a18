import { addMembers, editMembers, removeMembers } from '@podium/contract/calls/workspaces.ts'
import { outcomes } from '@podium/contract/rules/rules.ts'
import { ApiError, sentenceFor, wasReported } from '../../api/api-error.ts'
import { type Send, useChange } from '../../record/use-change.ts'
import { refreshSession } from '../../session/start.ts'
import { useSession } from '../../session/use-session.ts'
import { ChangeLines } from './changes-review.tsx'
import {
  type Change,
  changeFor,
  type Draft,
  isOfDirectory,
  type MembersEdit,
  modeOf,
  without,
} from './member-draft.ts'

/** Shows who gains and loses what, asks, saves, and reports the outcome. Refused changes stay in the draft. */
export function useSaveMembers({ workspace, credentials, onDraft }: MembersEdit) {
  const session = useSession()
  return useChange({
    confirm: (draft: Draft) => ({
      mode: modeOf(draft),
      detail: <ChangeLines draft={draft} workspace={workspace} />,
    }),
    change: saveMembers,
    isShownOnField: () => true,
    onDone(refused) {
      onDraft((before) =>
        before.map((change) => ({ ...change, refusal: changeFor(refused, change.person.id)?.refusal })),
      )
      void refreshSession(session)
    },
    tell: (refused, draft) =>
      refused.length === 0
        ? { alert: 'success', text: outcomes[modeOf(draft)].done }
        : {
            alert: 'error',
            text: outcomes[modeOf(draft)].failed,
            detail: <RefusalList refused={refused} done={draft.length - refused.length} />,
          },
    failed: (draft) => outcomes[modeOf(draft)].failed,
    onRefused() {
      void refreshSession(session)
      return false
    },
  })

  /**
   * Saves a draft: additions first, then roles, removals last, so that a new manager exists before an old one goes.
   * @returns the changes that were refused, each with the reason
   * @throws ApiError when the server could not answer or refuses everything
   */
  async function saveMembers(draft: Draft, send: Send): Promise<Draft> {
    const params = { id: workspace.id }
    const added = draft.filter((change) => change.from === null)
    const roles = draft.filter((change) => change.from !== null && change.to !== null)
    const promoted = roles.filter(({ to }) => to === 'MANAGER')
    const others = roles.filter(({ to }) => to !== 'MANAGER')
    const removed = draft.filter((change) => change.to === null)

    const refusedToAdd = await saveEach(added, (changes) => {
      const members = changes.map(({ person, to: role, ends_at }) =>
        isOfDirectory({ person })
          ? { login_type: 'ldap' as const, username: person.username, role, ends_at }
          : { account_id: person.id, role, ends_at },
      )
      const body = { members, ...(changes.some(isOfDirectory) && credentials) }
      return send(addMembers, { params, body })
    })
    const refusedToEdit = await saveEach([...promoted, ...others], (changes) => {
      const members = changes.map(({ person, to: role, ends_at }) => ({
        account_id: person.id,
        role,
        ends_at,
      }))
      return send(editMembers, { params, body: { members } })
    })
    if (removed.length === 0) return [...refusedToAdd, ...refusedToEdit]

    const account_ids = removed.map(({ person }) => person.id)
    const { done, failed } = await send(removeMembers, { params, body: { account_ids } })
    dropSaved(removed.filter(({ person }) => done.includes(person.id)))
    const refusedToRemove = failed.flatMap(({ id, detail: refusal }) => {
      const change = changeFor(removed, id)
      return change ? [{ ...change, refusal }] : []
    })
    return [...refusedToAdd, ...refusedToEdit, ...refusedToRemove]
  }

  /** Saves changes together. If the server refuses them, saves them one by one. */
  async function saveEach<Some extends Change>(
    changes: readonly Some[],
    save: (changes: readonly Some[]) => Promise<unknown>,
  ): Promise<Draft> {
    const [first, ...rest] = changes
    if (!first) return []
    try {
      await save(changes)
      dropSaved(changes)
      return []
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (rest.length === 0) return [{ ...first, refusal: sentenceFor(error) }]
    }
    const refused: Change[] = []
    for (const change of changes) refused.push(...(await saveEach([change], save)))
    return refused
  }

  /** Saved changes leave the draft even if a later call fails. */
  function dropSaved(saved: Draft) {
    onDraft((before) => saved.reduce((left, { person }) => without(left, person.id), before))
  }
}

/** True if the server refused this change, so that another may still be made. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !wasReported(error) && error.status >= 400 && error.status < 500
}

function RefusalList({ refused, done }: { refused: Draft; done: number }) {
  return (
    <>
      {done > 0 && <p>{`Done for ${done}, not for ${refused.length}:`}</p>}
      <ul>
        {refused.map(({ person, refusal }) => (
          <li key={person.id}>
            <b>{person.username}</b>: {refusal}
          </li>
        ))}
      </ul>
    </>
  )
}
