import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

export interface Tab<Value extends string> {
  value: Value
  label: string
  /** How many stand behind it, or how much: `12`, `1.94 MB`. */
  count?: number | string | undefined
  panel: ReactNode
}

export interface TabsProps<Value extends string> {
  /** What the tabs are of; their accessible name. */
  label: string
  tabs: readonly Tab<Value>[]
  /** Controlled, because the chosen tab stands in the URL. */
  value: Value
  onChange: (value: Value) => void
  /** At the right end of the line of tabs. */
  aside?: ReactNode
  /** Inside a card: no space around the panels and the line of the card's head. */
  inCard?: boolean
}

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  aside,
  inCard,
}: TabsProps<Value>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(chosen: Value) => onChange(chosen)}
      className={classNames(styles.tabs, inCard && styles.inCard)}
    >
      <div className={styles.bar}>
        <Base.List aria-label={label} activateOnFocus className={styles.list}>
          {tabs.map((tab) => (
            <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles.panel}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
