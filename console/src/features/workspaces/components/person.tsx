import type { ReactNode } from 'react'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Tile } from '../../../ui/layout/tile.tsx'
import styles from './person.module.css'

interface PersonProps {
  /** the display name, or the user name if there is no other */
  name: string
  /** the user name, and anything else that tells two people apart */
  sub?: string
}

export function Person({ name, sub = '' }: PersonProps) {
  return (
    <span className={classNames(layout.row, layout.grow, styles.person)}>
      <Tile of={name} round />
      <span className={layout.grow}>
        <span className={classNames(text.line, text.strong)} title={name}>
          {name}
        </span>
        {sub !== '' && (
          <span className={classNames(text.sub, text.cut)} title={sub}>
            {sub}
          </span>
        )}
      </span>
    </span>
  )
}

/** A person in a list, with a role or a button at the right end. */
export function PersonItem({ children, ...person }: PersonProps & { children: ReactNode }) {
  return (
    <li className={classNames(layout.between, styles.item)}>
      <Person {...person} />
      {children}
    </li>
  )
}
