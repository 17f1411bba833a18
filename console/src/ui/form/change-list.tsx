import { ArrowRight } from 'lucide-react'
import { Fragment } from 'react'
import { NOTHING } from '../../format/nothing.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { Note } from '../feedback/note.tsx'
import { Moment } from '../text/moment.tsx'
import styles from './change-list.module.css'

export interface Change {
  name: string
  before: string | null
  after: string | null
}

/**
 * Values before and after, one line per change: the old one struck through, the new one green.
 * @param stacked puts the name on its own line, for a narrow place such as a question
 */
export function ChangeList({ changes, stacked }: { changes: readonly Change[]; stacked?: boolean }) {
  return (
    <dl className={classNames(text.small, styles.changes, !stacked && styles.wide)}>
      {changes.map(({ name, before, after }) => (
        <Fragment key={name}>
          <dt className={text.muted}>{name}</dt>
          <dd>{before === null ? NOTHING : <del>{before}</del>}</dd>
          <dd className={styles.after}>
            <Icon of={ArrowRight} size={14} className={text.muted} />
            {after === null ? NOTHING : <ins>{after}</ins>}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

interface StaleNoteProps {
  /** the sentence that another person has saved first */
  sentence: string
  /** the time of their save */
  at: string
  /** their changes */
  changes: readonly Change[]
}

/** Shows another person's changes since the form opened. Typed text is kept; the next save is based on their record. */
export function StaleNote({ sentence, at, changes }: StaleNoteProps) {
  return (
    <Note tone="warn" live title={sentence}>
      <div className={layout.stackTight}>
        <p>
          Changed at <Moment at={at} />. What you typed is still here.
        </p>
        <ChangeList changes={changes} />
      </div>
    </Note>
  )
}
