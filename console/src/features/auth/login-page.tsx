import { type ComponentType, useEffect, useState } from 'react'
import { useSession, useSessionState } from '../../session/use-session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LoginForm } from './login-form.tsx'

interface LoginPageProps {
  onSignedIn: () => void
}

export function LoginPage({ onSignedIn }: LoginPageProps) {
  const session = useSession()
  const { singleSignOn } = useSessionState().release
  const [SingleSignOn, setSingleSignOn] = useState<ComponentType<LoginPageProps>>()
  // On the login page no workspace is current.
  useEffect(() => {
    if (!session.state().account) session.leaveWorkspace()
  }, [session])

  // Most servers have none, so that the first load is without it; a fragment tells of one that was just tried.
  useEffect(() => {
    if (singleSignOn !== '' || window.location.hash !== '')
      void loadSingleSignOn().then((component) => setSingleSignOn(() => component))
  }, [singleSignOn])

  return (
    <AuthLayout title="Login" lead="Use the ID your administrator gave you.">
      <LoginForm onSignedIn={onSignedIn} />
      {SingleSignOn && <SingleSignOn onSignedIn={onSignedIn} />}
    </AuthLayout>
  )
}

async function loadSingleSignOn() {
  const { SingleSignOn } = await import('./single-sign-on.tsx')
  return SingleSignOn
}
