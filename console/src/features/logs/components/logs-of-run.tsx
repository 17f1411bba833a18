import { readRun } from '@podium/contract/calls/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { LogCard } from './log-card.tsx'

/** Shows both logs of a run by its id, for pages other than the run's own. */
export function LogsOfRun({ id }: { id: string }) {
  const query = useQuery(q(readRun, { params: { id } }))
  if (!query.data) return queryPlaceholder(query, 'the run', { rows: 8 })
  return <LogCard key={id} run={query.data} />
}
