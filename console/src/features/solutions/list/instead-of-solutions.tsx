import type { listSolutions } from '@podium/contract/solutions.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { insteadOf } from '../../../api/query-instead.tsx'
import type { ReplyOf } from '../../../api/route-types.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NoSuchPage } from '../../../ui/no-such-page.tsx'
import type { SolutionListQuery } from './solution-query.ts'

interface InsteadOfSolutionsProps {
  query: UseQueryResult<ReplyOf<typeof listSolutions>>
  asked: SolutionListQuery
  onFirstPage: () => void
  onClear: () => void
  onRegister: () => void
  /** Why the person may register nothing. */
  whyNot: string | undefined
}

const WORDS = { loading: 'Loading solutions', failed: 'The solutions could not be read' }

/** What stands in place of solutions: loading, failed, none yet, none found, or a page that is none. */
export function InsteadOfSolutions(props: InsteadOfSolutionsProps) {
  const { query, asked, onFirstPage, onClear, onRegister, whyNot } = props
  const { data } = query
  const instead = insteadOf(query, WORDS, { tall: true })
  if (instead || !data) return instead
  if (data.solutions.length > 0) return null
  if (data.total > 0 || asked.page > 1) return <NoSuchPage onFirst={onFirstPage} />
  const isFiltered = Object.keys(asked.filters).length > 0
  if (asked.q !== '' || isFiltered)
    return (
      <EmptyState
        title={asked.q === '' ? 'No solution is like that' : `No solution matches “${asked.q}”`}
        drawing="search"
        action={<Button onClick={onClear}>{isFiltered ? 'Clear search and filters' : 'Clear search'}</Button>}
      >
        {isFiltered ? 'Filters narrow the list.' : undefined}
      </EmptyState>
    )
  return (
    <EmptyState
      title="No solutions yet"
      action={
        <Button reason={whyNot} onClick={onRegister}>
          Register the first one
        </Button>
      }
    >
      Register one here or with the podium command line.
    </EmptyState>
  )
}
