import type { ReactNode } from 'react'
import layout from '../../theme/layout.module.css'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'

export interface TableFrameProps {
  /** The table's accessible name, that of its page or card. */
  name: string
  /** Rows of 52 px, for names with a second line. */
  tall?: boolean
  /** Whether its columns have fixed widths: long texts are cut, and the frame never scrolls on a wide screen. */
  fitted?: boolean
  /** For the cells of a file: not translated by browsers, scrolled in the frame, by keyboard too, no sticky header. */
  wide?: boolean
  /** Inside a card, which has the frame. */
  bare?: boolean
  /** Dims old rows while new ones load. */
  stale?: boolean
  /** In place of rows: loading, empty or failed. */
  placeholder?: ReactNode
  foot?: ReactNode
  /** Above the rows, in place of headers. */
  bar?: ReactNode
  /** thead and tbody. */
  children: ReactNode
}

/** The frame of every table, which keeps the layout stable between loading, empty and full. */
export function TableFrame(props: TableFrameProps) {
  const { name, tall, fitted, wide, bare, stale, placeholder, foot, bar, children } = props
  return (
    <div className={classNames(!bare && layout.surface)}>
      {bar}
      <div
        {...(wide && { role: 'region', 'aria-label': `Cells of ${name}`, tabIndex: 0 })}
        className={classNames(layout.scroll, styles.scroll, wide && styles.wide)}
      >
        <table
          translate={wide ? 'no' : undefined}
          aria-label={name}
          aria-busy={stale || undefined}
          className={classNames(styles.table, tall && styles.tall, fitted && styles.fitted)}
        >
          {children}
        </table>
      </div>
      {placeholder}
      {foot}
    </div>
  )
}
