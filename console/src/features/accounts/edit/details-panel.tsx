import type { AccountDetail } from '@podium/contract/accounts.ts'
import { Link } from '@tanstack/react-router'
import { LockOpen } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import { RecordForm } from '../../../record/record-form.tsx'
import type { RecordFormState } from '../../../record/use-record-form.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { FormAside, FormColumns } from '../../../ui/form/form-frame.tsx'
import type { Fields } from '../../../ui/form/use-fields.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { AccountStatus } from '../components/account-status.tsx'
import { SOURCES, workspaceNames } from '../components/account-words.ts'
import { RightsCard } from '../components/rights-card.tsx'
import type { AccountDetails } from '../form/account-values.ts'
import { DetailFields } from '../form/detail-fields.tsx'
import { ROLE_RIGHTS } from '../form/role-rights.ts'

interface DetailsPanelProps {
  account: AccountDetail
  form: RecordFormState & Fields<AccountDetails>
  /** the account of the person who edits */
  isOwn: boolean
  onUnlock: () => void
  onCancel: () => void
}

/** Who the account is, and at the right whether it can sign in. */
export function DetailsPanel({ account, form, isOwn, onUnlock, onCancel }: DetailsPanelProps) {
  return (
    <FormColumns>
      <RecordForm label="Edit Account" form={form} onCancel={onCancel}>
        <DetailFields
          form={form}
          emailOptional={account.email === ''}
          roleReason={isOwn ? 'You cannot change your own role.' : undefined}
        />
      </RecordForm>
      <FormAside label="About the account">
        <SignInCard account={account} onUnlock={onUnlock} />
        <RightsCard {...ROLE_RIGHTS[form.values.role || account.role]} />
      </FormAside>
    </FormColumns>
  )
}

/** Whether and how the account signs in; a locked one is unlocked here. */
function SignInCard({ account, onUnlock }: Pick<DetailsPanelProps, 'account' | 'onUnlock'>) {
  return (
    <Card
      title="Sign-in"
      aside={
        account.locked && (
          <Button small icon={LockOpen} onClick={onUnlock}>
            Unlock
          </Button>
        )
      }
      footer={
        <Link {...paths.audit({ object_kind: 'account', object_id: account.id })}>
          All changes of this account
        </Link>
      }
    >
      <DefinitionList
        items={[
          { term: 'Status', value: <AccountStatus account={account} /> },
          { term: 'Source', value: SOURCES[account.login_type] },
          { term: 'Last Sign-in', value: <Moment at={account.last_login_at} /> },
          { term: 'Second factor', value: account.second_factor ? 'set up' : 'not set up' },
          account.login_type === 'ldap'
            ? { term: 'Password', value: 'managed by the directory' }
            : { term: 'Change at next login', value: account.must_change_password ? 'yes' : 'no' },
          { term: 'Workspaces', value: workspaceNames(account) },
          { term: 'Created', value: <Moment at={account.created_at} /> },
        ]}
      />
    </Card>
  )
}
