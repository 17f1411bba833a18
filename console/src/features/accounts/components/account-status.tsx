import type { Account } from '@podium/contract/accounts.ts'
import { limits } from '@podium/contract/rules.ts'
import { Lock } from 'lucide-react'
import text from '../../../theme/text.module.css'
import { Chip } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

const REASONS: Readonly<Record<string, string>> = {
  administrator: 'by an administrator',
  inactivity: 'no login for a long time',
}

/** Whether the account can sign in; where not, why and since when. */
export function AccountStatus({ account }: { account: Account }) {
  if (!account.locked) return <Chip tone="good">Active</Chip>
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
