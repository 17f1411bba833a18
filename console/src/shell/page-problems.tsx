import { OWN_PATHS } from '@podium/contract/rules/own-paths.ts'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, mayRecover, sentenceFor } from '../api/api-error.ts'
import { AuthLayout } from '../features/auth/auth-layout.tsx'
import { paths } from '../navigation/paths.ts'
import { basePath } from '../ui/base-path.ts'
import { browserPage } from '../ui/browser-page.ts'
import { Button } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { NotFetched, serverAnswers } from '../ui/lazy/fetch-part.ts'
import { whenBack } from '../ui/lazy/when-back.ts'
import { StandIn } from './stand-in.tsx'

/** Shown for an object that does not exist, or that the person may not see. The page does not reveal which. */
export function NothingHere() {
  const navigate = useNavigate()
  return (
    <StandIn>
      <EmptyState
        title="There is nothing here that you may see."
        drawing="search"
        action={<Button onClick={() => void navigate(paths.overview())}>Go to Overview</Button>}
      />
    </StandIn>
  )
}

/** An address that the console does not have. */
export function PageNotFound() {
  const navigate = useNavigate()
  const first = window.location.pathname.split('/')[1] ?? ''
  return (
    <AuthLayout title="Page not found" lead="There is no page at this address.">
      {basePath === '' && !OWN_PATHS.has(first) && (
        <Note tone="info">
          If Podium is meant to be below /{first} of this site, its administrator sets PODIUM_PUBLIC_URL to
          the address with that path.
        </Note>
      )}
      <Button wide onClick={() => void navigate(paths.overview())}>
        Go to Overview
      </Button>
    </AuthLayout>
  )
}

/**
 * A page whose data could not be read, or that failed to render. If the server did not respond, the page is shown as
 * soon as it does.
 */
export function PageProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queryErrors = useQueryErrorResetBoundary()
  useEffect(() => queryErrors.reset(), [queryErrors])
  const retryOnceBack = useEffectEvent(() => void retry())
  const isAway = mayRecover(error) || (error instanceof NotFetched && !error.isOutdated)
  useEffect(() => (isAway ? whenBack(() => retryOnceBack()) : undefined), [isAway])
  const status = error instanceof ApiError ? error.status : undefined
  // The session is over, so the login page will follow.
  if (status === 401) return null
  if (status === 404) return <NothingHere />
  return (
    <StandIn>
      <ErrorState
        title="This page could not be shown"
        detail={sentenceFor(error)}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => void retry()}
      />
    </StandIn>
  )

  async function retry() {
    // A browser may not request a failed module file again.
    if (error instanceof NotFetched && (await serverAnswers())) return browserPage.reload()
    reset()
    await router.invalidate()
  }
}
