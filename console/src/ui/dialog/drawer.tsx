import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import dialog from './dialog.module.css'
import styles from './drawer.module.css'

interface DrawerProps {
  open: boolean
  onClose: () => void
  /** Its accessible name; the drawer has no visible heading. */
  label: string
  children: ReactNode
}

/** The sidebar of narrow screens. Slides in from the left; closed by Escape, its button or a press outside. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialog.scrim} />
        <Base.Popup aria-label={label} className={styles.drawer}>
          {children}
          <div className={styles.close}>
            <IconButton icon={X} label="Close" onClick={onClose} />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
