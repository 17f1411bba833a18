import * as calls from '@podium/contract/calls/single-sign-on.ts'
import { refusedFragment, signedInFragment } from '@podium/contract/rules/arrival.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { basePath } from '../../http/address.ts'
import { bind } from '../../http/bind.ts'
import { clientAddress } from '../../http/connections/client-network.ts'
import { sessionCookie } from '../../http/cookies.ts'
import { readSignInCookie, signInCookies, usedSignInCookie } from '../../http/session/sign-in-cookies.ts'
import type { Client } from '../accounts/sign-in/login-history.ts'
import { createSingleSignOn } from './single-sign-on.ts'

/** Routes that browsers are redirected through for the sign-in at the identity provider. */
export function singleSignOnRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const login = `${basePath(config)}/auth/login`
  const signOn = createSingleSignOn(deps)
  const set = () => signOn ?? fail('SINGLE_SIGN_ON.NONE')

  bind(app, calls.startSingleSignOn, async ({ query, request, reply }) => {
    const begun = await set().begin(query.next ?? '', request)
    if ('refused' in begun) return reply.redirect(login + refusedFragment(begun.refused), 302)
    reply.header('set-cookie', signInCookies(request, config, begun))
    return reply.redirect(begun.url.href, 302)
  })

  bind(app, calls.finishSingleSignOn, async ({ request, reply }) => {
    const { searchParams } = new URL(request.url, 'http://podium.invalid')
    // a plain navigation over http reveals nothing about the browser
    const client: Client = {
      kind: 'browser',
      address: clientAddress(request),
      user_agent: request.headers['user-agent'] ?? null,
    }
    const state = searchParams.get('state') ?? ''
    const sealed = readSignInCookie(request, config, state)
    const done = await set().finish(searchParams, sealed, client, request)
    const used = usedSignInCookie(request, config, state)
    if ('refused' in done) {
      reply.header('set-cookie', used)
      return reply.redirect(login + refusedFragment(done.refused), 302)
    }
    reply.header('set-cookie', [used, sessionCookie(request, config, client.kind, done.token)])
    return reply.redirect(login + signedInFragment(done.next), 302)
  })

  bind(app, calls.endSingleSignOn, async ({ request, reply }) => {
    const url = await set().end(request)
    return reply.redirect(url?.href ?? login + refusedFragment('stays'), 302)
  })
}
