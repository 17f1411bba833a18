import { AddFilter, FilterChip } from '../../../ui/filter-chip.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { ACCOUNT_TYPES, SOURCES } from '../components/account-words.ts'
import type { AccountFilter, AccountListQuery } from './account-query.ts'

interface AccountFiltersProps {
  filters: AccountListQuery['filters']
  onFilter: (name: AccountFilter, value: string | undefined) => void
}

const FILTERS: readonly { id: AccountFilter; name: string; values: Record<string, string> }[] = [
  { id: 'locked', name: 'Status', values: { true: 'Locked', false: 'Active' } },
  { id: 'role', name: 'Account Type', values: ACCOUNT_TYPES },
  { id: 'login_type', name: 'Source', values: SOURCES },
]

/** One chip for each filter: set, with its value; or dashed, with a menu of the values it can have. */
export function AccountFilters({ filters, onFilter }: AccountFiltersProps) {
  return FILTERS.map(({ id, name, values }) => {
    const value = filters[id]
    if (value !== undefined)
      return (
        <FilterChip
          key={id}
          name={name}
          value={values[value] ?? value}
          onRemove={() => onFilter(id, undefined)}
        />
      )
    return (
      <Menu
        key={id}
        align="start"
        trigger={<AddFilter name={name} />}
        items={Object.entries(values).map(([wanted, label]) => ({
          label,
          onSelect: () => onFilter(id, wanted),
        }))}
      />
    )
  })
}
