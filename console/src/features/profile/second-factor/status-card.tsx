import { limits } from '@podium/contract/rules.ts'
import { Suspense, useState } from 'react'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { lateDialog } from '../../../ui/dialog/late-dialog.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Chip } from '../../../ui/text/chip.tsx'

const RemoveDialog = lateDialog(async () => (await import('./remove-dialog.tsx')).RemoveDialog)
const RenewDialog = lateDialog(async () => (await import('./renew-dialog.tsx')).RenewDialog)

const FEW = 3

interface StatusCardProps {
  /** recovery codes */
  left: number
  onRenewed: (recoveryCodes: readonly string[]) => void
  onRemoved: () => void
}

export function StatusCard({ left, onRenewed, onRemoved }: StatusCardProps) {
  const [asked, setAsked] = useState<'renew' | 'remove'>()
  const close = () => setAsked(undefined)
  return (
    <Card title="Second Factor" aside={<Chip tone="good">on</Chip>}>
      <div className={layout.stackClose}>
        <p>Login asks for a code from your authenticator app after the password.</p>
        {left <= FEW ? (
          <Note tone="warn">
            {left} of {limits.recovery_codes} recovery codes are left. Make new ones before you need them.
          </Note>
        ) : (
          <p>
            {left} of {limits.recovery_codes} recovery codes are left.
          </p>
        )}
        <div className={layout.wrap}>
          <Button onClick={() => setAsked('renew')}>New Recovery Codes</Button>
          <Button kind="danger" onClick={() => setAsked('remove')}>
            Remove
          </Button>
        </div>
      </div>
      <Suspense>
        {asked === 'renew' && <RenewDialog onCancel={close} onRenewed={onRenewed} />}
        {asked === 'remove' && (
          <RemoveDialog
            onCancel={close}
            onRemoved={() => {
              close()
              onRemoved()
            }}
          />
        )}
      </Suspense>
    </Card>
  )
}
