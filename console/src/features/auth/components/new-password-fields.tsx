import { messages } from '@podium/contract/rules.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import type { Fields } from '../../../ui/form/use-fields.ts'
import { PasswordRules } from './password-rules.tsx'

export type NewPassword = {
  password: string
  confirmation: string
}

interface NewPasswordFieldsProps {
  form: Pick<Fields<NewPassword>, 'values' | 'errors' | 'field'>
  label: string
  /** what it must not be made of: the ID, the name, the address */
  about: readonly string[]
  least?: number | undefined
}

/** A new password with its strength, and its confirmation with the verdict. */
export function NewPasswordFields({ form, label, about, least }: NewPasswordFieldsProps) {
  const { values, errors, field } = form
  const { password, confirmation } = values
  const matches = confirmation !== '' && confirmation === password
  const differs = confirmation !== '' && confirmation !== password
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        autoComplete="new-password"
        help={<PasswordRules password={password} about={about} least={least} refusal={errors.password} />}
      />
      <PasswordField
        {...field('confirmation')}
        label="Password Confirmation"
        autoComplete="new-password"
        {...(differs && { error: messages.confirmation_differs })}
        good={matches ? messages.confirmation_matches : undefined}
      />
    </>
  )
}
