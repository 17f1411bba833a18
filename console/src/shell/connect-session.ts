import { messages } from '@podium/contract/rules/rules.ts'
import { watchCalls } from '../api/watch.ts'
import type { Session } from '../session/session.ts'
import { withoutBase } from '../ui/base-path.ts'
import type { Notices } from './notices.ts'

const PASSWORD_FIRST = 'Please change your password first.'

/** Ends this tab's session when the server did, and reports refusals of all calls. */
export function connectSession(session: Session, notices: Notices): () => void {
  return watchCalls({
    signIn: () => (session.state().account ? session.state().signIn : null),
    sessionLost(call, signIn) {
      const href = withoutBase(window.location.pathname) + window.location.search + window.location.hash
      const id = session.state().account?.id
      if (!session.lose(signIn, href, call)) return
      const forms = session.savedForms().join(', ')
      const detail = forms ? `What you typed in ${forms} is kept in this tab for ${id}.` : undefined
      notices.alert(messages.session_expired, detail, signedInAgain(session))
    },
    refused(error) {
      if (error.message === PASSWORD_FIRST) session.setMustChangePassword(true)
      else if (error.status === 405) notices.alert(messages.method_not_allowed)
      else if (error.status === 422) notices.alert(messages.invalid_request, error.message)
      else notices.alert(error.message)
    },
  })
}

/** Aborts once the person is signed in again, in this tab or in another one. */
function signedInAgain(session: Session): AbortSignal {
  const over = new AbortController()
  const leave = session.subscribe(() => {
    if (!session.state().account) return
    leave()
    over.abort()
  })
  return over.signal
}
