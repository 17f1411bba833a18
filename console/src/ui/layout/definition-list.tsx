import { Fragment, type ReactNode } from 'react'
import { NOTHING } from '../../format/nothing.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './definition-list.module.css'

export interface Definition {
  term: string
  value: ReactNode
}

/**
 * Facts as names with values, one per line. A missing value is a dash.
 * @param inset in a flush card, with the distance from its edge
 */
export function DefinitionList({ items, inset }: { items: readonly Definition[]; inset?: boolean }) {
  const list = (
    <dl className={classNames(text.small, styles.list)}>
      {items.map(({ term, value }) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value === '' ? NOTHING : (value ?? NOTHING)}</dd>
        </Fragment>
      ))}
    </dl>
  )
  return inset ? <div className={layout.inset}>{list}</div> : list
}

/** A few facts of a record side by side, or stacked on narrow screens. */
export function FactStrip({ children }: { children: ReactNode }) {
  return <dl className={classNames(layout.surface, styles.strip)}>{children}</dl>
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={text.note}>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
