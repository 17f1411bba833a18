import { limits } from '@podium/contract/rules.ts'
import { lazy, Suspense, useState } from 'react'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Note } from '../../../ui/note.tsx'

const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }))

const FEW = 3

interface StatusCardProps {
  /** recovery codes */
  left: number
  onRemoved: () => void
}

export function StatusCard({ left, onRemoved }: StatusCardProps) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <Card title="Second Factor" aside={<Chip tone="good">on</Chip>}>
      <div className={layout.stackClose}>
        <p>Login asks for a code from your authenticator app after the password.</p>
        {left <= FEW ? (
          <Note tone="warn">
            {left} of {limits.recovery_codes} recovery codes are left. For new ones remove the second factor
            and set it up again.
          </Note>
        ) : (
          <p>
            {left} of {limits.recovery_codes} recovery codes are left.
          </p>
        )}
        <div>
          <Button kind="danger" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        </div>
      </div>
      {isRemoving && (
        <Suspense>
          <RemoveDialog
            onCancel={() => setRemoving(false)}
            onRemoved={() => {
              setRemoving(false)
              onRemoved()
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}
