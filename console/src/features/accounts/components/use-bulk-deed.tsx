import {
  type Account,
  deleteAccounts,
  listAccounts,
  readAccount,
  unlockAccounts,
} from '@podium/contract/accounts.ts'
import { outcomes } from '@podium/contract/rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { namesOf } from './account-words.ts'
import { FailureList } from './failure-list.tsx'

export type BulkDeed = 'unlock' | 'delete'

/** `dropped`: nothing was asked of the server; `partly`: it could not be done for all of them. */
export type BulkOutcome = 'dropped' | 'done' | 'partly'

export interface NotDone {
  account: Account
  detail: string
}

export interface Leftover {
  deed: BulkDeed
  failed: readonly NotDone[]
}

const CALLS = { unlock: unlockAccounts, delete: deleteAccounts } as const

/** Deletes or unlocks accounts: asks, calls, says how it went, and keeps those it failed for, to try them alone. */
export function useBulkDeed() {
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const queries = useQueryClient()
  const isUnderWay = useRef(false)
  const [leftover, setLeftover] = useState<Leftover>()

  async function carryOut(deed: BulkDeed, accounts: readonly Account[]): Promise<BulkOutcome> {
    const bulk = await call(CALLS[deed], { body: { ids: accounts.map(({ id }) => id) } })
    const failed = bulk.failed.flatMap(({ id, detail }) => {
      const account = accounts.find((one) => one.id === id)
      return account ? [{ account, detail }] : []
    })
    setLeftover(failed.length > 0 ? { deed, failed } : undefined)
    void queries.invalidateQueries({ queryKey: [listAccounts.id] })
    if (deed === 'unlock') void queries.invalidateQueries({ queryKey: [readAccount.id] })
    if (failed.length > 0) {
      const list = <FailureList failed={failed} done={bulk.done.length} />
      await showAlert('error', outcomes[deed].failed, list)
      return 'partly'
    }
    await showAlert('success', outcomes[deed].done)
    return 'done'
  }

  /** Does nothing while an earlier one is under way. */
  async function run(deed: BulkDeed, accounts: readonly Account[]): Promise<BulkOutcome> {
    if (isUnderWay.current) return 'dropped'
    isUnderWay.current = true
    try {
      if (!(await confirm(deed, consequence(deed, accounts)))) return 'dropped'
      return await carryOut(deed, accounts)
    } catch (error) {
      await showFailure(outcomes[deed].failed, error)
      return 'dropped'
    } finally {
      isUnderWay.current = false
    }
  }

  return { run, leftover, forget: () => setLeftover(undefined) }
}

function consequence(deed: BulkDeed, accounts: readonly Account[]): string {
  const names = namesOf(accounts.map(({ username }) => username))
  if (deed === 'unlock') return `${names} can sign in again at once.`
  return accounts.length === 1
    ? `${names} can no longer sign in, and every open session ends at once. What the account made stays.`
    : `${names} can no longer sign in, and their open sessions end at once. What they made stays.`
}
