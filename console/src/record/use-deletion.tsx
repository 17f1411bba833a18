import { outcomes } from '@podium/contract/rules/rules.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { ApiError, sentenceFor } from '../api/api-error.ts'
import { useAlert } from '../ui/use-alert.ts'
import { ConsequenceList, namesOf, sumOf } from './consequences.tsx'
import { FailureList } from './failure-list.tsx'
import { type Question, type Send, useChange } from './use-change.ts'

/** A record to delete. */
export interface DeletionTarget {
  id: string
  name: string
  /** Asks the server what is deleted with it. */
  check?: (send: Send) => Promise<Consequences>
  /** The sentence about what is deleted with it, if that is known. */
  consequences?: string
  remove: (send: Send) => Promise<unknown>
  /** Leaves the record's page before its queries are read again. */
  leave?: () => unknown
}

interface NotDeleted {
  target: DeletionTarget
  reason: string
}

/**
 * Deletes records: says what is deleted with them, asks, deletes one by one, and reports which stayed and why.
 * @param noun the singular of the records: 'instance'
 * @returns `remove`, which resolves to the ids of deleted records; none if the person did not agree
 */
export function useDeletion(noun: string) {
  const showAlert = useAlert()
  const queries = useQueryClient()
  /** records that cannot be deleted, with the reason */
  const notDeleted = useRef<NotDeleted[]>([])
  /** true while only the consequences have been asked for */
  const isAsking = useRef(true)

  const { change, isBusy } = useChange({
    confirm: async (targets: readonly DeletionTarget[], send) => {
      notDeleted.current = []
      isAsking.current = true
      return targets.length === 1
        ? questionOfOne(targets[0] as DeletionTarget, send)
        : questionOfMany(targets, send)
    },
    change: async (targets, send) => {
      isAsking.current = false
      for (const target of targets.filter((one) => !isNotDeleted(one)))
        await target.remove(send).catch(async (error) => {
          if (isGone(error)) {
            // Queries of a deleted record must not be refetched while its page is open.
            if (targets.length === 1) await target.leave?.()
            else return
          }
          if (targets.length === 1 || !(error instanceof ApiError) || error.status === 401) throw error
          notDeleted.current.push({ target, reason: sentenceFor(error) })
        })
    },
    failed: outcomes.delete.failed,
    onDone: (_, targets) => targets.length === 1 && targets[0]?.leave?.(),
    tell: (_, targets) =>
      notDeleted.current.length === 0
        ? { alert: 'success', text: outcomes.delete.done }
        : {
            alert: 'error',
            text: outcomes.delete.failed,
            detail: (
              <FailureList
                failures={failures()}
                done={targets.length - notDeleted.current.length}
                noun={noun}
              />
            ),
          },
    onRefused: async (error, [target, ...others]) => {
      if (!target || others.length > 0 || !isGone(error)) return false
      if (isAsking.current) await target.leave?.()
      // The check found it deleted, so no call has touched anything, but lists still show it.
      void queries.invalidateQueries()
      await showAlert('error', `${target.name} was deleted in the meantime.`)
      return true
    },
  })

  const failures = () => notDeleted.current.map(({ target, reason }) => ({ ...target, reason }))
  const isNotDeleted = (target: DeletionTarget) => notDeleted.current.some((one) => one.target === target)

  async function questionOfMany(targets: readonly DeletionTarget[], send: Send): Promise<Question | null> {
    const checks = await Promise.all(targets.map((target) => target.check?.(send).catch(nothingIfGone)))
    targets.forEach((target, at) => {
      if (checks[at]?.deletable === false)
        notDeleted.current.push({ target, reason: checks[at].reasons.join(' ') })
    })
    const wanted = targets.filter((target) => !isNotDeleted(target))
    const found = checks.flatMap((one) => (one?.deletable ? [one] : []))
    if (wanted.length === 0)
      return {
        mode: 'delete',
        detail: <FailureList failures={failures()} noun={noun} />,
        disabledReason: 'None of these can be deleted now.',
      }
    const goes = whatGoes(`the selection (${shortly(wanted)})`, sumOf(found))
    const stays = `${shortly(notDeleted.current.map(({ target }) => target))} cannot be deleted now and will stay.`
    return {
      mode: 'delete',
      detail: (
        <>
          <div>{goes}</div>
          {notDeleted.current.length > 0 && <p>{stays}</p>}
        </>
      ),
    }
  }

  return {
    isBusy,
    async remove(...targets: readonly DeletionTarget[]): Promise<string[]> {
      if (!(await change(targets))) return []
      return targets.filter((target) => !isNotDeleted(target)).map(({ id }) => id)
    },
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** When several are deleted, one that is gone already does not stop the others. */
function nothingIfGone(error: unknown): undefined {
  if (!isGone(error)) throw error
}

async function questionOfOne({ name, check, consequences }: DeletionTarget, send: Send): Promise<Question> {
  if (!check) return { mode: 'delete', detail: consequences }
  const found = await check(send)
  return {
    mode: 'delete',
    detail: whatGoes(name, found),
    disabledReason: found.deletable ? undefined : found.reasons.join(' '),
  }
}

function whatGoes(name: string, consequences: Consequences): ReactNode {
  const isAlone = Object.values(consequences.contains).every((count) => count === 0)
  if (isAlone && !consequences.goes && consequences.deletable) return `Only ${name} is deleted.`
  return <ConsequenceList name={name} consequences={consequences} />
}

/** The first few names, and how many more there are. */
function shortly(targets: readonly DeletionTarget[]): string {
  return namesOf(
    targets.slice(0, 3).map(({ name }) => name),
    targets.length,
  )
}
