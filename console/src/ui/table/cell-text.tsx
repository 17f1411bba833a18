import type { ReactNode } from 'react'
import { NOTHING } from '../../format/nothing.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'

/** A text on one line of a cell, cut if it is too long, with the full text in the tooltip; a dash if it is empty. */
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
  /** the tooltip, if it says more than the two lines */
  title?: string
}

/** A cell with two facts, the less important one below. */
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
