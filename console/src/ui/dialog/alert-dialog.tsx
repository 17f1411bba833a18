import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import type { AlertKind } from './use-alert.ts'

export interface AlertDialogProps {
  open: boolean
  kind: AlertKind
  message: string
  children?: ReactNode
  onClose: () => void
}

export function AlertDialog({ open, kind, message, children, onClose }: AlertDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={message}
      width={320}
      persistent
      role="alertdialog"
      symbol={
        <span className={classNames(styles.symbol, styles[kind])}>
          <Icon of={kind === 'success' ? Check : CircleAlert} size={18} />
        </span>
      }
      footer={
        <Button kind="primary" wide onClick={onClose}>
          OK
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
