import * as calls from '@podium/contract/calls/directory.ts'
import { Failure } from '@podium/contract/rules/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { createDirectoryCalls } from './service.ts'

const NONE = { configured: false, url: '', tls: 'none', reader: false, reachable: false, detail: '' } as const

/** Older clients know no reasons. */
function falseIfBarred(error: unknown): false {
  if (error instanceof Failure && error.code === 'DIRECTORY.BARRED') return false
  throw error
}

export function directoryRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, directory } = deps
  const { verify, search } = createDirectoryCalls(deps)

  bind(app, calls.readDirectory, async () =>
    directory ? { configured: true, ...directory.describe(), ...(await directory.health()) } : NONE,
  )

  bind(app, calls.verifyDirectoryUser, async ({ caller, body, request }) => ({
    verified: await verify(caller, body, request.log),
  }))

  bind(app, calls.searchDirectory, async ({ caller, body, request }) => ({
    users: await search(caller, body, request.log),
  }))

  // A password in an address ends up in histories and in logs of proxies, so this must be enabled.
  if (!config.compat_ldap_get) return

  bind(app, calls.verifyDirectoryUserByGet, async ({ caller, query, request, reply }) => {
    reply.header('deprecation', 'true')
    return { verified: await verify(caller, query, request.log).catch(falseIfBarred) }
  })

  bind(app, calls.searchDirectoryByGet, async ({ caller, query, request, reply }) => {
    reply.header('deprecation', 'true')
    return { users: await search(caller, query, request.log) }
  })
}
