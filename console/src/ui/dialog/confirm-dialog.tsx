import { Square, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from './dialog.tsx'
import { type ConfirmMode, confirmWords } from './use-confirm.ts'

export interface ConfirmDialogProps {
  open: boolean
  mode: ConfirmMode
  /** What goes with it, by count and by name. */
  children?: ReactNode
  busy?: boolean
  /** Why it cannot be confirmed now. */
  disabledReason?: string | undefined
  /** The button's word, in the place of the mode's own. */
  yes?: string | undefined
  /** The question, in the place of the mode's own. */
  prompt?: string | undefined
  onCancel: () => void
  onConfirm: () => void
}

export function ConfirmDialog({
  open,
  mode,
  children,
  busy,
  disabledReason,
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
            disabledReason={disabledReason}
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
