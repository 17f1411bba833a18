import { Select } from '../../../ui/form/select.tsx'
import type { SolutionListQuery, SolutionSort } from './solution-query.ts'

interface SortSelectProps {
  sort: SolutionListQuery['sort']
  onSort: (sort: { id: string; desc: boolean }) => void
}

const OPTIONS: readonly { value: SolutionSort | `-${SolutionSort}`; label: string }[] = [
  { value: '-updated_at', label: 'Updated last' },
  { value: 'updated_at', label: 'Updated first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-rating', label: 'Rated best' },
  { value: 'rating', label: 'Rated least' },
  { value: '-seq', label: 'Highest number' },
  { value: 'seq', label: 'Lowest number' },
]

/** Thumbnails have no heads to sort by. */
export function SortSelect({ sort, onSort }: SortSelectProps) {
  return (
    <Select
      small
      aria-label="Sort by"
      value={sort}
      options={OPTIONS}
      onChange={(event) => {
        const { value } = event.currentTarget
        onSort({ id: value.replace(/^-/, ''), desc: value.startsWith('-') })
      }}
    />
  )
}
