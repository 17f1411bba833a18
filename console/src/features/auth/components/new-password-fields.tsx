import { messages } from '@podium/contract/rules.ts'
import type { Ref } from 'react'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { PasswordRules } from './password-rules.tsx'

export interface NewPassword {
  password: string
  confirmation: string
}

interface NewPasswordFieldsProps {
  label: string
  values: NewPassword
  about: readonly string[]
  least?: number | undefined
  /** what the server or an empty field says of the password */
  error: string | undefined
  confirmationError: string | undefined
  passwordRef: Ref<HTMLInputElement>
  confirmationRef: Ref<HTMLInputElement>
  onChange: (values: Partial<NewPassword>) => void
}

/** A new password with its strength, and its confirmation with the verdict. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label, values, about, error, confirmationError, onChange } = props
  const { password, confirmation } = values
  const matches = confirmation !== '' && confirmation === password
  const differs = confirmation !== '' && confirmation !== password
  return (
    <>
      <PasswordField
        ref={props.passwordRef}
        label={label}
        autoComplete="new-password"
        value={password}
        error={error}
        help={<PasswordRules password={password} about={about} least={props.least} refusal={error} />}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
      <PasswordField
        ref={props.confirmationRef}
        label="Password Confirmation"
        autoComplete="new-password"
        value={confirmation}
        error={differs ? messages.confirmation_differs : confirmationError}
        good={matches ? messages.confirmation_matches : undefined}
        onChange={(event) => onChange({ confirmation: event.currentTarget.value })}
      />
    </>
  )
}
