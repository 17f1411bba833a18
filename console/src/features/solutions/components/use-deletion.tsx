import { outcomes } from '@podium/contract/rules.ts'
import type { Consequences } from '@podium/contract/shapes.ts'
import {
  checkSolutionDeletion,
  checkVersionDeletion,
  deleteSolution,
  deleteVersion,
  type Solution,
  type Version,
} from '@podium/contract/solutions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { formatVersion } from '../../../format/version.ts'
import { ConsequenceList } from '../../../record/consequences.tsx'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'

interface Doomed {
  name: string
  check: () => Promise<Consequences>
  remove: () => Promise<unknown>
  /** goes away from a page whose object is gone, before its data are asked for again */
  leave: () => void
}

/** Deletes a solution or a version: says what goes along, asks, calls, and says how it went. */
export function useDeletion() {
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const queries = useQueryClient()
  const isUnderWay = useRef(false)

  async function ask({ name, check, remove, leave }: Doomed) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      const consequences = await check()
      const reason = consequences.deletable ? undefined : consequences.reasons.join(' ')
      const detail = <ConsequenceList name={name} consequences={consequences} />
      if (!(await confirm('delete', detail, reason))) return
      await remove()
      leave()
      void queries.invalidateQueries()
      await showAlert('success', outcomes.delete.done)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return await sayGone(name, leave)
      await showFailure(outcomes.delete.failed, error)
    } finally {
      isUnderWay.current = false
    }
  }

  async function sayGone(name: string, leave: () => void) {
    leave()
    void queries.invalidateQueries()
    await showAlert('error', `${name} was deleted in the meantime.`)
  }

  return {
    removeSolution: ({ id, name }: Solution, leave: () => void = () => {}) =>
      ask({
        name,
        check: () => call(checkSolutionDeletion, { params: { id } }),
        remove: () => call(deleteSolution, { params: { id } }),
        leave,
      }),
    removeVersion: ({ name }: Solution, { id, version_num }: Version, leave: () => void) =>
      ask({
        name: `${name} ${formatVersion(version_num)}`,
        check: () => call(checkVersionDeletion, { params: { id } }),
        remove: () => call(deleteVersion, { params: { id } }),
        leave,
      }),
  }
}
