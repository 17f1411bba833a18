import type { ReactNode } from 'react'
import { Button } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { NoSuchPage } from '../ui/table/no-such-page.tsx'

interface NoRowsProps {
  /** of useListState */
  list: {
    query: { page: number; q: string; filters: object }
    setPage: (page: number) => void
    clear: () => void
  }
  /** What is listed, in the singular: 'account'. */
  noun: string
  /** Whether anything but the search narrows the list; where not all that the address names as a filter does. */
  filtered?: boolean
  /** That there is none yet. */
  children: ReactNode
}

/** Instead of the rows of a page that has none: behind the end, nothing found, or none there yet. */
export function NoRows({ list: { query, setPage, clear }, noun, filtered, children }: NoRowsProps) {
  const { page, q, filters } = query
  const isFiltered = filtered ?? Object.keys(filters).length > 0
  if (page > 1) return <NoSuchPage onFirst={() => setPage(1)} />
  if (q === '' && !isFiltered) return children
  return (
    <EmptyState
      title={q === '' ? `No ${noun} is like that` : `No ${noun} matches “${q}”`}
      drawing="search"
      action={<Button onClick={clear}>{isFiltered ? 'Clear search and filters' : 'Clear search'}</Button>}
    >
      {isFiltered ? 'Filters narrow the list.' : undefined}
    </EmptyState>
  )
}
