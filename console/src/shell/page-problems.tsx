import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, sentenceFor } from '../api/api-error.ts'
import { paths } from '../navigation/paths.ts'
import { browserPage } from '../ui/browser-page.ts'
import { Button } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { NotFetched, serverAnswers } from '../ui/lazy/fetch-part.ts'

/** An object that does not exist, or that this person may not see: the page does not tell which. */
export function NothingHere() {
  const navigate = useNavigate()
  return (
    <>
      <ScreenHeading />
      <EmptyState
        title="There is nothing here that you may see."
        drawing="search"
        action={<Button onClick={() => void navigate(paths.overview())}>Go to Overview</Button>}
      />
    </>
  )
}

/** What the page would have been: the page itself, which would say more, is not there. */
function ScreenHeading() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen?.title })
  return title ? <PageHeader title={title} /> : null
}

/** A page whose data could not be read, or that broke while it was drawn. */
export function PageProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queryErrors = useQueryErrorResetBoundary()
  useEffect(() => queryErrors.reset(), [queryErrors])
  const status = error instanceof ApiError ? error.status : undefined
  // The session is over: the login page is on its way.
  if (status === 401) return null
  if (status === 404) return <NothingHere />
  return (
    <>
      <ScreenHeading />
      <ErrorState
        title="This page could not be shown"
        detail={sentenceFor(error)}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => void retry()}
      />
    </>
  )

  async function retry() {
    // A browser may not ask twice for a file that did not come.
    if (error instanceof NotFetched && (await serverAnswers())) return browserPage.reload()
    reset()
    await router.invalidate()
  }
}
