import { readSession } from '@podium/contract/calls/auth.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { useChange } from '../record/use-change.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'

const LONGEST =
  'A session lasts 12 hours at most, and this one is about to end. Save your work, then log out and sign in again.'

export function SessionEndDialog({ onClose }: { onClose: () => void }) {
  const { change: stay, isBusy } = useChange({
    change: async (_: null, send) => (await send(readSession)).ends_in_s,
    tell: (left) =>
      left !== null && left <= limits.session_warning_s ? { alert: 'error', text: LONGEST } : undefined,
    failed: 'The session could not be kept.',
    onDone: onClose,
  })
  return (
    <Dialog
      open
      persistent
      width={320}
      role="alertdialog"
      title="Your session ends in two minutes"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Dismiss</Button>
          <Button kind="primary" busy={isBusy} onClick={() => void stay(null)}>
            Stay signed in
          </Button>
        </>
      }
    >
      Stay signed in to go on with what you are doing.
    </Dialog>
  )
}
