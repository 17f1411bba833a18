import type { AccountDetail } from '@podium/contract/accounts.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import styles from '../profile.module.css'

const SOURCES = { static: 'Podium', ldap: 'Directory' } as const

/** How the account signs in, at a glance. */
export function SignInCard({ account }: { account: AccountDetail | undefined }) {
  if (!account) return null
  return (
    <Card title="Sign-in" flush>
      <div className={styles.facts}>
        <DefinitionList
          items={[
            { term: 'Password kept by', value: SOURCES[account.login_type] },
            { term: 'Last Sign-in', value: <Moment at={account.last_login_at} /> },
            { term: 'Failed logins since', value: account.login_fail_count },
            { term: 'Second Factor', value: account.second_factor ? 'on' : 'off' },
          ]}
        />
      </div>
    </Card>
  )
}
