import { limits } from '@podium/contract/rules.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { accountTypeOptions } from '../components/account-words.ts'
import type { AccountDetails, DetailField, Messages } from './account-values.ts'

interface DetailFieldsProps {
  values: AccountDetails
  errors: Messages<DetailField>
  change: (part: Partial<AccountDetails>) => void
  refOf: (field: DetailField) => (input: HTMLElement | null) => void
  emailOptional?: boolean
  /** Why the account type cannot be chosen here. */
  roleReason?: string | undefined
}

const TYPED_AS_IS = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

/** Who an account is: the same in New Account and Edit Account. */
export function DetailFields({
  values,
  errors,
  change,
  refOf,
  emailOptional,
  roleReason,
}: DetailFieldsProps) {
  return (
    <>
      <TextField
        ref={refOf('display_name')}
        label="User Name"
        autoComplete="off"
        maxLength={limits.display_name}
        value={values.display_name}
        error={errors.display_name}
        onChange={(event) => change({ display_name: event.currentTarget.value })}
      />
      <TextField
        {...TYPED_AS_IS}
        ref={refOf('email')}
        label="Email Address"
        mark={emailOptional ? 'optional' : undefined}
        type="email"
        inputMode="email"
        maxLength={limits.email}
        value={values.email}
        error={errors.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <TextField
        ref={refOf('company')}
        label="Company"
        mark="optional"
        autoComplete="off"
        maxLength={limits.company}
        value={values.company}
        error={errors.company}
        onChange={(event) => change({ company: event.currentTarget.value })}
      />
      <TextField
        ref={refOf('department')}
        label="Department"
        mark="optional"
        autoComplete="off"
        maxLength={limits.department}
        value={values.department}
        error={errors.department}
        onChange={(event) => change({ department: event.currentTarget.value })}
      />
      <SelectField
        ref={refOf('role')}
        label="Account Type"
        placeholder={values.role === '' ? 'Choose an account type' : undefined}
        options={accountTypeOptions}
        value={values.role}
        error={errors.role}
        help={roleReason}
        disabled={roleReason !== undefined}
        onChange={(event) => change({ role: event.currentTarget.value as AccountDetails['role'] })}
      />
    </>
  )
}
