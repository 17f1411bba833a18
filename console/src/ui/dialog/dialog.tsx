import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  open: boolean
  /** Called on Escape and on a press outside (unless persistent); the dialog does not close itself. */
  onClose: () => void
  title: string
  lead?: ReactNode
  /** Content above the title, such as the icon of an alert. */
  symbol?: ReactNode
  width?: 320 | 420 | 640 | 1000
  /**
   * Positioned at a fixed height, so that the field stays where it is as the rest grows. The title is for screen
   * readers only, and the content reaches the edges.
   */
  atTop?: boolean
  /** Ignores presses outside; Escape still means Cancel. */
  persistent?: boolean
  /** Cannot be closed by Escape either. */
  sealed?: boolean
  role?: 'dialog' | 'alertdialog'
  /** Called on opening: true focuses the dialog itself, so that a key meant for something else presses no button. */
  holdsFocus?: () => boolean
  /** Makes the dialog a form: Enter in a field submits it. */
  onSubmit?: () => void
  footer?: ReactNode
  children?: ReactNode
}

/** The dialog focuses its first field, or its first button without one. */
const FIELD = ':is(input, select, textarea):enabled:not([hidden])'

/** Marks the field of the page that gets the focus if the element that opened the dialog is gone. */
const FIRST_FIELD = '[data-first-field]'

/** The base of every dialog: traps the focus, returns it, and fades in. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, lead, symbol, footer, children, onSubmit } = props
  const {
    width = 420,
    atTop = false,
    persistent = false,
    sealed = false,
    role = 'dialog',
    holdsFocus,
  } = props
  const popup = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  // Read before the page behind becomes inert, which removes the focus.
  if (open && !wasOpen.current) opener.current = document.activeElement as HTMLElement | null
  wasOpen.current = open
  const parts = (
    <>
      <div className={atTop ? text.hidden : styles.head}>
        {symbol}
        <Base.Title className={styles.title}>{title}</Base.Title>
        {lead !== undefined && <Base.Description className={text.muted}>{lead}</Base.Description>}
      </div>
      {children !== undefined && <div className={styles.body}>{children}</div>}
      {footer !== undefined && <div className={classNames(layout.row, styles.foot)}>{footer}</div>}
    </>
  )
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={persistent || sealed}
      onOpenChange={(_, { reason, cancel }) => {
        cancel()
        if (!sealed && (reason === 'escape-key' || reason === 'outside-press')) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop forceRender className={styles.scrim} />
        <Base.Viewport
          className={classNames(styles.viewport, width === 1000 && styles.roomy, atTop && styles.atTop)}
        >
          <Base.Popup
            ref={popup}
            role={role}
            initialFocus={() =>
              (holdsFocus?.() ? popup.current : popup.current?.querySelector<HTMLElement>(FIELD)) ?? true
            }
            finalFocus={() => {
              const { activeElement, body } = document
              // The page has moved the focus already.
              if (activeElement !== body && !popup.current?.contains(activeElement)) return false
              if (opener.current?.isConnected && opener.current !== body) return opener.current
              return document.querySelector<HTMLElement>(FIRST_FIELD) ?? true
            }}
            className={classNames(styles.dialog, styles[`width${width}`])}
          >
            {onSubmit ? (
              <form
                className={styles.form}
                noValidate
                onSubmit={(event) => {
                  event.preventDefault()
                  // A dialog rendered inside a form must not submit that form too.
                  event.stopPropagation()
                  onSubmit()
                }}
              >
                {parts}
              </form>
            ) : (
              parts
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
