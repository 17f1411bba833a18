import { outcomes } from '@podium/contract/rules/rules.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { ApiError, sentenceFor } from '../api/api-error.ts'
import { countOf } from '../format/number.ts'
import { useAlert } from '../ui/use-alert.ts'
import { ConsequenceList, namesOf, sumOf } from './consequences.tsx'
import { type Question, type Send, useChange } from './use-change.ts'

/** A record that is to be deleted. */
export interface DeletionTarget {
  id: string
  name: string
  /** Asks the server what goes along. */
  check?: (send: Send) => Promise<Consequences>
  /** What goes along, where it is known without asking. */
  consequences?: string
  remove: (send: Send) => Promise<unknown>
  /** Leaves the page of the record before what is gone is read again. */
  leave?: () => unknown
}

interface NotDeleted {
  target: DeletionTarget
  reason: string
}

/**
 * The one way to delete records: says what goes along, asks, deletes one by one, and tells which stayed and why.
 * @param noun what the records are, in the singular: 'instance'
 * @returns `remove`, which answers the ids of those that are gone; none where the person did not agree
 */
export function useDeletion(noun: string) {
  const showAlert = useAlert()
  const queries = useQueryClient()
  /** which of them cannot be deleted, and why */
  const notDeleted = useRef<NotDeleted[]>([])
  /** whether nothing was asked of the server but what goes along */
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
            // Nothing of what is gone may be read again while its page is open.
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
              <NotDeletedList
                notDeleted={notDeleted.current}
                done={targets.length - notDeleted.current.length}
                noun={noun}
              />
            ),
          },
    onRefused: async (error, [target, ...others]) => {
      if (!target || others.length > 0 || !isGone(error)) return false
      if (isAsking.current) await target.leave?.()
      // Where the check found it gone no call has touched anything, but lists still show it.
      void queries.invalidateQueries()
      await showAlert('error', `${target.name} was deleted in the meantime.`)
      return true
    },
  })

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
        detail: <NotDeletedList notDeleted={notDeleted.current} done={0} noun={noun} />,
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

/** Of several records, one that is gone already holds up none of the others. */
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

/** The first few by name, and how many more. */
function shortly(targets: readonly DeletionTarget[]): string {
  return namesOf(
    targets.slice(0, 3).map(({ name }) => name),
    targets.length,
  )
}

function NotDeletedList({
  notDeleted,
  done,
  noun,
}: {
  notDeleted: readonly NotDeleted[]
  done: number
  noun: string
}) {
  return (
    <>
      {done > 0 && <p>{`Done for ${countOf(done, noun)}, not for ${notDeleted.length}:`}</p>}
      <ul>
        {notDeleted.map(({ target, reason }) => (
          <li key={target.id}>
            <b>{target.name}</b>: {reason}
          </li>
        ))}
      </ul>
    </>
  )
}
