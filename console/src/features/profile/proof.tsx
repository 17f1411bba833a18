import { messages } from '@podium/contract/rules/rules.ts'
import type { ComponentProps } from 'react'
import { fieldMessages } from '../../api/api-error.ts'
import { type ChangeOptions, type Send, useChange } from '../../record/use-change.ts'
import { useAccount } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PasswordField, TextField } from '../../ui/form/text-field.tsx'
import { type Fields, type Messages, useFields } from '../../ui/form/use-fields.ts'
import { refusedCurrent } from '../auth/components/password-form.ts'

/** The password, and perhaps a code, with which a person confirms a change to their account. */
export type Proof = {
  current: string
  /** the code of the second factor, or a recovery code; '' if none is set */
  code: string
}

export const NO_PROOF: Proof = { current: '', code: '' }

/** Returns what a refusal says about password and code; nothing if it is about something else. */
export function proofProblems(error: unknown): Messages<Proof> {
  const current = refusedCurrent(error)
  const { otp } = fieldMessages(error)
  return { ...(current !== undefined && { current }), ...(otp !== undefined && { code: otp }) }
}

interface ProvenChangeOptions<Values extends Proof, Reply>
  extends Pick<ChangeOptions<Values, Reply>, 'outcome' | 'tell' | 'onDone'> {
  values: Values
  withCode: boolean
  /** validates the other values */
  problems?: (values: Values) => Messages<Values>
  change: (values: Values, send: Send) => Promise<Reply>
  typedBefore?: Values | undefined
}

/** Makes a change that needs the person's own password again. Refusals are shown at their fields. */
export function useProvenChange<Values extends Proof, Reply>(options: ProvenChangeOptions<Values, Reply>) {
  const { values: first, withCode, problems, typedBefore, ...change } = options
  const withPassword = useAccount().loginType !== 'oidc'
  const problemsOf = (values: Values): Messages<Values> => ({
    ...problems?.(values),
    ...(withPassword && values.current === '' && { current: messages.fill_out }),
    ...(withCode && values.code.trim() === '' && { code: messages.fill_out }),
  })
  const form = useFields<Values>(first, problemsOf, typedBefore)
  const { change: start, isBusy } = useChange<Values, Reply>({
    ...change,
    isShownOnField: () => true,
    onRefused(error) {
      const { name } = fieldMessages(error)
      const refused = { ...proofProblems(error), ...(name !== undefined && { name }) }
      return Object.keys(refused).length > 0 && !form.show(refused)
    },
  })
  return {
    form,
    withCode,
    isBusy,
    submit() {
      if (form.show(problemsOf(form.values))) void start(form.values)
    },
  }
}

/** The person's own password, and a code if a second factor is set. */
export function ProofFields({ form, withCode }: { form: Pick<Fields<Proof>, 'field'>; withCode: boolean }) {
  const { id, loginType } = useAccount()
  if (loginType === 'oidc')
    return (
      <Note tone="info">
        This needs a sign-in from the last ten minutes. If yours is older, log out and sign in again.
      </Note>
    )
  return (
    <>
      {/* Tells a password manager whose password this is. */}
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

interface ProofDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'onSubmit' | 'busy'> {
  proven: { form: Pick<Fields<Proof>, 'field'>; withCode: boolean; submit: () => void; isBusy: boolean }
}

/** @param children the content above the proof */
export function ProofDialog({ proven, children, ...dialog }: ProofDialogProps) {
  return (
    <FormDialog {...dialog} persistent onSubmit={proven.submit} busy={proven.isBusy}>
      <div className={layout.stackClose}>
        {children}
        <ProofFields {...proven} />
      </div>
    </FormDialog>
  )
}
