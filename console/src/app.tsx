import './theme/print.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { mayPass } from './api/api-error.ts'
import { readAgainWhenBack } from './api/read-again-when-back.ts'
import { PageNameProvider } from './navigation/page-name.tsx'
import { paths } from './navigation/paths.ts'
import { menu, screens } from './routes.tsx'
import type { Session } from './session/session.ts'
import { focusHeadings } from './shell/focus-headings.ts'
import { NoticeSpeaker } from './shell/notice-speaker.tsx'
import type { Notices } from './shell/notices.ts'
import { createConsoleRouter } from './shell/router.tsx'
import { AlertProvider } from './ui/dialog/alert-provider.tsx'
import { ConfirmProvider } from './ui/dialog/confirm-provider.tsx'
import { SnackbarProvider } from './ui/feedback/snackbar.tsx'

interface AppProps {
  session: Session
  notices: Notices
  started: Promise<void>
}

const FRESH_MS = 5000

// Renders cache updates in the same turn. With a timer, a choice would visibly flip back first.
notifyManager.setScheduler(queueMicrotask)

/** The console behind the login: everything that the login page does not need. */
export function App({ session, notices, started }: AppProps) {
  const [{ router, queries }] = useState(() => {
    const queries = createQueries()
    return {
      queries,
      router: createConsoleRouter({ screens, menu, deps: { session, notices, queries, started } }),
    }
  })

  // From here on the console submits forms itself, so early.js stops collecting submits.
  useEffect(() => {
    document.documentElement.dataset.ready = '1'
  }, [])
  useEffect(() => focusHeadings(router), [router])
  useEffect(() => readAgainWhenBack(queries), [queries])
  useEffect(() => {
    let before = session.state()
    return session.subscribe(() => {
      const now = session.state()
      if (before.account && !now.account) {
        queries.clear()
        void router.navigate({ ...paths.login(), replace: true })
      } else if (now.account && now.mustChangePassword && !before.mustChangePassword) {
        void router.navigate({ ...paths.password(), replace: true })
      } else if (before.workspace?.id !== now.workspace?.id && now.workspace) {
        void router.invalidate()
      }
      before = now
    })
  }, [session, router, queries])

  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <SnackbarProvider>
          <AlertProvider>
            <ConfirmProvider>
              <NoticeSpeaker notices={notices} />
              <PageNameProvider>
                <RouterProvider router={router} />
              </PageNameProvider>
            </ConfirmProvider>
          </AlertProvider>
        </SnackbarProvider>
      </QueryClientProvider>
    </CSPProvider>
  )
}

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: (failures, error) => failures < 2 && mayPass(error) },
    },
  })
}
