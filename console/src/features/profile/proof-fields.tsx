import { useAccount } from '../../session/use-session.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Proof, ProofField, ProofProblems } from './proof.ts'

interface ProofFieldsProps {
  values: Proof
  errors: ProofProblems
  /** a second factor is set */
  withCode: boolean
  change: (part: Partial<Proof>) => void
  refOf: (field: ProofField) => (input: HTMLElement | null) => void
}

/** The own password once more, and a code where a second factor is set. */
export function ProofFields({ values, errors, withCode, change, refOf }: ProofFieldsProps) {
  const { id } = useAccount()
  return (
    <>
      {/* So that a password manager knows whose password this is. */}
      <input type="text" autoComplete="username" value={id} readOnly hidden />
      <PasswordField
        ref={refOf('current')}
        label="Current Password"
        autoComplete="current-password"
        value={values.current}
        error={errors.current}
        onChange={(event) => change({ current: event.currentTarget.value })}
      />
      {withCode && (
        <TextField
          ref={refOf('code')}
          label="One-time code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={values.code}
          error={errors.code}
          help="Six digits from your authenticator app, or a recovery code."
          onChange={(event) => change({ code: event.currentTarget.value })}
        />
      )}
    </>
  )
}
