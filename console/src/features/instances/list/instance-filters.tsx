import { type Instance, OPERATION_STATUSES } from '@podium/contract/instances.ts'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import { AddFilter, FilterChip } from '../../../ui/table/filter-chip.tsx'
import { FilterChoice } from '../../../ui/table/filter-choice.tsx'
import type { InstanceFilter, InstanceListQuery } from './instance-query.ts'

interface InstanceFiltersProps {
  filters: InstanceListQuery['filters']
  /** those on the screen: their tags are offered */
  rows: readonly Instance[]
  onFilter: (name: InstanceFilter, value: string | undefined) => void
}

const STATUSES = Object.fromEntries(OPERATION_STATUSES.map((status) => [status, status]))
const OFFERED_TAGS = 20

/** One chip for each filter: set, with its value; or dashed, with a menu of the values it can have. */
export function InstanceFilters({ filters, rows, onFilter }: InstanceFiltersProps) {
  const { status, tag, solution_id } = filters
  return (
    <>
      <FilterChoice
        name="Status"
        values={STATUSES}
        value={status}
        onChange={(value) => onFilter('status', value)}
      />
      {tag === undefined ? (
        <Menu
          align="start"
          trigger={<AddFilter name="Tag" />}
          items={tagItems(rows, (value) => onFilter('tag', value))}
        />
      ) : (
        <FilterChip name="Tag" value={tag} onRemove={() => onFilter('tag', undefined)} />
      )}
      {solution_id !== undefined && (
        <FilterChip
          name="Solution"
          value={rows[0]?.solution_name ?? solution_id}
          onRemove={() => onFilter('solution_id', undefined)}
        />
      )}
    </>
  )
}

function tagItems(rows: readonly Instance[], choose: (tag: string) => void): MenuItem[] {
  const pairs = rows.flatMap(({ tags }) =>
    tags.map(({ key, value }) => (value === '' ? key : `${key}=${value}`)),
  )
  const offered = [...new Set(pairs)].sort((one, other) => one.localeCompare(other)).slice(0, OFFERED_TAGS)
  if (offered.length === 0)
    return [{ label: 'No tags', reason: 'No instance on this page has a tag.', onSelect: () => {} }]
  return offered.map((tag) => ({ label: tag, onSelect: () => choose(tag) }))
}
