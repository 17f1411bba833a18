import { useEffect } from 'react'
import { useSession } from '../../session/use-session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LoginForm } from './login-form.tsx'

export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  const session = useSession()
  // On the login page no workspace is current.
  useEffect(() => {
    if (!session.state().account) session.leaveWorkspace()
  }, [session])
  return (
    <AuthLayout title="Login" lead="Use the ID your administrator gave you.">
      <LoginForm onSignedIn={onSignedIn} />
    </AuthLayout>
  )
}
