import { readRun } from '@podium/contract/calls/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError, sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { ButtonLink } from '../../navigation/button-link.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NotAllowed } from '../../ui/feedback/not-allowed.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { NewRunForm } from './start/new-run-form.tsx'
import { draftOf, solutionAlone } from './start/run-state.ts'
import { offerQueries, streamsPage, useOffer } from './start/use-offer.ts'

const runQuery = (id = '') => q(readRun, { params: { id } })

export async function load({ queries, workspace, search }: PageContext) {
  const alone = solutionAlone(search)
  const [streams, instances, solutions, info, engine] = offerQueries(workspace)
  await Promise.all([
    queries.prefetchQuery(streams),
    queries.prefetchQuery(instances),
    queries.prefetchQuery(solutions),
    queries.prefetchQuery(info),
    queries.prefetchQuery(engine),
    search.from && queries.prefetchQuery(runQuery(search.from)),
    alone && queries.prefetchQuery(streamsPage(workspace, '', alone)),
  ])
}

export function Page() {
  return (
    <>
      <PageHeader
        title="New Run"
        lead="Choose a solution, data, tier and parameters. The run keeps a record of all of them."
      />
      <Content />
    </>
  )
}

function Content() {
  const reason = useDisabledReason('run.start')
  if (reason === undefined) return <Form />
  return <NotAllowed reason={reason} action={<ButtonLink {...paths.models()}>See the runs</ButtonLink>} />
}

function Form() {
  const { id: ws } = useWorkspace()
  const { search } = useAddress()
  const { offer, workspace, engine, error, retry } = useOffer(ws)
  const from = useQuery({ ...runQuery(search.from), enabled: Boolean(search.from) })
  const alone = solutionAlone(search)
  const streams = useQuery({ ...streamsPage(ws, '', alone), enabled: alone !== '' })
  const isFromGone = from.error instanceof ApiError && from.error.status === 404
  const failure = error ?? streams.error ?? (isFromGone ? null : from.error)
  // Data that were read once are kept, so that a failed refetch does not remove a filled-in form.
  const isRead = (!search.from || from.data || isFromGone) && (!alone || streams.data)
  if (!offer || !workspace || !isRead)
    return failure ? (
      <ErrorState
        title="The solutions and streams could not be read"
        detail={sentenceFor(failure)}
        requestId={failure instanceof ApiError ? failure.requestId : undefined}
        onRetry={() => {
          retry()
          if (search.from) void from.refetch()
          if (alone) void streams.refetch()
        }}
      />
    ) : (
      <SkeletonRows label="Loading solutions and streams" rows={8} tall />
    )
  if (offer.solutions.length === 0)
    return (
      <EmptyState
        title="Nothing to run yet"
        action={<ButtonLink {...paths.solutions()}>See AI solutions</ButtonLink>}
      >
        A run needs a registered AI solution.
      </EmptyState>
    )
  return (
    <>
      {isFromGone && <Note tone="warn">The run to copy from no longer exists, so nothing is filled in.</Note>}
      <NewRunForm
        first={draftOf(search, from.data, streams.data?.streams)}
        offer={offer}
        from={from.data}
        tiers={workspace.execution_specs}
        engine={engine}
      />
    </>
  )
}
