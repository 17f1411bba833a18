import { shownState } from '@podium/contract/run-state.ts'
import { FilterChoice } from '../../../ui/table/filter-choice.tsx'
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

export function SolutionFilters({ filters, onFilter }: SolutionFiltersProps) {
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
