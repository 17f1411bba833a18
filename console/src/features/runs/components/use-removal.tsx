import {
  checkInstanceDeletion,
  deleteInstance,
  listInstances,
  readInstance,
} from '@podium/contract/instances.ts'
import { outcomes } from '@podium/contract/rules.ts'
import { listRuns } from '@podium/contract/runs.ts'
import {
  checkStreamDeletion,
  deleteStream,
  listStreams,
  listStreamsByInstance,
} from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'

export interface Doomed {
  kind: 'instance' | 'stream'
  id: string
  name: string
}

const CALLS = {
  instance: { check: checkInstanceDeletion, remove: deleteInstance },
  stream: { check: checkStreamDeletion, remove: deleteStream },
} as const

const TOUCHED = [listRuns, listStreams, listStreamsByInstance, listInstances, readInstance]

/**
 * Asks what would go, asks the person, deletes, and answers whether it is gone.
 * @param leave goes away from a page whose object is gone, before its data are asked for again
 */
export function useRemoval(): (doomed: Doomed, leave?: () => Promise<void>) => Promise<boolean> {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const isUnderWay = useRef(false)

  async function carryOut({ kind, id, name }: Doomed, leave?: () => Promise<void>): Promise<boolean> {
    const { check, remove } = CALLS[kind]
    // Fetched when somebody deletes, so that lists load without it.
    const [consequences, { whatGoes }] = await Promise.all([
      call(check, { params: { id } }),
      import('./consequences.tsx'),
    ])
    const reason = consequences.deletable ? undefined : consequences.reasons.join(' ')
    if (!(await confirm('delete', whatGoes(name, consequences), reason))) return false
    await call(remove, { params: { id } })
    await leave?.()
    for (const { id: route } of TOUCHED) void queries.invalidateQueries({ queryKey: [route] })
    await showAlert('success', outcomes.delete.done)
    return true
  }

  return async (doomed, leave) => {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    try {
      return await carryOut(doomed, leave)
    } catch (error) {
      await showFailure(outcomes.delete.failed, error)
      return false
    } finally {
      isUnderWay.current = false
    }
  }
}
