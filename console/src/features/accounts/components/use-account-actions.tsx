import { type Account, deleteAccounts, unlockAccounts } from '@podium/contract/calls/accounts.ts'
import { outcomes } from '@podium/contract/rules/rules.ts'
import { useState } from 'react'
import { countOf } from '../../../format/number.ts'
import { FailureList } from '../../../record/failure-list.tsx'
import { useChange } from '../../../record/use-change.ts'
import layout from '../../../theme/layout.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { namesOf } from './account-words.ts'
import styles from './accounts.module.css'

interface Action {
  kind: 'unlock' | 'delete'
  accounts: readonly Account[]
}

interface Failed extends Action {
  accounts: readonly (Account & { reason: string })[]
}

const CALLS = { unlock: unlockAccounts, delete: deleteAccounts } as const
const COULD_NOT = { delete: 'could not be deleted', unlock: 'could not be unlocked' } as const

/**
 * Unlocks or deletes accounts.
 * @param onDone called when it was done for all of them
 * @returns `start`, which resolves to true if it was done for at least some, and a note about those it failed for
 */
export function useAccountActions(onDone: (action: Action) => void = () => {}) {
  const [failed, setFailed] = useState<Failed>()
  const { change: start } = useChange({
    confirm: ({ kind, accounts }: Action) => ({ mode: kind, detail: consequence(kind, accounts) }),
    change: async ({ kind, accounts }, send): Promise<Failed> => {
      const { failed } = await send(CALLS[kind], { body: { ids: accounts.map(({ id }) => id) } })
      const reasons = new Map(failed.map(({ id, detail }) => [id, detail]))
      const left = accounts.map((account) => ({ ...account, reason: reasons.get(account.id) ?? '' }))
      return { kind, accounts: left.filter(({ id }) => reasons.has(id)) }
    },
    onDone: (left) => setFailed(left.accounts.length > 0 ? left : undefined),
    tell({ accounts: left }, { kind, accounts }) {
      if (left.length === 0) return { alert: 'success', text: outcomes[kind].done }
      const list = <AccountFailures failures={left} done={accounts.length - left.length} />
      return { alert: 'error', text: outcomes[kind].failed, detail: list }
    },
    failed: ({ kind }) => outcomes[kind].failed,
    onReported: (left, action) => left.accounts.length === 0 && onDone(action),
  })

  const failedNote = failed && (
    <div className={styles.notice}>
      <Note tone="bad" title={`${countOf(failed.accounts.length, 'account')} ${COULD_NOT[failed.kind]}.`}>
        <AccountFailures failures={failed.accounts} />
        <div className={layout.wrap}>
          <TextButton onClick={() => void start(failed)}>
            {failed.accounts.length === 1 ? 'Try it again' : 'Try these again'}
          </TextButton>
          <TextButton onClick={() => setFailed(undefined)}>Dismiss</TextButton>
        </div>
      </Note>
    </div>
  )
  return { start, failedNote }
}

function consequence(kind: Action['kind'], accounts: readonly Account[]): string {
  const names = namesOf(accounts)
  if (kind === 'unlock') return `${names} can sign in again at once.`
  return accounts.length === 1
    ? `${names} can no longer sign in, and every open session ends at once. What the account created stays.`
    : `${names} can no longer sign in, and their open sessions end at once. What they created stays.`
}

interface AccountFailuresProps {
  failures: readonly { username: string; reason: string }[]
  /** how many it was done for */
  done?: number
}

/** Which accounts it failed for, and why. */
export function AccountFailures({ failures, done }: AccountFailuresProps) {
  const named = failures.map(({ username, reason }) => ({ id: username, name: username, reason }))
  return <FailureList failures={named} done={done} noun="account" />
}
