import { NOTHING } from '../../format/nothing.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './cell-text.module.css'

/** A text on one line of a cell, cut where it has no room and in full under the pointer; a dash where it is empty. */
export function CellText({ of: words, mono }: { of: string; mono?: boolean }) {
  if (words === '') return NOTHING
  return (
    <span className={classNames(styles.line, mono && styles.code, mono && text.mono)} title={words}>
      {words}
    </span>
  )
}

interface CellLinesProps {
  first: string
  second: string
  /** under the pointer, where it tells more than the two lines */
  title?: string
}

/** Two facts of a cell, the lesser one below. */
export function CellLines({ first, second, title }: CellLinesProps) {
  return (
    <span className={styles.lines}>
      <span className={styles.line} title={title ?? first}>
        {first}
      </span>
      {second !== '' && (
        <span className={classNames(styles.line, text.sub)} title={title ?? second}>
          {second}
        </span>
      )}
    </span>
  )
}
