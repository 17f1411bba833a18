import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface RepeatDialogProps {
  /** what was to be done: 'Create workspace quality' */
  deed: string
  onCancel: () => void
  onRepeat: () => void
}

/** Above whatever else is open: a form in a dialog offers it too. */
export function RepeatDialog({ deed, onCancel, onRepeat }: RepeatDialogProps) {
  const [isOpen, setOpen] = useState(false)
  // A dialog with the form may be opening at this moment: whichever opens last stands above the other.
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true))
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog
      open={isOpen}
      width={320}
      persistent
      role="alertdialog"
      title="Your session ended before this was done"
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Dismiss</Button>
          <Button kind="primary" onClick={onRepeat}>
            Repeat
          </Button>
        </>
      }
    >
      {deed}.
    </Dialog>
  )
}
