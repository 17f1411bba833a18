import type { ReactNode } from 'react'
import { NOTHING } from '../../format/nothing.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'

/** A text on one line of a cell, cut where it has no room and in full under the pointer; a dash where it is empty. */
export function CellText({ of: words, mono }: { of: string; mono?: boolean }) {
  if (words === '') return NOTHING
  return (
    <span
      translate={mono ? 'no' : undefined}
      className={classNames(text.line, mono && text.mono, mono && styles.wrappedOnPhone)}
      title={words}
    >
      {words}
    </span>
  )
}

interface CellLinesProps {
  first: ReactNode
  second: string
  /** under the pointer, where it tells more than the two lines */
  title?: string
}

/** Two facts of a cell, the lesser one below. */
export function CellLines({ first, second, title }: CellLinesProps) {
  return (
    <>
      <span className={text.line} title={title ?? (typeof first === 'string' ? first : undefined)}>
        {first}
      </span>
      {second !== '' && (
        <span className={classNames(text.line, text.sub, styles.lesser)} title={title ?? second}>
          {second}
        </span>
      )}
    </>
  )
}
