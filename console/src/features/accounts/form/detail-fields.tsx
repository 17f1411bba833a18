import { type AccountDetail, accountDetails } from '@podium/contract/rules/account-fields.ts'
import { SelectField } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { Fields } from '../../../ui/form/use-fields.ts'
import { accountTypeOptions, typeWords } from '../components/account-words.ts'
import { type AccountDetails, DETAIL_NAMES, FURTHER_TEXTS } from './account-values.ts'

const AS_EMAIL = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const

interface DetailFieldProps {
  form: Pick<Fields<AccountDetails>, 'field'>
  name: AccountDetail
  /** by default those that a new account does not need */
  optional?: boolean | undefined
}

export function DetailField({ form, name, optional = FURTHER_TEXTS.includes(name) }: DetailFieldProps) {
  return (
    <TextField
      {...form.field(name)}
      {...(name === 'email' && AS_EMAIL)}
      label={DETAIL_NAMES[name]}
      mark={optional ? 'optional' : undefined}
      autoComplete="off"
      maxLength={accountDetails[name].max}
    />
  )
}

interface AccountTypeFieldProps {
  form: Pick<Fields<AccountDetails>, 'values' | 'field'>
  /** why the account type cannot be chosen here */
  disabledReason?: string | undefined
}

/** The choice of an account type, with what the chosen one may do below it. */
export function AccountTypeField({ form: { values, field }, disabledReason }: AccountTypeFieldProps) {
  return (
    <SelectField
      {...field('role')}
      label={DETAIL_NAMES.role}
      placeholder={values.role === '' ? 'Choose an account type' : undefined}
      options={accountTypeOptions}
      help={disabledReason ?? typeWords[values.role]}
      disabled={disabledReason !== undefined}
    />
  )
}
