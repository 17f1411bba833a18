import { roleLabels } from '@podium/contract/permissions.ts'
import { FilterChoice } from '../../../ui/table/filter-choice.tsx'
import { SOURCES } from '../components/account-words.ts'
import type { AccountFilter, AccountListQuery } from './account-query.ts'

interface AccountFiltersProps {
  filters: AccountListQuery['filters']
  onFilter: (name: AccountFilter, value: string | undefined) => void
}

const FILTERS: readonly { id: AccountFilter; name: string; values: Record<string, string> }[] = [
  { id: 'locked', name: 'Status', values: { true: 'Locked', false: 'Active' } },
  { id: 'role', name: 'Account Type', values: roleLabels },
  { id: 'login_type', name: 'Source', values: SOURCES },
]

export function AccountFilters({ filters, onFilter }: AccountFiltersProps) {
  return FILTERS.map(({ id, name, values }) => (
    <FilterChoice
      key={id}
      name={name}
      values={values}
      value={filters[id]}
      onChange={(value) => onFilter(id, value)}
    />
  ))
}
