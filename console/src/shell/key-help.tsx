import { Fragment } from 'react'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import styles from './shell.module.css'

const KEYS = [
  ['Ctrl K', 'Search, or jump to a page'],
  ['Ctrl Enter', 'Open the search result in a new tab'],
  ['?', 'This list'],
  ['Esc', 'Close what is open'],
  ['Tab', 'Next control; Shift Tab goes back'],
  ['↑ ↓', 'Move in menus, lists and tabs'],
  ['Enter', 'Open, or save a form'],
  ['/', 'Go to the search of a list'],
  ['j k', 'Next and previous row of a list, as ↓ ↑ once a row has the focus'],
  ['x', 'Select the row'],
  ['s', 'Star the run of the row, or remove the star'],
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
      <dl className={styles.keyList}>
        {KEYS.map(([key, what]) => (
          <Fragment key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
