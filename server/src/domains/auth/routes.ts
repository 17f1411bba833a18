import {
  finishSetup as finishSetupRoute,
  login as loginRoute,
  logout,
  readSession,
  readSetup,
  usePasswordLink as usePasswordLinkRoute,
} from '@podium/contract/auth.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { clearedCookies, sessionCookie } from '../../http/cookies.ts'
import { isBrowser } from '../../http/gate.ts'
import { sweepWhileOpen } from '../../sweeping.ts'
import type { Client } from '../accounts/login-history.ts'
import { hasAccounts } from '../accounts/reads.ts'
import { endSession } from '../accounts/sessions.ts'
import { finishSetup } from './first-account.ts'
import { createLogin, type SignedIn } from './login.ts'
import { usePasswordLink } from './password-link.ts'
import { describePerson } from './person.ts'

const SWEEP_EVERY_MS = 60 * 60_000

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database } = deps
  const { login, sweep, historyWritten } = createLogin(deps)
  app.addHook('onClose', historyWritten)
  sweepWhileOpen(app, SWEEP_EVERY_MS, [{ work: sweep, otherwise: 'old login counters could not be removed' }])

  async function welcome({ who, token }: SignedIn, request: FastifyRequest, reply: FastifyReply) {
    reply.header('set-cookie', sessionCookie(request, config, clientOf(request).kind, token))
    return describePerson(database, who)
  }

  bind(app, loginRoute, async ({ body, request, reply }) =>
    welcome(await login(body, clientOf(request), request.log), request, reply),
  )

  bind(app, logout, async ({ caller, reply }) => {
    if (caller?.session) await endSession(database, caller.session)
    reply.headers({ 'set-cookie': clearedCookies(), 'clear-site-data': '"cache"' })
    return {}
  })

  bind(app, readSession, ({ caller }) => describePerson(database, caller))

  bind(app, readSetup, async () => ({ open: !(await hasAccounts(database)) }))

  bind(app, finishSetupRoute, async ({ body, request, reply }) =>
    welcome(await finishSetup(database, body, clientOf(request), request.id), request, reply),
  )

  bind(app, usePasswordLinkRoute, async ({ body, request, reply }) =>
    welcome(await usePasswordLink(deps, body, clientOf(request), request.id), request, reply),
  )
}

function clientOf(request: FastifyRequest): Client {
  return {
    kind: isBrowser(request) ? 'browser' : 'program',
    address: request.ip,
    user_agent: request.headers['user-agent'] ?? null,
  }
}
