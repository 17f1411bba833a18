import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { route } from '../wire/route.ts'

/**
 * Redirects the browser to the identity provider. State needed for its return is kept in a sealed cookie for ten
 * minutes. If the provider does not answer, the browser is redirected to the login, which says so.
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
 * The redirect address of OpenID Connect, to which the provider returns the browser. The browser is then redirected to
 * the login: with a session, or with the reason why there is none.
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
  // the provider's parameters are read from the address itself, so that they appear in no log
  query: z.object({}),
  reply: z.unknown(),
  otherStatuses: [302],
  errors: ['SINGLE_SIGN_ON.NONE'],
})

/** Redirects the browser to the provider's logout, or back to the login if the provider has none. */
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
