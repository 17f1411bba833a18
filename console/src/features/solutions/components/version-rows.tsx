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
}

export function VersionRows({ rows }: VersionRowsProps) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ id, version, title, sub, to, current }) => (
        <li key={id}>
          <Link
            {...to}
            // The router marks only a link to this very address; the page marks others as current too.
            activeOptions={{ exact: true }}
            aria-current={current ? 'true' : undefined}
            className={styles.row}
            resetScroll={false}
            replace
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
