import { readSolution, readVersion, type Solution } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useRecordId } from '../../navigation/use-address.ts'
import { RecordPage } from '../../record/record-page.tsx'
import { newestOf, versionNamed } from './detail/solution-queries.tsx'

/** Reads the solution that the address names and its newest version, or the one that is asked for. */
export async function loadSolution({ queries, params: { id = '' } }: PageContext, asked?: string) {
  const solution = await queries.fetchQuery(q(readSolution, { params: { id } })).catch(() => null)
  if (solution === null) return
  const newest = newestOf(solution)
  const n = versionNamed(asked, newest) ?? newest
  await queries.prefetchQuery(q(readVersion, { params: { id, n } }))
}

type SolutionRecordProps = Pick<ComponentProps<typeof RecordPage<Solution>>, 'title' | 'noun' | 'children'>

/** Opens the solution that the address names. */
export function SolutionRecord(props: SolutionRecordProps) {
  const id = useRecordId()
  return (
    <RecordPage
      {...props}
      query={useQuery(q(readSolution, { params: { id } }))}
      name={({ name }) => name}
      missing="There is nothing here that you may see."
      back={{ place: paths.solutions(), label: 'All solutions' }}
    />
  )
}
