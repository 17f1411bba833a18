import { ArrowRight } from 'lucide-react'
import { Fragment } from 'react'
import { NOTHING } from '../format/nothing.ts'
import styles from './change-list.module.css'
import { Icon } from './icon.tsx'

export interface Change {
  name: string
  before: string | null
  after: string | null
}

/** Before and after, one line for each: what was is struck, what will be is green. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ name, before, after }) => (
        <Fragment key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.before}>{before === null ? NOTHING : <del>{before}</del>}</dd>
          <dd className={styles.after}>
            <Icon of={ArrowRight} size={14} className={styles.arrow} />
            {after === null ? NOTHING : <ins>{after}</ins>}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
