import { readSetup } from '@podium/contract/calls/auth.ts'
import { type ComponentType, useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
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
  const [isSetupOpen, setSetupOpen] = useState(false)
  // On the login page no workspace is current.
  useEffect(() => {
    if (!session.state().account) session.leaveWorkspace()
  }, [session])

  // Loaded on demand, as most servers have no single sign-on. A fragment means that the person comes back from it.
  useEffect(() => {
    if (singleSignOn !== '' || window.location.hash !== '')
      void loadSingleSignOn().then((component) => setSingleSignOn(() => component))
  }, [singleSignOn])

  useEffect(() => {
    if (session.state().account) return
    call(readSetup, { background: true }).then(
      ({ open }) => setSetupOpen(open),
      () => undefined,
    )
  }, [session])

  return (
    <AuthLayout
      title="Login"
      lead={
        isSetupOpen
          ? 'There is no account yet: open the set-up link that the server printed when it started.'
          : 'Use the ID your administrator gave you.'
      }
    >
      <LoginForm onSignedIn={onSignedIn} />
      {SingleSignOn && <SingleSignOn onSignedIn={onSignedIn} />}
    </AuthLayout>
  )
}

async function loadSingleSignOn() {
  const { SingleSignOn } = await import('./single-sign-on.tsx')
  return SingleSignOn
}
