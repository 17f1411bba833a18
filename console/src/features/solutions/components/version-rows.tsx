import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatVersion } from '../../../format/version.ts'
import type { Target } from '../../../navigation/target.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import styles from './version-rows.module.css'

interface VersionRowsProps {
  rows: readonly {
    id: string
    version: number
    title: string
    sub: ReactNode
    to: Target
    current?: boolean
  }[]
  /** Choosing leads to a place on the same page, which stays where it is. */
  staying?: boolean
}

/** Versions one below the other, each a link. */
export function VersionRows({ rows, staying = false }: VersionRowsProps) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ id, version, title, sub, to, current }) => (
        <li key={id}>
          <Link
            {...to}
            // The router marks a link that leads to the very address; the page knows of more that is current.
            activeOptions={{ exact: true }}
            aria-current={current ? 'true' : undefined}
            className={styles.row}
            resetScroll={!staying}
            replace={staying}
          >
            <span className={text.strong}>{formatVersion(version)}</span>{' '}
            <span className={text.cut}>{title}</span>{' '}
            <span className={classNames(text.sub, styles.sub)}>{sub}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
