import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { LoginPage } from '../features/auth/login-page.tsx'
import { paths } from '../navigation/paths.ts'
import { useSession } from '../session/use-session.ts'
import { inside } from '../ui/base-path.ts'

/** The login inside the running console. It leads to the page that the person asked for or lost. */
export function Page() {
  const session = useSession()
  const router = useRouter()
  const navigate = useNavigate()

  function goOn() {
    const saved = session.takeSaved()
    const next = saved?.href ?? session.takeAsked()
    if (session.state().mustChangePassword) void navigate({ ...paths.password(), replace: true })
    else if (next !== '') router.history.replace(inside(next))
    else void navigate({ ...paths.overview(), replace: true })
  }

  const goOnHere = useEffectEvent(goOn)
  useEffect(() => session.onReturn(() => goOnHere()), [session])

  return <LoginPage onSignedIn={goOn} />
}
