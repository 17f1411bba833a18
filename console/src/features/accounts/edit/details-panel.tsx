import type { AccountDetail } from '@podium/contract/accounts.ts'
import { RecordForm } from '../../../record/record-form.tsx'
import type { RecordFormState } from '../../../record/use-record-form.tsx'
import { FormAside, FormColumns } from '../../../ui/form/form-columns.tsx'
import type { Fields } from '../../../ui/form/use-fields.ts'
import type { AccountDetails } from '../form/account-values.ts'
import { DetailFields } from '../form/detail-fields.tsx'
import { RoleRights } from '../form/role-rights.tsx'
import { SignInCard } from './sign-in-card.tsx'

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
        <RoleRights role={form.values.role || account.role} />
      </FormAside>
    </FormColumns>
  )
}
