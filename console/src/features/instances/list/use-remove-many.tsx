import {
  checkInstanceDeletion,
  deleteInstance,
  type Instance,
  listInstances,
} from '@podium/contract/instances.ts'
import { outcomes } from '@podium/contract/rules.ts'
import { listRuns } from '@podium/contract/runs.ts'
import { listStreams, listStreamsByInstance } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { countOf } from '../../../format/number.ts'
import { namesOf } from '../../../record/consequences.tsx'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { sumOf, whatGoes } from '../../runs/components/consequences.tsx'

interface Kept {
  instance: Instance
  why: string
}

/** Deletes many instances, one by one: says together what goes, and afterwards which stayed and why. */
export function useRemoveMany() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)

  async function carryOut(instances: readonly Instance[]): Promise<Instance[] | null> {
    const checks = await Promise.all(
      instances.map(({ id }) => call(checkInstanceDeletion, { params: { id } })),
    )
    const kept: Kept[] = instances.flatMap((instance, at) => {
      const { deletable = true, reasons = [] } = checks[at] ?? {}
      return deletable ? [] : [{ instance, why: reasons.join(' ') }]
    })
    const wanted = instances.filter((instance) => kept.every((one) => one.instance !== instance))
    if (wanted.length > 0) {
      const goes = whatGoes(selectionOf(wanted), sumOf(checks.filter(({ deletable }) => deletable)))
      if (!(await confirm('delete', kept.length === 0 ? goes : <Partly goes={goes} kept={kept} />)))
        return null
    }
    for (const instance of wanted)
      await call(deleteInstance, { params: { id: instance.id } }).catch((error) => {
        if (!(error instanceof ApiError) || error.status === 401) throw error
        kept.push({ instance, why: sentenceFor(error) })
      })
    for (const { id } of [listInstances, listStreams, listStreamsByInstance, listRuns])
      void queries.invalidateQueries({ queryKey: [id] })
    const done = instances.length - kept.length
    if (kept.length === 0) await showAlert('success', outcomes.delete.done)
    else await showAlert('error', outcomes.delete.failed, <KeptList kept={kept} done={done} />)
    return kept.map(({ instance }) => instance)
  }

  /** Answers those that stayed; null where nothing was done. */
  async function removeMany(instances: readonly Instance[]): Promise<Instance[] | null> {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setBusy(true)
    try {
      return await carryOut(instances)
    } catch (error) {
      await showFailure(outcomes.delete.failed, error)
      return null
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { removeMany, isBusy }
}

function selectionOf(instances: readonly Instance[]): string {
  const [first] = instances
  if (first && instances.length === 1) return first.name
  return `The selection (${shortly(instances)})`
}

/** The first few by name, and how many more. */
function shortly(instances: readonly Instance[]): string {
  return namesOf(
    instances.slice(0, 3).map(({ name }) => name),
    instances.length,
  )
}

function Partly({ goes, kept }: { goes: ReactNode; kept: readonly Kept[] }) {
  return (
    <>
      <div>{goes}</div>
      <p>{`${shortly(kept.map(({ instance }) => instance))} cannot be deleted now and will stay.`}</p>
    </>
  )
}

function KeptList({ kept, done }: { kept: readonly Kept[]; done: number }) {
  return (
    <>
      {done > 0 && <p>{`Done for ${countOf(done, 'instance')}, not for ${kept.length}:`}</p>}
      <ul>
        {kept.map(({ instance, why }) => (
          <li key={instance.id}>
            <b>{instance.name}</b>: {why}
          </li>
        ))}
      </ul>
    </>
  )
}
