import { type Person, readSession } from '@podium/contract/calls/auth.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { Session } from '../../session/session.ts'

/** The server accepted the sign-in, but the browser dropped the cookie. */
export class SignInNotStored extends Error {
  override message = 'This browser keeps no sign-in over plain http: use https, Chrome or Firefox.'
}

/**
 * Signs the person in, after a second call has shown that the browser kept the cookie.
 * @throws SignInNotStored when the browser drops the cookie
 */
export async function enter(session: Session, person: Person): Promise<void> {
  await call(readSession, { background: true }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) throw new SignInNotStored()
  })
  session.signIn(person)
}
