import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { LoginPage } from './features/auth/login-page.tsx'
import type { Session } from './session/session.ts'
import { SessionContext, useSessionState } from './session/use-session.ts'
import type { Notices } from './shell/notices.ts'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'
import { browserPage } from './ui/browser-page.ts'
import { whenBack } from './ui/lazy/when-back.ts'

/** The two prerendered pages. */
export type StartPage = 'login' | 'shell'

export interface StartProps {
  page: StartPage
  session: Session
  notices: Notices
  started: Promise<void>
}

type AppComponent = ComponentType<Omit<StartProps, 'page'>>

/** Prerendered and hydrated at once. The console replaces it when it is loaded. */
export function Start(props: StartProps) {
  return (
    <SessionContext value={props.session}>
      <Beginning {...props} />
    </SessionContext>
  )
}

function Beginning({ page, session, notices, started }: StartProps) {
  const { account } = useSessionState()
  const [isStarted, setStarted] = useState(false)
  const [App, setApp] = useState<AppComponent>()
  const [Alerts, setAlerts] = useState<ComponentType<{ notices: Notices }>>()
  const openApp = useCallback(() => {
    loadApp().then(
      (component) => setApp(() => component),
      // A browser may not request a failed module file again.
      () => whenBack(browserPage.reload),
    )
  }, [])
  // A kept session may be over, so the login stays, with its typed values, until the server has said so.
  const isWanted = page === 'shell' || (isStarted && account !== null)

  useEffect(() => void started.then(() => setStarted(true)), [started])

  useEffect(() => {
    if (isWanted) return openApp()
    // A person who types at the login will need the console in a moment.
    const fetchAhead = () => void loadApp().catch(() => {})
    document.addEventListener('input', fetchAhead, { once: true })
    return () => document.removeEventListener('input', fetchAhead)
  }, [isWanted, openApp])

  // The login page loads its alerts when there is something to say.
  useEffect(
    () => notices.whenWaiting(() => void loadAlerts().then((component) => setAlerts(() => component))),
    [notices],
  )

  if (App) return <App session={session} notices={notices} started={started} />
  if (page === 'shell') return <ShellSkeleton />
  return (
    <>
      <LoginPage onSignedIn={openApp} />
      {Alerts && <Alerts notices={notices} />}
    </>
  )
}

async function loadAlerts() {
  const { StartAlerts } = await import('./shell/notice-speaker.tsx')
  return StartAlerts
}

async function loadApp(): Promise<AppComponent> {
  const { App } = await import('./app.tsx')
  return App
}
