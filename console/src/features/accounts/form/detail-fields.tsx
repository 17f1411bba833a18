import { limits } from '@podium/contract/rules.ts'
import { SelectField } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { Fields } from '../../../ui/form/use-fields.ts'
import { accountTypeOptions } from '../components/account-words.ts'
import type { AccountDetails } from './account-values.ts'

interface DetailFieldsProps {
  form: Pick<Fields<AccountDetails>, 'values' | 'field'>
  emailOptional?: boolean
  /** Why the account type cannot be chosen here. */
  roleReason?: string | undefined
}

/** Who an account is: the same in New Account and Edit Account. */
export function DetailFields({ form: { values, field }, emailOptional, roleReason }: DetailFieldsProps) {
  return (
    <>
      <TextField
        {...field('display_name')}
        label="User Name"
        autoComplete="off"
        maxLength={limits.display_name}
      />
      <TextField
        {...field('email')}
        label="Email Address"
        mark={emailOptional ? 'optional' : undefined}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.email}
      />
      <TextField
        {...field('company')}
        label="Company"
        mark="optional"
        autoComplete="off"
        maxLength={limits.company}
      />
      <TextField
        {...field('department')}
        label="Department"
        mark="optional"
        autoComplete="off"
        maxLength={limits.department}
      />
      <SelectField
        {...field('role')}
        label="Account Type"
        placeholder={values.role === '' ? 'Choose an account type' : undefined}
        options={accountTypeOptions}
        help={roleReason}
        disabled={roleReason !== undefined}
      />
    </>
  )
}
