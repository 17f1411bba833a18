import type { ReactNode } from 'react'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Tile } from '../../../ui/layout/tile.tsx'
import styles from './person.module.css'

interface PersonProps {
  /** The ID, or the user name where that is all there is. */
  name: string
  /** The user name and what else tells two people apart. */
  sub?: string
}

export function Person({ name, sub = '' }: PersonProps) {
  return (
    <span className={styles.person}>
      <Tile of={name} round />
      <span className={styles.words}>
        <b className={text.cut} title={name}>
          {name}
        </b>
        {sub !== '' && (
          <span className={classNames(text.sub, text.cut)} title={sub}>
            {sub}
          </span>
        )}
      </span>
    </span>
  )
}

interface PersonItemProps extends PersonProps {
  /** at the right end: a role, a button */
  children: ReactNode
}

export function PersonItem({ children, ...person }: PersonItemProps) {
  return (
    <li className={styles.item}>
      <Person {...person} />
      {children}
    </li>
  )
}
