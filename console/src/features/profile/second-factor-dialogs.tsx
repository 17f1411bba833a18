import { limits } from '@podium/contract/rules.ts'
import { removeSecondFactor, renewRecoveryCodes } from '@podium/contract/sign-in.ts'
import { Trash2 } from 'lucide-react'
import { useAccount } from '../../session/use-session.ts'
import { NO_PROOF, type Proof, ProofDialog, useProvenChange } from './proof.tsx'

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
      button={{ kind: 'danger', icon: Trash2, children: 'Remove' }}
      onCancel={onCancel}
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
      button={{ kind: 'primary', children: 'Create' }}
      onCancel={onCancel}
    />
  )
}

function bodyOf({ current, code }: Proof) {
  return { current_password: current, otp: code.trim() }
}
