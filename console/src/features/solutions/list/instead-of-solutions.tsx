import type { listSolutions } from '@podium/contract/solutions.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { insteadOf } from '../../../api/query-instead.tsx'
import type { ReplyOf } from '../../../api/route-types.ts'
import { NoRows } from '../../../navigation/no-rows.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { SolutionListQuery } from './solution-query.ts'

interface InsteadOfSolutionsProps {
  query: UseQueryResult<ReplyOf<typeof listSolutions>>
  list: { query: SolutionListQuery; clear: () => void; setPage: (page: number) => void }
  onRegister: () => void
  /** Why the person may register nothing. */
  whyNot: string | undefined
}

const WORDS = { loading: 'Loading solutions', failed: 'The solutions could not be read' }

/** What stands in place of solutions: loading, failed, none yet, none found, or a page that is none. */
export function InsteadOfSolutions({ query, list, onRegister, whyNot }: InsteadOfSolutionsProps) {
  const { data } = query
  const instead = insteadOf(query, WORDS, { tall: true })
  if (instead || !data) return instead
  if (data.solutions.length > 0) return null
  return (
    <NoRows list={list} noun="solution">
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
    </NoRows>
  )
}
