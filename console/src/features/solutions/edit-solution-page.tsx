import { readVersion, type Solution } from '@podium/contract/calls/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { formatVersion } from '../../format/version.ts'
import type { PageContext } from '../../navigation/page.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { lazyPart } from '../../ui/lazy/lazy.tsx'
import { Tag } from '../../ui/text/chip.tsx'
import { loadSolution, newestOf, SolutionRecord } from './solution-record.tsx'

// The page header, which takes the focus, is shown before the editor is loaded.
const loadEditor = () => import('./edit/edit-view.tsx')
const EditView = lazyPart(async () => (await loadEditor()).EditView)

const WORDS = { loading: 'Loading the metadata', failed: 'The metadata could not be read' }

export const load = (at: PageContext) => Promise.all([loadEditor().catch(() => undefined), loadSolution(at)])

export function Page() {
  return (
    <SolutionRecord title="Edit AI Solution" noun="metadata">
      {(solution) => <Newest key={solution.id} solution={solution} />}
    </SolutionRecord>
  )
}

/** Edits the version that was the newest when the page was opened, until the editor follows a newer one. */
function Newest({ solution }: { solution: Solution }) {
  const [edited, setEdited] = useState(newestOf(solution))
  const query = useQuery(q(readVersion, { params: { id: solution.id, n: edited } }))
  return (
    <>
      <PageHeader
        title={`Edit ${solution.name}`}
        beside={<Tag>{formatVersion(edited)}</Tag>}
        lead={
          // If the version is in use, the note above the editor says what a save does.
          query.data?.in_use
            ? undefined
            : 'The metadata of the newest version. Once the version is in use, you save a new one instead.'
        }
      />
      {query.data ? (
        <Suspense fallback={<SkeletonRows label={WORDS.loading} rows={6} />}>
          <EditView solution={solution} version={query.data} onFollow={setEdited} />
        </Suspense>
      ) : (
        <Card flush>{queryPlaceholder(query, WORDS, { rows: 6 })}</Card>
      )}
    </>
  )
}
