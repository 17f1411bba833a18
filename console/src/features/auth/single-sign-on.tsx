import { readSession } from '@podium/contract/calls/auth.ts'
import { endSingleSignOn, startSingleSignOn } from '@podium/contract/calls/single-sign-on.ts'
import { ARRIVAL_REFUSALS, readArrival } from '@podium/contract/rules/arrival.ts'
import { useEffect, useState } from 'react'
import { addressOf } from '../../api/address-of.ts'
import { call } from '../../api/call.ts'
import { useSession, useSessionState } from '../../session/use-session.ts'
import { inside } from '../../ui/base-path.ts'
import { buttonClass } from '../../ui/button/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { useHelpContact } from './components/use-help-contact.tsx'
import { SignInNotStored } from './sign-in.ts'

/** Links to the organisation's sign-in service, and handles the browser's return from it. */
export function SingleSignOn({ onSignedIn }: { onSignedIn: () => void }) {
  const session = useSession()
  const { release, leftLoginType } = useSessionState()
  const [arrival] = useState(() => readArrival(window.location.hash))
  const [failure, setFailure] = useState<string>()
  const contact = useHelpContact()

  useEffect(() => {
    if (!arrival) return
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if ('refused' in arrival) return setFailure(ARRIVAL_REFUSALS[arrival.refused])
    call(readSession, { background: true }).then(
      (person) => {
        session.signIn(person)
        if (arrival.next !== '') window.history.replaceState(null, '', inside(arrival.next))
        onSignedIn()
      },
      () => setFailure(new SignInNotStored().message),
    )
  }, [arrival, session, onSignedIn])

  const next = session.nextHref()
  return (
    <>
      {failure !== undefined && (
        <Note tone="bad" live>
          {failure} {/administrator|admin\.$/.test(failure) && contact}
        </Note>
      )}
      {release.singleSignOn !== '' && leftLoginType === 'oidc' && (
        <Note tone="info">
          You are signed out of Podium, but not of the sign-in service.{' '}
          <a href={addressOf(endSingleSignOn, {})}>Sign out there too</a>
        </Note>
      )}
      {release.singleSignOn !== '' && (
        <a href={addressOf(startSingleSignOn, { query: { next } })} className={buttonClass({ wide: true })}>
          Sign in with {release.singleSignOn}
        </a>
      )}
    </>
  )
}
