import { Menu } from '../menu/menu.tsx'
import { AddFilter, FilterChip } from './filter-chip.tsx'

interface FilterChoiceProps {
  name: string
  /** What it can be set to, as the address has it, and the word for it. */
  values: Readonly<Record<string, string>>
  value: string | undefined
  /** Why there is nothing it can be set to, where there is nothing. */
  none?: string | undefined
  onChange: (value: string | undefined) => void
}

/** One filter: its chip while it is set, else a dashed one with a menu of what it can be set to. */
export function FilterChoice({ name, values, value, none, onChange }: FilterChoiceProps) {
  if (value !== undefined)
    return <FilterChip name={name} value={values[value] ?? value} onRemove={() => onChange(undefined)} />
  const items = Object.entries(values).map(([wanted, label]) => ({ label, onSelect: () => onChange(wanted) }))
  const nothing = { label: `No ${name.toLowerCase()}s`, reason: none, onSelect: () => {} }
  return (
    <Menu align="start" trigger={<AddFilter name={name} />} items={items.length > 0 ? items : [nothing]} />
  )
}
