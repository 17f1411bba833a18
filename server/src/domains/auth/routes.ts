import * as calls from '@podium/contract/calls/auth.ts'
import type { Handle } from '@podium/database/connect.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import type { Sent } from '../../http/call.ts'
import { clientAddress } from '../../http/connections/client-network.ts'
import { clearedCookies, sessionCookie } from '../../http/cookies.ts'
import { isBrowser } from '../../http/gate.ts'
import { secondsLeft } from '../../http/session/session.ts'
import { readPreferences } from '../accounts/preferences.ts'
import { hasAccounts } from '../accounts/reads.ts'
import type { Client } from '../accounts/sign-in/login-history.ts'
import { signOut } from '../accounts/sign-in/sessions.ts'
import { listOwnWorkspaces } from '../workspaces/reads.ts'
import { createLogin, type SignedIn, type Who } from './login.ts'
import { finishSetup, usePasswordLink } from './sign-in-by-link.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database } = deps
  const { login, historyWritten } = createLogin(deps)
  app.addHook('onClose', historyWritten)

  async function welcome({ who, token }: SignedIn, request: FastifyRequest, reply: FastifyReply) {
    reply.header('set-cookie', sessionCookie(request, config, clientOf(request).kind, token))
    return describePerson(database, who)
  }

  bind(app, calls.login, async ({ body, request, reply }) =>
    welcome(await login(body, clientOf(request), request.log), request, reply),
  )

  bind(app, calls.logout, async ({ caller, reply }) => {
    if (caller?.session) await signOut(database, caller.session)
    reply.headers({ 'set-cookie': clearedCookies(config), 'clear-site-data': '"cache"' })
    return {}
  })

  bind(app, calls.readSession, async ({ caller }) => ({
    ...(await describePerson(database, caller)),
    ends_in_s: caller.session && (await secondsLeft(database, caller.session)),
  }))

  bind(app, calls.readSetup, async () => ({ open: !(await hasAccounts(database)) }))

  bind(app, calls.finishSetup, async ({ body, request, reply }) =>
    welcome(await finishSetup(database, body, clientOf(request), request.id), request, reply),
  )

  bind(app, calls.usePasswordLink, async ({ body, request, reply }) =>
    welcome(await usePasswordLink(deps, body, clientOf(request), request.id), request, reply),
  )
}

/** The signed-in person, with the workspaces they see now. */
async function describePerson(db: Handle, who: Who): Promise<Sent<calls.Person>> {
  const [workspace, { theme, density, shortcuts, times }] = await Promise.all([
    listOwnWorkspaces(db, who),
    readPreferences(db, who),
  ])
  return {
    username: who.username,
    account_id: who.account_id,
    display_name: who.display_name,
    role: who.role,
    login_type: who.login_type === 'host' ? 'static' : who.login_type,
    must_change_password: who.must_change_password,
    look: { theme, density, shortcuts, times },
    workspace,
  }
}

function clientOf(request: FastifyRequest): Client {
  return {
    kind: isBrowser(request) ? 'browser' : 'program',
    address: clientAddress(request),
    user_agent: request.headers['user-agent'] ?? null,
  }
}
