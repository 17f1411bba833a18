import { limits, outcomes } from '@podium/contract/rules.ts'
import { removeSecondFactor } from '@podium/contract/sign-in.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAccount } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { missingProof, NO_PROOF, proofFields, proofProblems } from '../proof.ts'
import { ProofFields } from '../proof-fields.tsx'

interface RemoveDialogProps {
  onCancel: () => void
  onRemoved: () => void
}

export function RemoveDialog({ onCancel, onRemoved }: RemoveDialogProps) {
  const { accountId: id } = useAccount()
  const { values, errors, change, show, refOf } = useCheckedForm(NO_PROOF, proofFields, (typed) =>
    missingProof(typed, true),
  )
  const alert = useAlert()
  const fail = useFailure()
  const [isBusy, setBusy] = useState(false)

  async function remove() {
    if (isBusy || !show(missingProof(values, true))) return
    setBusy(true)
    const body = { current_password: values.current, otp: values.code.trim() }
    try {
      await call(removeSecondFactor, { params: { id }, body, place: () => true })
    } catch (error) {
      setBusy(false)
      const problems = proofProblems(error)
      if (Object.keys(problems).length > 0) show(problems)
      else await fail(outcomes.delete.failed, error)
      return
    }
    onRemoved()
    await alert('success', outcomes.delete.done)
  }

  return (
    <Dialog
      open
      persistent
      title="Remove the second factor"
      lead={`Login asks for the password alone again, which then has ${limits.password_min} characters or more. The recovery codes are void.`}
      onClose={onCancel}
      onSubmit={() => void remove()}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button kind="danger" type="submit" icon={Trash2} busy={isBusy}>
            Remove
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
