import type { AccountDetail } from '@podium/contract/calls/accounts.ts'
import { Link } from '@tanstack/react-router'
import { LockOpen } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { AccountStatus } from '../components/account-status.tsx'
import { SOURCES, workspaceNames } from '../components/account-words.ts'
import { VerifySignIn } from '../components/verify-sign-in.tsx'

/** Shows the account's status and kind of sign-in. Unlocks it and verifies its directory password. */
export function AccountCard({ account, onUnlock }: { account: AccountDetail; onUnlock: () => void }) {
  return (
    <Card
      title="Account"
      trailing={
        <>
          {account.login_type === 'ldap' && <VerifySignIn username={account.username} />}
          {account.locked && (
            <Button small icon={LockOpen} onClick={onUnlock}>
              Unlock
            </Button>
          )}
        </>
      }
      flush
      footer={
        <Link {...paths.audit({ object_kind: 'account', object_id: account.id })}>
          All changes of this account
        </Link>
      }
    >
      <DefinitionList
        inset
        items={[
          { term: 'Status', value: <AccountStatus account={account} /> },
          { term: 'Source', value: SOURCES[account.login_type] },
          { term: 'Last Sign-in', value: <Moment at={account.last_login_at} /> },
          { term: 'Second factor', value: account.second_factor ? 'on' : 'off' },
          account.login_type === 'ldap'
            ? { term: 'Password', value: 'managed by the directory' }
            : account.login_type === 'oidc'
              ? { term: 'Password', value: 'managed by the sign-in service' }
              : { term: 'Must change password', value: account.must_change_password ? 'yes' : 'no' },
          { term: 'Workspaces', value: workspaceNames(account) },
          { term: 'Created', value: <Moment at={account.created_at} /> },
        ]}
      />
    </Card>
  )
}
