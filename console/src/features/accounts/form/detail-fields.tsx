import { limits } from '@podium/contract/rules.ts'
import { SelectField } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { Fields } from '../../../ui/form/use-fields.ts'
import { accountTypeOptions } from '../components/account-words.ts'
import { type AccountDetails, DETAIL_NAMES, DETAIL_TEXTS } from './account-values.ts'

const AS_EMAIL = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const

interface DetailFieldsProps {
  form: Pick<Fields<AccountDetails>, 'values' | 'field'>
  emailOptional?: boolean
  /** Why the account type cannot be chosen here. */
  roleReason?: string | undefined
}

/** Who an account is: the same in New Account and Edit Account. */
export function DetailFields({ form: { values, field }, emailOptional, roleReason }: DetailFieldsProps) {
  const optional: readonly string[] = ['company', 'department', ...(emailOptional ? ['email'] : [])]
  return (
    <>
      {DETAIL_TEXTS.map((name) => (
        <TextField
          key={name}
          {...field(name)}
          {...(name === 'email' && AS_EMAIL)}
          label={DETAIL_NAMES[name]}
          mark={optional.includes(name) ? 'optional' : undefined}
          autoComplete="off"
          maxLength={limits[name]}
        />
      ))}
      <SelectField
        {...field('role')}
        label={DETAIL_NAMES.role}
        placeholder={values.role === '' ? 'Choose an account type' : undefined}
        options={accountTypeOptions}
        help={roleReason}
        disabled={roleReason !== undefined}
      />
    </>
  )
}
