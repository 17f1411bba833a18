import { limits } from '@podium/contract/rules.ts'
import type { AccessToken } from '@podium/contract/sign-in.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { ProofFields } from '../proof-fields.tsx'
import {
  EMPTY_TOKEN,
  expiries,
  NEW_TOKEN_FORM,
  scopeWords,
  type TokenField,
  type TokenValues,
  tokenFields,
  tokenProblems,
} from './token-form.ts'
import { type MadeToken, useMakeToken } from './use-make-token.ts'

interface NewTokenDialogProps {
  /** a second factor is set */
  withCode: boolean
  /** Agreed to where something was typed. */
  onCancel: () => void
  onMade: (made: MadeToken) => void
}

const SCOPES = (['read', 'full'] as const).map((value) => ({ value, ...scopeWords[value] }))

export function NewTokenDialog({ withCode, onCancel, onMade }: NewTokenDialogProps) {
  const confirm = useConfirm()
  const kept = useKeptValues<TokenValues>(NEW_TOKEN_FORM)
  const { values, errors, change, show, refOf } = useCheckedForm<TokenValues, TokenField>(
    kept ?? EMPTY_TOKEN,
    tokenFields,
    (typed) => tokenProblems(typed, withCode),
  )
  const { make, isBusy } = useMakeToken({ withCode, show, onMade })
  const isTyped = values.name !== '' || values.current !== ''
  useKeptForm(NEW_TOKEN_FORM, isTyped ? { ...values, current: '', code: '' } : undefined)

  async function cancel() {
    if (!isTyped || (await confirm('return', 'What you typed is not saved.'))) onCancel()
  }

  return (
    <Dialog
      open
      persistent
      title="New Token"
      lead="A program signs in with it instead of your password. It is shown once."
      onClose={() => void cancel()}
      onSubmit={() => void make(values)}
      footer={
        <>
          <Button onClick={() => void cancel()}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            Create
          </Button>
        </>
      }
    >
      <div className={layout.stackClose}>
        <TextField
          ref={refOf('name')}
          label="Name"
          autoComplete="off"
          maxLength={limits.name}
          value={values.name}
          error={errors.name}
          help="Of the program or machine that will use it."
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <RadioGroup<AccessToken['scope']>
          legend="It may do"
          options={SCOPES}
          value={values.scope}
          onChange={(scope) => change({ scope })}
        />
        <SelectField
          label="Expires in"
          options={expiries}
          value={values.days}
          onChange={(event) => change({ days: event.currentTarget.value })}
        />
        <ProofFields values={values} errors={errors} withCode={withCode} change={change} refOf={refOf} />
      </div>
    </Dialog>
  )
}
