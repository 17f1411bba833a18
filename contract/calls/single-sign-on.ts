import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { route } from '../wire/route.ts'

/**
 * Sends the browser to the identity provider. What it needs when it comes back is kept, sealed, in a cookie for ten
 * minutes. Where the provider does not answer, the browser is sent to the login, which says so.
 */
export const startSingleSignOn = route({
  id: 'startSingleSignOn',
  method: 'GET',
  path: '/api/v1/auth/oidc/start',
  summary: 'Begin a sign-in at the identity provider',
  allow: 'session.start',
  scope: 'none',
  reads: [],
  transport: 'bytes',
  query: z.object({
    next: z
      .optional(z.string().check(z.maxLength(limits.url)))
      .check(
        z.describe('The page of the console to open afterwards, as its path; any other address is dropped'),
      ),
  }),
  reply: z.unknown(),
  otherStatuses: [302],
  errors: ['SINGLE_SIGN_ON.NONE'],
})

/**
 * Where the provider sends the browser back to, with what OpenID Connect puts into the address. It is sent on to the
 * login: with a session, or with the reason why there is none.
 */
export const finishSingleSignOn = route({
  id: 'finishSingleSignOn',
  method: 'GET',
  path: '/api/v1/auth/oidc/callback',
  summary: 'Finish a sign-in at the identity provider; the session comes as a cookie',
  allow: 'session.start',
  scope: 'none',
  reads: [],
  transport: 'bytes',
  // what the provider adds is read from the address itself, and no log sees it
  query: z.object({}),
  reply: z.unknown(),
  otherStatuses: [302],
  errors: ['SINGLE_SIGN_ON.NONE'],
})

/** Sends the browser to where the provider ends its own session, or back to the login where it offers no such place. */
export const endSingleSignOn = route({
  id: 'endSingleSignOn',
  method: 'GET',
  path: '/api/v1/auth/oidc/end',
  summary: 'Sign out at the identity provider too',
  allow: 'session.end',
  scope: 'none',
  reads: [],
  transport: 'bytes',
  reply: z.unknown(),
  otherStatuses: [302],
  errors: ['SINGLE_SIGN_ON.NONE'],
})
