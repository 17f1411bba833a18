import { outcomes } from '@podium/contract/rules.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFailure } from '../../../api/use-failure.ts'
import { refreshSession } from '../../../session/start.ts'
import { useSession } from '../../../session/use-session.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { ChangeLines } from './change-lines.tsx'
import { type Change, type Draft, modeOf } from './member-draft.ts'
import { type Credentials, type NotDone, saveMembers } from './save-members.ts'

interface SaveMembersOptions {
  workspace: Workspace
  draft: Draft
  credentials: Credentials | undefined
  onDone: (done: readonly Change[]) => void
}

/** Shows who gains and loses what, asks, saves, and says how it went; what was refused stays wanted. */
export function useSaveMembers({ workspace, draft, credentials, onDone }: SaveMembersOptions) {
  const session = useSession()
  const queries = useQueryClient()
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly NotDone[]>([])

  async function submit(isAgreed: boolean) {
    const mode = modeOf(draft)
    const review = <ChangeLines draft={draft} workspace={workspace.display_name} />
    if (!isAgreed && !(await confirm(mode, review))) return
    try {
      const failed = await saveMembers(draft, { workspaceId: workspace.id, credentials, onDone })
      setRefused(failed)
      if (failed.length === 0) await showAlert('success', outcomes[mode].done)
      else await showAlert('error', outcomes[mode].failed, <Refusals failed={failed} of={draft.length} />)
    } catch (error) {
      await showFailure(outcomes[mode].failed, error)
    } finally {
      void queries.invalidateQueries()
      void refreshSession(session)
    }
  }

  /**
   * Does nothing while an earlier one is under way.
   * @param isAgreed whether the question was answered before
   */
  async function save(isAgreed = false) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    await submit(isAgreed).finally(() => {
      isUnderWay.current = false
      setBusy(false)
    })
  }

  return { save, isBusy, refused }
}

function Refusals({ failed, of: wanted }: { failed: readonly NotDone[]; of: number }) {
  const done = wanted - failed.length
  return (
    <>
      {done > 0 && <p>{`Done for ${done}, not for ${failed.length}:`}</p>}
      <ul>
        {failed.map(({ change: { person }, detail }) => (
          <li key={person.id}>
            <b>{person.username}</b>: {detail}
          </li>
        ))}
      </ul>
    </>
  )
}
