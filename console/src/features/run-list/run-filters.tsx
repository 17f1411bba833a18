import { listRunNames } from '@podium/contract/calls/run-list.ts'
import type { Run } from '@podium/contract/calls/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { formatDateTime } from '../../format/date-time.ts'
import type { Search } from '../../navigation/target.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { TextButton } from '../../ui/button/button.tsx'
import { lazyDialog } from '../../ui/lazy/lazy.tsx'
import { FilterChip, FilterMenu } from '../../ui/table/filter-choice.tsx'
import { FILTER_FIELDS, type FilterField } from './filter-fields.ts'
import { joined, parted, type RunNames } from './run-address.ts'

const FilterDialog = lazyDialog(async () => (await import('./filter-dialog.tsx')).FilterDialog)

interface RunFiltersProps {
  search: Search
  set: (part: Search) => void
  clear: () => void
  /** A run or instance of the list, which provides the names for ids in the address. */
  like: Partial<Pick<Run, 'solution_name' | 'instance_name' | 'stream_name'>> | undefined
}

/** Shows a chip for each filter of the address, and the menu that adds one. */
export function RunFilterChips({ search, set, clear, like }: RunFiltersProps) {
  const { id: workspace_id } = useWorkspace()
  const { data: names } = useQuery(q(listRunNames, { query: { workspace_id } }))
  const [edited, setEdited] = useState<FilterField>()
  const chips = FILTER_FIELDS.flatMap((field) => chipsOf(field, search, names, like))
  const items = FILTER_FIELDS.filter(({ isShownOnly }) => !isShownOnly).map((field) => ({
    label: field.name,
    onSelect: () => (field.kind === 'star' ? set({ star: 'true' }) : setEdited(field)),
  }))
  return (
    <>
      {chips.map(({ key, name, value, without }) => (
        <FilterChip key={key} name={name} value={value} onRemove={() => set(without)} />
      ))}
      <FilterMenu name="Filter" items={items} />
      {chips.length > 1 && <TextButton onClick={clear}>Clear filters</TextButton>}
      {edited && (
        <FilterDialog
          field={edited}
          names={names}
          value={edited.isSeveral ? undefined : search[edited.id]}
          onClose={() => setEdited(undefined)}
          onSet={(value) => {
            setEdited(undefined)
            set(withFilter(edited, search, value))
          }}
        />
      )}
    </>
  )
}

/** Returns the address parameter with the filter set; a condition is added to the existing ones. */
function withFilter({ id, isSeveral }: FilterField, search: Search, value: string): Search {
  if (!isSeveral) return { [id]: value || undefined }
  const others = parted(search[id]).filter((other) => other !== value)
  return { [id]: joined([...others, value]) }
}

function chipsOf(
  field: FilterField,
  search: Search,
  names: RunNames | undefined,
  like: RunFiltersProps['like'],
) {
  const { id, name, isSeveral } = field
  const value = search[id]
  if (!value) return []
  if (!isSeveral)
    return [
      {
        key: id,
        name,
        value: (field.named && like?.[field.named]) ?? wordsOf(field, value, names),
        without: { [id]: undefined },
      },
    ]
  const parts = parted(value)
  return parts.map((part) => ({
    key: `${id} ${part}`,
    name,
    value: part,
    without: { [id]: joined(parts.filter((other) => other !== part)) || undefined },
  }))
}

function wordsOf({ kind, valuesOf }: FilterField, value: string, names: RunNames | undefined): string {
  if (kind === 'time' && value.includes('T')) return formatDateTime(value)
  const words = new Map(valuesOf?.(names) ?? [])
  return value
    .split(',')
    .map((part) => words.get(part) ?? part)
    .join(', ')
}
