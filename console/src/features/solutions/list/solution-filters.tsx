import { shownState } from '@podium/contract/run-state.ts'
import { AddFilter, FilterChip } from '../../../ui/filter-chip.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { SolutionFilter, SolutionListQuery } from './solution-query.ts'

interface SolutionFiltersProps {
  filters: SolutionListQuery['filters']
  onFilter: (name: SolutionFilter, value: string | undefined) => void
}

const FILTERS: readonly { id: SolutionFilter; name: string; values: Record<string, string> }[] = [
  { id: 'pipeline', name: 'Pipeline', values: { train: 'train', inference: 'inference' } },
  {
    id: 'state',
    name: 'Last run',
    values: {
      queued: 'queued',
      running: shownState('running'),
      succeeded: 'succeeded',
      failed: 'failed',
      stopped: 'stopped',
    },
  },
  { id: 'mine', name: 'Registered by', values: { 1: 'me' } },
]

/** One chip for each filter: set, with its value; or dashed, with a menu of the values it can have. */
export function SolutionFilters({ filters, onFilter }: SolutionFiltersProps) {
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
