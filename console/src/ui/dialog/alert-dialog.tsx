import { Check, CircleAlert } from 'lucide-react'
import { Button } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import chip from '../text/chip.module.css'
import type { Alert } from '../use-alert.ts'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'

interface AlertDialogProps {
  open: boolean
  alert: Alert
  onClose: () => void
  /** whether the person was writing when it opened, so that the next Enter is meant for their text */
  wasWriting: () => boolean
}

export function AlertDialog({
  open,
  alert: { kind, message, detail },
  onClose,
  wasWriting,
}: AlertDialogProps) {
  const isGood = kind === 'success'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={message}
      width={320}
      persistent
      role="alertdialog"
      holdsFocus={wasWriting}
      symbol={
        <span className={classNames(styles.symbol, isGood ? chip.good : chip.bad)}>
          <Icon of={isGood ? Check : CircleAlert} size={18} />
        </span>
      }
      footer={
        <Button
          kind="primary"
          wide
          // Ignores an Enter that sent a form and is still held.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={onClose}
        >
          OK
        </Button>
      }
    >
      {detail}
    </Dialog>
  )
}
