import { readRun } from '@podium/contract/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiError, sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { buttonClass } from '../../ui/button/button-class.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { latePart } from '../../ui/lazy/late-part.tsx'
import { draftOf } from './start/run-draft.ts'
import { offerQueries, useOffer } from './start/use-offer.ts'

const loadForm = () => import('./start/new-run.tsx')
const NewRun = latePart(async () => (await loadForm()).NewRun)

export async function load({ queries, workspace, search }: PageContext) {
  const { streams, instances, solutions, workspace: info, engine } = offerQueries(workspace)
  await Promise.all([
    loadForm(),
    queries.prefetchQuery(streams),
    queries.prefetchQuery(instances),
    queries.prefetchQuery(solutions),
    queries.prefetchQuery(info),
    queries.prefetchQuery(engine),
    search.from && queries.prefetchQuery(q(readRun, { params: { id: search.from } })),
  ])
}

export function Page() {
  const { id: ws } = useWorkspace()
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const { offer, workspace, engine, error, retry } = useOffer(ws)
  const from = useQuery({ ...q(readRun, { params: { id: search.from ?? '' } }), enabled: !!search.from })
  const isFromGone = from.error instanceof ApiError && from.error.status === 404
  const failure = error ?? (isFromGone ? null : from.error)

  return (
    <>
      <PageHeader
        title="New Run"
        lead="One pipeline of a solution version, with data, a tier and its parameters. All of it is kept with the run."
      />
      {content()}
    </>
  )

  function content() {
    // What was read stays when it cannot be read again: a form may stand on it.
    const isRead = offer && workspace && (!search.from || from.data || isFromGone)
    if (!isRead && failure)
      return (
        <ErrorState
          title="What can be run could not be read"
          detail={sentenceFor(failure)}
          requestId={failure instanceof ApiError ? failure.requestId : undefined}
          onRetry={() => {
            retry()
            if (search.from) void from.refetch()
          }}
        />
      )
    if (!isRead) return <SkeletonRows label="Loading what can be run" rows={8} tall />
    if (offer.solutions.length === 0)
      return (
        <EmptyState
          title="There is nothing to run yet"
          action={
            <Link {...paths.solutions()} className={buttonClass()}>
              See AI solutions
            </Link>
          }
        >
          A run needs a registered AI solution.
        </EmptyState>
      )
    return (
      <Suspense fallback={<SkeletonRows label="Loading the form" rows={8} tall />}>
        {isFromGone && (
          <Note tone="warn">The run to begin from no longer exists, so nothing is filled in from it.</Note>
        )}
        <NewRun
          first={draftOf(search, from.data)}
          from={from.data}
          offer={offer}
          set={workspace.execution_specs}
          engine={engine}
        />
      </Suspense>
    )
  }
}
