import { readSolution, readVersion, type Solution } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { insteadOf } from '../../api/query-instead.tsx'
import { formatVersion } from '../../format/version.ts'
import type { PageContext } from '../../navigation/page.ts'
import { useNamedPage } from '../../navigation/page-name.tsx'
import { paths } from '../../navigation/paths.ts'
import { buttonClass } from '../../ui/button/button-class.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { latePart } from '../../ui/lazy/late-part.tsx'
import { Tag } from '../../ui/text/tag.tsx'

// The head of the page, which takes the focus, stands before the editor is there.
const loadEditor = () => import('./edit/edit-view.tsx')
const EditView = latePart(async () => (await loadEditor()).EditView)

const WORDS = { loading: 'Loading the metadata', failed: 'The metadata could not be read' }

export async function load({ queries, params }: PageContext) {
  const id = params.id ?? ''
  const editor = loadEditor().catch(() => undefined)
  const solution = await queries.fetchQuery(q(readSolution, { params: { id } })).catch(() => null)
  const n = solution?.versions[0]?.version_num
  if (n !== undefined) await queries.prefetchQuery(q(readVersion, { params: { id, n } }))
  await editor
}

export function Page() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const query = useQuery(q(readSolution, { params: { id } }))
  useNamedPage(query.data?.name ?? '')
  const newest = query.data?.versions[0]?.version_num
  if (query.data && newest !== undefined) return <Newest key={id} solution={query.data} n={newest} />
  return (
    <>
      <PageHeader title="Edit AI Solution" />
      <Card flush>
        {query.error instanceof ApiError && query.error.status === 404 ? (
          <EmptyState
            title="There is nothing here that you may see."
            drawing="lock"
            action={
              <Link {...paths.solutions()} className={buttonClass()}>
                All solutions
              </Link>
            }
          />
        ) : (
          insteadOf(query, WORDS, { rows: 6 })
        )}
      </Card>
    </>
  )
}

/** The version that was the newest when the page was opened, until the editor follows a newer one. */
function Newest({ solution, n }: { solution: Solution; n: number }) {
  const [edited, setEdited] = useState(n)
  const query = useQuery(q(readVersion, { params: { id: solution.id, n: edited } }))
  return (
    <>
      <PageHeader
        title={`Edit ${solution.name}`}
        beside={<Tag>{formatVersion(edited)}</Tag>}
        lead="The metadata of the newest version. It can be changed in place only while nothing uses it."
      />
      {query.data ? (
        <Suspense fallback={<SkeletonRows label={WORDS.loading} rows={6} />}>
          <EditView solution={solution} version={query.data} onFollow={setEdited} />
        </Suspense>
      ) : (
        <Card flush>{insteadOf(query, WORDS, { rows: 6 })}</Card>
      )}
    </>
  )
}
