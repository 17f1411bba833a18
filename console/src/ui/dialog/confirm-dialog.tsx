import { Square, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { type ConfirmMode, confirmWords } from './confirm-modes.ts'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  mode: ConfirmMode
  /** What goes with it, by count and by name. */
  children?: ReactNode
  busy?: boolean
  /** Why nobody can agree now. */
  reason?: string | undefined
  /** Instead of the mode's own word. */
  yes?: string | undefined
  /** Instead of the mode's own question. */
  prompt?: string | undefined
  onCancel: () => void
  onConfirm: () => void
}

export function ConfirmDialog({
  open,
  mode,
  children,
  busy,
  reason,
  yes,
  prompt,
  onCancel,
  onConfirm,
}: ConfirmDialogProps) {
  const words = confirmWords(mode)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={prompt ?? words.prompt}
      width={320}
      persistent
      role="alertdialog"
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            kind={words.removes ? 'danger' : 'primary'}
            icon={words.removes && (mode === 'stop' ? Square : Trash2)}
            busy={busy}
            reason={reason}
            onClick={onConfirm}
          >
            {yes ?? words.yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
