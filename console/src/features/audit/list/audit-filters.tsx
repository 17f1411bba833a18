import { Menu } from '../../../ui/menu/menu.tsx'
import { AddFilter, FilterChip } from '../../../ui/table/filter-chip.tsx'
import type { AuditFilter, AuditListQuery } from './audit-query.ts'
import { daysAgo } from './days-ago.ts'

interface AuditFiltersProps {
  filters: AuditListQuery['filters']
  /** what is called by an id in the address, by what people call it */
  names: Partial<Record<AuditFilter, string | undefined>>
  /** Of one workspace only, which is no filter to take away; accounts belong to none. */
  isLimited: boolean
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
export function AuditFilters({ filters, names, isLimited, onFilter }: AuditFiltersProps) {
  const kinds = isLimited ? KINDS.filter((kind) => kind !== 'account') : KINDS
  return (
    <>
      {Object.entries(NAMES).flatMap(([name, label]) => {
        const id = name as AuditFilter
        const value = filters[id]
        if (value === undefined || (isLimited && id === 'workspace_id')) return []
        const remove = () => onFilter(id, undefined)
        return [<FilterChip key={id} name={label} value={names[id] ?? value} onRemove={remove} />]
      })}
      {filters.object_kind === undefined && (
        <Menu
          align="start"
          trigger={<AddFilter name="Kind" />}
          items={kinds.map((kind) => ({ label: kind, onSelect: () => onFilter('object_kind', kind) }))}
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
