import { type AccessToken, makeToken } from '@podium/contract/calls/sign-in.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useSavedForm, useSavedValues } from '../../session/use-saved-form.ts'
import { useAccount } from '../../session/use-session.ts'
import { useConfirm } from '../../ui/dialog/use-confirm.ts'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { SelectField } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { NO_PROOF, type Proof, ProofDialog, useProvenChange } from './proof.tsx'

export type MadeToken = ReplyOf<typeof makeToken>

type TokenValues = { name: string; scope: AccessToken['scope']; days: string } & Proof

/** The key under which typed values are kept when the session is lost. */
export const NEW_TOKEN_FORM = 'New Token'

const EMPTY: TokenValues = { name: '', scope: 'read', days: '90', ...NO_PROOF }
const EXPIRIES = ['7', '30', '90', '180', '365'].map((days) => ({ value: days, label: `${days} days` }))

export const scopeWords: Record<AccessToken['scope'], { label: string; help: string }> = {
  read: { label: 'Read only', help: 'For calls that change nothing.' },
  full: {
    label: 'Everything you may do',
    help: 'Except changing how you sign in: password, tokens, second factor and sessions.',
  },
}
const SCOPES = (['read', 'full'] as const).map((value) => ({ value, ...scopeWords[value] }))

interface NewTokenDialogProps {
  /** whether a second factor is set */
  withCode: boolean
  /** called after the person agreed to lose typed values */
  onCancel: () => void
  onMade: (made: MadeToken) => void
}

export function NewTokenDialog({ withCode, onCancel, onMade }: NewTokenDialogProps) {
  const { accountId: id } = useAccount()
  const confirm = useConfirm()
  const making = useProvenChange({
    values: EMPTY,
    typedBefore: useSavedValues<TokenValues>(NEW_TOKEN_FORM),
    withCode,
    problems: ({ name }) => ({ ...(name.trim() === '' && { name: messages.fill_out }) }),
    outcome: 'create',
    change: ({ name, scope, days, current, code }, send) =>
      send(makeToken, {
        params: { id },
        body: {
          name: name.trim(),
          scope,
          expires_in_days: Number(days),
          current_password: current,
          ...(withCode && { otp: code.trim() }),
        },
      }),
    tell: () => undefined,
    onDone: onMade,
  })
  const { values, field, change } = making.form
  const isTyped = values.name !== '' || values.current !== ''
  useSavedForm(NEW_TOKEN_FORM, isTyped ? { ...values, ...NO_PROOF } : undefined)

  async function cancel() {
    if (!isTyped || (await confirm('return', 'What you typed is not saved.'))) onCancel()
  }

  return (
    <ProofDialog
      proven={making}
      title="New Token"
      lead="A program signs in with it instead of your password. It is shown once."
      submit="Create"
      onClose={() => void cancel()}
    >
      <TextField
        {...field('name')}
        label="Name"
        autoComplete="off"
        maxLength={limits.name}
        help="Of the program or machine that will use it."
      />
      <RadioGroup<AccessToken['scope']>
        legend="It may do"
        options={SCOPES}
        value={values.scope}
        onChange={(scope) => change({ scope })}
      />
      <SelectField {...field('days')} label="Expires in" options={EXPIRIES} />
    </ProofDialog>
  )
}
