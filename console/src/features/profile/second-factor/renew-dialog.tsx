import { outcomes } from '@podium/contract/rules.ts'
import { renewRecoveryCodes } from '@podium/contract/sign-in.ts'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAccount } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { missingProof, NO_PROOF, proofFields, proofProblems } from '../proof.ts'
import { ProofFields } from '../proof-fields.tsx'

interface RenewDialogProps {
  onCancel: () => void
  onRenewed: (recoveryCodes: readonly string[]) => void
}

export function RenewDialog({ onCancel, onRenewed }: RenewDialogProps) {
  const { accountId: id } = useAccount()
  const { values, errors, change, show, refOf } = useCheckedForm(NO_PROOF, proofFields, (typed) =>
    missingProof(typed, true),
  )
  const fail = useFailure()
  const [isBusy, setBusy] = useState(false)

  async function renew() {
    if (isBusy || !show(missingProof(values, true))) return
    setBusy(true)
    const body = { current_password: values.current, otp: values.code.trim() }
    try {
      const { recovery_codes } = await call(renewRecoveryCodes, { params: { id }, body, place: () => true })
      onRenewed(recovery_codes)
    } catch (error) {
      setBusy(false)
      const problems = proofProblems(error)
      if (Object.keys(problems).length > 0) show(problems)
      else await fail(outcomes.create.failed, error)
    }
  }

  return (
    <Dialog
      open
      persistent
      title="New recovery codes"
      lead="They are shown once. The codes you have now are void from then on."
      onClose={onCancel}
      onSubmit={() => void renew()}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            Create
          </Button>
        </>
      }
    >
      <div className={layout.stackClose}>
        <ProofFields values={values} errors={errors} withCode change={change} refOf={refOf} />
      </div>
    </Dialog>
  )
}
