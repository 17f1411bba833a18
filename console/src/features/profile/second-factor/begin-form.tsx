import { outcomes } from '@podium/contract/rules.ts'
import { beginSecondFactor } from '@podium/contract/sign-in.ts'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAccount } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FormFields, FormFrame } from '../../../ui/form/form-frame.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { missingProof, NO_PROOF, proofFields, proofProblems } from '../proof.ts'
import { ProofFields } from '../proof-fields.tsx'

interface BeginFormProps {
  onBegun: (begun: ReplyOf<typeof beginSecondFactor>) => void
}

export function BeginForm({ onBegun }: BeginFormProps) {
  const { accountId: id } = useAccount()
  const { values, errors, change, show, refOf } = useCheckedForm(NO_PROOF, proofFields, (typed) =>
    missingProof(typed, false),
  )
  const fail = useFailure()
  const [isBusy, setBusy] = useState(false)

  async function submit() {
    if (isBusy || !show(missingProof(values, false))) return
    setBusy(true)
    const body = { current_password: values.current }
    try {
      onBegun(await call(beginSecondFactor, { params: { id }, body, place: () => true }))
    } catch (error) {
      setBusy(false)
      const problems = proofProblems(error)
      if (Object.keys(problems).length > 0) show(problems)
      else await fail(outcomes.save.failed, error)
    }
  }

  return (
    <FormFrame label="Second Factor" onSubmit={() => void submit()}>
      <FormFields>
        <p>
          With a second factor, login asks for a code from an authenticator app on your phone beside the
          password: a stolen password alone opens nothing.
        </p>
        <ProofFields values={values} errors={errors} withCode={false} change={change} refOf={refOf} />
      </FormFields>
      <SaveBar note="No second factor is set">
        <Button kind="primary" type="submit" busy={isBusy}>
          Set Up
        </Button>
      </SaveBar>
    </FormFrame>
  )
}
