import {
  type beginSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@podium/contract/calls/sign-in.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, Minus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { useAccount } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { FormColumns } from '../../ui/form/form-frame.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import { NO_PROOF, type Proof, ProofDialog, useProvenChange } from './proof.tsx'
import { BeginForm, ConfirmForm, type MadeCodes, RecoveryCodesCard } from './second-factor-set-up.tsx'

const FEW = 3

const CHANGES = {
  title: 'With a second factor',
  yes: [
    'Login asks for a code after the password',
    `A password needs ${limits.password_min_with_otp} characters, not ${limits.password_min}`,
    'Creating a token asks for a code too',
    'When you turn it on, your other sessions and your tokens end',
  ],
  no: ['A wrong code counts as a failed login'],
}

interface SecondFactorTabProps {
  /** codes just made, which are shown only once */
  codes: MadeCodes | undefined
  onCodes: (codes: MadeCodes | undefined) => void
}

export function SecondFactorTab({ codes, onCodes }: SecondFactorTabProps) {
  const { loginType } = useAccount()
  if (loginType === 'ldap')
    return (
      <Note tone="info">
        The second factor of a directory account belongs to the directory and is set up there.
      </Note>
    )
  if (loginType === 'oidc')
    return (
      <Note tone="info">
        The second factor of a single sign-on account is managed by the sign-in service. Set it up there.
      </Note>
    )
  return (
    <FormColumns>
      {codes ? (
        <RecoveryCodesCard codes={codes} onDone={() => onCodes(undefined)} />
      ) : (
        <OwnFactor onCodes={onCodes} />
      )}
      <RightsCard {...CHANGES} />
    </FormColumns>
  )
}

function OwnFactor({ onCodes }: Pick<SecondFactorTabProps, 'onCodes'>) {
  const { accountId: id } = useAccount()
  const query = useQuery(q(readSecondFactor, { params: { id } }))
  const [begun, setBegun] = useState<ReplyOf<typeof beginSecondFactor>>()
  if (!query.data) return <Card flush>{queryPlaceholder(query, 'the second factor')}</Card>
  if (query.data.enabled)
    return (
      <StatusCard
        left={query.data.recovery_codes_left}
        onRenewed={(list) => onCodes({ list, renewed: true })}
      />
    )
  if (!begun) return <BeginForm onBegun={setBegun} />
  return (
    <ConfirmForm
      begun={begun}
      onCancel={() => setBegun(undefined)}
      onSet={(list) => onCodes({ list, renewed: false })}
    />
  )
}

/** @param left the number of unused recovery codes */
function StatusCard({ left, onRenewed }: { left: number; onRenewed: (codes: readonly string[]) => void }) {
  const [open, setOpen] = useState<'renew' | 'remove'>()
  const close = () => setOpen(undefined)
  const words = `${left} of ${limits.recovery_codes} recovery codes are left.`
  return (
    <Card title="Second Factor" trailing={<Chip tone="good">on</Chip>}>
      <div className={layout.stackClose}>
        <p>Login asks for a code from your authenticator app after the password.</p>
        {left <= FEW ? (
          <Note tone="warn">{words} Create new ones before you need them.</Note>
        ) : (
          <p>{words}</p>
        )}
        <div className={layout.wrap}>
          <Button onClick={() => setOpen('renew')}>New Recovery Codes</Button>
          <Button kind="danger" onClick={() => setOpen('remove')}>
            Remove
          </Button>
        </div>
      </div>
      {open === 'renew' && <RenewDialog onCancel={close} onRenewed={onRenewed} />}
      {open === 'remove' && <RemoveDialog onClose={close} />}
    </Card>
  )
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { accountId: id } = useAccount()
  const removal = useProvenChange({
    values: NO_PROOF,
    withCode: true,
    outcome: 'delete',
    change: (proof, send) => send(removeSecondFactor, { params: { id }, body: bodyOf(proof) }),
    onDone: onClose,
  })
  return (
    <ProofDialog
      proven={removal}
      title="Remove the second factor"
      lead={`Login then asks only for the password, which needs at least ${limits.password_min} characters. The recovery codes no longer work.`}
      submit="Remove"
      kind="danger"
      icon={Trash2}
      onClose={onClose}
    />
  )
}

interface RenewDialogProps {
  onCancel: () => void
  onRenewed: (recoveryCodes: readonly string[]) => void
}

function RenewDialog({ onCancel, onRenewed }: RenewDialogProps) {
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
      lead="They are shown only once, and your current codes stop working."
      submit="Create"
      onClose={onCancel}
    />
  )
}

function bodyOf({ current, code }: Proof) {
  return { current_password: current, otp: code.trim() }
}

interface RightsCardProps {
  title: string
  /** rights that are granted, each with a tick */
  yes: readonly string[]
  /** rights that are not granted, muted and below */
  no: readonly string[]
}

/** Explains a choice beside the form in which it is made. */
function RightsCard({ title, yes, no }: RightsCardProps) {
  return (
    <Card title={title}>
      <ul className={classNames(layout.stackTight, text.small)}>
        {yes.map((fact) => (
          <li key={fact} className={layout.row}>
            <Icon of={Check} className={text.green} />
            {fact}
          </li>
        ))}
        {no.map((fact) => (
          <li key={fact} className={classNames(layout.row, text.muted)}>
            <Icon of={Minus} />
            {fact}
          </li>
        ))}
      </ul>
    </Card>
  )
}
