import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import styles from './command-menu.module.css'

const KEYS = [
  ['Ctrl K', 'Search, or jump to a page'],
  ['?', 'This list'],
  ['Esc', 'Close what is open'],
  ['Tab', 'Next control; Shift Tab goes back'],
  ['↑ ↓', 'Move in menus, lists and tabs'],
  ['Enter', 'Open, or save a form'],
] as const

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      width={420}
      title="Keyboard help"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className={styles.help}>
        {KEYS.map(([key, what]) => (
          <div key={key} className={styles.pair}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
