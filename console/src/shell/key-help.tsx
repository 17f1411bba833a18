import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { paths } from '../navigation/paths.ts'
import { hasShortcuts, SHORTCUTS, type ShortcutName } from '../navigation/shortcuts.ts'
import text from '../theme/text.module.css'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import type { Place } from './places.ts'
import styles from './shell.module.css'

const ANYWHERE: readonly ShortcutName[] = ['commands', 'newTab', 'close', 'control', 'move', 'open']
const PAGE: readonly ShortcutName[] = ['help', 'main']
const LIST: readonly ShortcutName[] = ['search', 'next', 'previous', 'select', 'star']

interface KeyHelpProps {
  /** the pages that the person may open */
  pages: readonly Place[]
  onClose: () => void
}

export function KeyHelp({ pages, onClose }: KeyHelpProps) {
  return (
    <Dialog
      open
      width={640}
      title="Keyboard help"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles.keyGroups}>
        <Keys title="Everywhere" rows={ANYWHERE.map(rowOf)} />
        {hasShortcuts() ? (
          <>
            <Keys title="On a page" rows={PAGE.map(rowOf)} />
            <Keys title="In a list" rows={LIST.map(rowOf)} />
            <Keys
              title="Go to"
              rows={pages.flatMap(({ keys, label }) => (keys === undefined ? [] : [[keys, label] as const]))}
            />
          </>
        ) : (
          <p className={text.muted}>
            Single-key shortcuts are off.{' '}
            <Link {...paths.editProfile({ tab: 'appearance' })}>Turn them on</Link>
          </p>
        )}
      </div>
    </Dialog>
  )
}

type Row = readonly [keys: string, does: string]

function rowOf(name: ShortcutName): Row {
  const { keys, does } = SHORTCUTS[name]
  return [keys, does]
}

function Keys({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section aria-label={title}>
      <h3 className={text.note}>{title}</h3>
      <dl className={styles.keyList}>
        {rows.map(([keys, does]) => (
          <Fragment key={keys}>
            <dt>
              <Kbd>{keys}</Kbd>
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
