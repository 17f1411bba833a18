import { type Person, readSession } from '@podium/contract/calls/auth.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { Session } from '../../session/session.ts'

/** The server let them in, but the browser threw the sign-in away. */
export class SignInNotStored extends Error {
  override message = 'This browser keeps no sign-in over plain http: use https, Chrome or Firefox.'
}

/**
 * Takes over the sign-in that a call answered, once a second call has shown that the browser keeps it.
 * @throws SignInNotStored when the browser drops the cookie
 */
export async function enter(session: Session, person: Person): Promise<void> {
  await call(readSession, { background: true }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) throw new SignInNotStored()
  })
  session.signIn(person)
}
