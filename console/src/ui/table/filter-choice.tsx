import { Plus, X } from 'lucide-react'
import { formatNumber } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { Menu } from '../menu/menu.tsx'
import type { MenuItem } from '../menu/menu-popup.tsx'
import styles from '../text/chip.module.css'

interface FilterChoiceProps {
  name: string
  /** Its values in the address, with their labels. */
  values: Readonly<Record<string, string>>
  value: string | undefined
  /** Says why no value is offered, if `values` is empty. */
  none?: string | undefined
  onChange: (value: string | undefined) => void
}

/** A filter: its chip while it is set, else a dashed chip with a menu of its values. */
export function FilterChoice({ name, values, value, none, onChange }: FilterChoiceProps) {
  if (value !== undefined)
    return <FilterChip name={name} value={values[value] ?? value} onRemove={() => onChange(undefined)} />
  const items = Object.entries(values).map(([value, label]) => ({ label, onSelect: () => onChange(value) }))
  const nothing = { label: `No ${name.toLowerCase()}s`, disabledReason: none, onSelect: () => {} }
  return <FilterMenu name={name} items={items.length > 0 ? items : [nothing]} />
}

/** The dashed chip that opens a menu of a filter's values, or of all filters. */
export function FilterMenu({ name, items }: { name: string; items: readonly MenuItem[] }) {
  const trigger = (
    <button type="button" className={classNames(styles.filter, styles.filterAdd)}>
      <Icon of={Plus} size={14} />
      {name}
    </button>
  )
  return <Menu align="start" trigger={trigger} items={items} />
}

/** A filter that is set; one per parameter of the address. */
export function FilterChip({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }) {
  return (
    <span className={styles.filter}>
      <span className={text.muted}>{name}</span>
      <b className={styles.filterValue} title={value}>
        {value}
      </b>
      <button
        type="button"
        aria-label={`Remove filter ${name}`}
        className={styles.filterRemove}
        onClick={onRemove}
      >
        <Icon of={X} size={14} />
      </button>
    </span>
  )
}

interface FilterToggleProps {
  name: string
  /** The number of rows that match it. */
  count: number
  on: boolean
  onChange: (on: boolean) => void
}

/** A filter that is on or off: a dashed chip that becomes a solid one. */
export function FilterToggle({ name, count, on, onChange }: FilterToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      className={classNames(styles.filter, styles.filterToggle, !on && styles.filterAdd)}
      onClick={() => onChange(!on)}
    >
      <Icon of={on ? X : Plus} size={14} />
      {name} {formatNumber(count)}
    </button>
  )
}
