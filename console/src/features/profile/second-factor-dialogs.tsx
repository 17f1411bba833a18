import { limits } from '@podium/contract/rules.ts'
import { removeSecondFactor, renewRecoveryCodes } from '@podium/contract/sign-in.ts'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccount } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { NO_PROOF, type Proof, ProofFields, useProvenChange } from './proof.tsx'

interface RemoveDialogProps {
  onCancel: () => void
  onRemoved: () => void
}

export function RemoveDialog({ onCancel, onRemoved }: RemoveDialogProps) {
  const { accountId: id } = useAccount()
  const removal = useProvenChange({
    values: NO_PROOF,
    withCode: true,
    outcome: 'delete',
    change: (proof, send) => send(removeSecondFactor, { params: { id }, body: bodyOf(proof) }),
    onDone: onRemoved,
  })
  return (
    <ProofDialog
      proven={removal}
      title="Remove the second factor"
      lead={`Login asks for the password alone again, which then has ${limits.password_min} characters or more. The recovery codes are void.`}
      onCancel={onCancel}
      submit={
        <Button kind="danger" type="submit" icon={Trash2} busy={removal.isBusy}>
          Remove
        </Button>
      }
    />
  )
}

interface RenewDialogProps {
  onCancel: () => void
  onRenewed: (recoveryCodes: readonly string[]) => void
}

export function RenewDialog({ onCancel, onRenewed }: RenewDialogProps) {
  const { accountId: id } = useAccount()
  const renewal = useProvenChange({
    values: NO_PROOF,
    withCode: true,
    outcome: 'create',
    change: (proof, send) => send(renewRecoveryCodes, { params: { id }, body: bodyOf(proof) }),
    tell: () => undefined,
    onDone: ({ recovery_codes }) => onRenewed(recovery_codes),
  })
  return (
    <ProofDialog
      proven={renewal}
      title="New recovery codes"
      lead="They are shown once. The codes you have now are void from then on."
      onCancel={onCancel}
      submit={
        <Button kind="primary" type="submit" busy={renewal.isBusy}>
          Create
        </Button>
      }
    />
  )
}

function bodyOf({ current, code }: Proof) {
  return { current_password: current, otp: code.trim() }
}

interface ProofDialogProps {
  proven: Pick<ReturnType<typeof useProvenChange<Proof, unknown>>, 'form' | 'submit'>
  title: string
  lead: string
  onCancel: () => void
  submit: ReactNode
}

function ProofDialog({
  proven: { form, submit: onSubmit },
  title,
  lead,
  onCancel,
  submit,
}: ProofDialogProps) {
  return (
    <Dialog
      open
      persistent
      title={title}
      lead={lead}
      onClose={onCancel}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          {submit}
        </>
      }
    >
      <div className={layout.stackClose}>
        <ProofFields form={form} withCode />
      </div>
    </Dialog>
  )
}
