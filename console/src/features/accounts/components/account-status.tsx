import type { Account } from '@podium/contract/calls/accounts.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { Lock } from 'lucide-react'
import { countOf } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { Chip } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

const REASONS: Readonly<Record<string, string>> = {
  administrator: 'by an administrator',
  inactivity: 'no login for a long time',
}

/** Shows whether the account can sign in and what is in its way. If it cannot, says why and since when. */
export function AccountStatus({ account }: { account: Account }) {
  if (!account.locked) {
    const hurdle = hurdleOf(account)
    return (
      <span>
        <Chip tone="good">Active</Chip>
        {hurdle && <span className={text.sub}>{hurdle}</span>}
      </span>
    )
  }
  return (
    <span>
      <Chip tone="bad" icon={Lock}>
        Locked
      </Chip>
      <span className={text.sub}>
        {REASONS[account.lock_reason] ?? `${limits.login_failures} failed logins`}
        {account.locked_at !== null && (
          <>
            {', '}
            <span className={text.unbroken}>
              <Moment at={account.locked_at} />
            </span>
          </>
        )}
      </span>
    </span>
  )
}

/** Returns what a person who can sign in has to expect: few tries left, or a new password. */
function hurdleOf({ login_fail_count, must_change_password }: Account): string | undefined {
  const tries = limits.login_failures - login_fail_count
  if (login_fail_count > 0) return `${countOf(tries, 'try', 'tries')} until lock`
  return must_change_password ? 'new password due' : undefined
}
