import { messages } from '@podium/contract/rules.ts'
import { fieldMessages, sentenceFor } from '../../api/api-error.ts'
import { type ChangeOptions, type Send, useChange } from '../../record/use-change.ts'
import { useAccount } from '../../session/use-session.ts'
import { PasswordField, TextField } from '../../ui/form/text-field.tsx'
import { type Fields, type Messages, useFields } from '../../ui/form/use-fields.ts'

/** With what an account confirms that it is its owner who asks. */
export type Proof = {
  current: string
  /** of the second factor, or a recovery code; '' where none is set */
  code: string
}

export const NO_PROOF: Proof = { current: '', code: '' }

/** What is missing before the server need be asked. */
export function missingProof({ current, code }: Proof, withCode: boolean): Messages<Proof> {
  return {
    ...(current === '' && { current: messages.fill_out }),
    ...(withCode && code.trim() === '' && { code: messages.fill_out }),
  }
}

/** What a refusal says of password and code; nothing where it is about something else. */
export function proofProblems(error: unknown): Messages<Proof> {
  const sentence = sentenceFor(error)
  // Locked by wrong passwords: it is the password that cannot be tried again.
  if (sentence === messages.password_wrong || sentence === messages.login_locked) return { current: sentence }
  const { otp } = fieldMessages(error)
  return otp === undefined ? {} : { code: otp }
}

interface ProvenChangeOptions<Values extends Proof, Reply>
  extends Pick<ChangeOptions<Values, Reply>, 'outcome' | 'tell' | 'onDone'> {
  values: Values
  withCode: boolean
  /** what is wrong with the other values */
  problems?: (values: Values) => Messages<Values>
  change: (values: Values, send: Send) => Promise<Reply>
  typedBefore?: Values | undefined
}

/** A change that is made with the own password once more; what the server refuses is told at its field. */
export function useProvenChange<Values extends Proof, Reply>(options: ProvenChangeOptions<Values, Reply>) {
  const { values: first, withCode, problems, typedBefore, ...change } = options
  const problemsOf = (values: Values) => ({ ...problems?.(values), ...missingProof(values, withCode) })
  const form = useFields<Values>(first, problemsOf, typedBefore)
  const { change: start, isBusy } = useChange<Values, Reply>({
    ...change,
    isPlaced: () => true,
    onRefused(error) {
      const { name } = fieldMessages(error)
      const refused = { ...proofProblems(error), ...(name !== undefined && { name }) }
      return Object.keys(refused).length > 0 && !form.show(refused)
    },
  })
  return {
    form,
    isBusy,
    submit() {
      if (form.show(problemsOf(form.values))) void start(form.values)
    },
  }
}

/** The own password once more, and a code where a second factor is set. */
export function ProofFields({ form, withCode }: { form: Pick<Fields<Proof>, 'field'>; withCode: boolean }) {
  const { id } = useAccount()
  return (
    <>
      {/* So that a password manager knows whose password this is. */}
      <input type="text" autoComplete="username" value={id} readOnly hidden />
      <PasswordField {...form.field('current')} label="Current Password" autoComplete="current-password" />
      {withCode && (
        <TextField
          {...form.field('code')}
          label="One-time code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          help="Six digits from your authenticator app, or a recovery code."
        />
      )}
    </>
  )
}
