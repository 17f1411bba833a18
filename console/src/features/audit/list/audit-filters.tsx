import { AddFilter, FilterChip } from '../../../ui/filter-chip.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { AuditFilter, AuditListQuery } from './audit-query.ts'
import { daysAgo } from './days-ago.ts'

interface AuditFiltersProps {
  filters: AuditListQuery['filters']
  onFilter: (name: AuditFilter, value: string | undefined) => void
}

const NAMES: Record<AuditFilter, string> = {
  object_kind: 'Kind',
  from: 'From',
  to: 'To',
  actor: 'Who',
  action: 'Action',
  object_id: 'Object',
  workspace_id: 'Workspace',
}

const KINDS = ['account', 'workspace', 'member', 'solution', 'version', 'instance', 'stream', 'run', 'object']
const DAYS: Record<string, number> = { Today: 0, 'Last 7 days': 6, 'Last 30 days': 29 }

/** Kind and time can be chosen here; the others are set where their value stands, and taken away here. */
export function AuditFilters({ filters, onFilter }: AuditFiltersProps) {
  return (
    <>
      {Object.entries(NAMES).flatMap(([name, label]) => {
        const id = name as AuditFilter
        const value = filters[id]
        if (value === undefined) return []
        return [<FilterChip key={id} name={label} value={value} onRemove={() => onFilter(id, undefined)} />]
      })}
      {filters.object_kind === undefined && (
        <Menu
          align="start"
          trigger={<AddFilter name="Kind" />}
          items={KINDS.map((kind) => ({ label: kind, onSelect: () => onFilter('object_kind', kind) }))}
        />
      )}
      {filters.from === undefined && (
        <Menu
          align="start"
          trigger={<AddFilter name="Time" />}
          items={Object.entries(DAYS).map(([label, days]) => ({
            label,
            onSelect: () => onFilter('from', daysAgo(days)),
          }))}
        />
      )}
    </>
  )
}
