import {
  readDirectory,
  searchDirectory,
  searchDirectoryByGet,
  verifyDirectoryUser,
  verifyDirectoryUserByGet,
} from '@podium/contract/directory.ts'
import { fail } from '@podium/contract/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { createDirectoryCalls } from './service.ts'

const NONE = { configured: false, url: '', tls: 'none', reader: false, reachable: false, detail: '' } as const

export function directoryRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, directory } = deps
  const { verify, search } = createDirectoryCalls(deps)

  bind(app, readDirectory, async () =>
    directory ? { configured: true, ...directory.describe(), ...(await directory.health()) } : NONE,
  )

  bind(app, verifyDirectoryUser, async ({ caller, body, request }) => ({
    verified: await verify(caller, body, request.log),
  }))

  bind(app, searchDirectory, async ({ caller, body, request }) => ({
    users: await search(caller, body, request.log),
  }))

  /** A password in an address lands in histories and in the logs of proxies: only where it was asked for. */
  function deprecated(reply: FastifyReply): void {
    if (!config.compat_ldap_get) fail('NOT.FOUND')
    reply.header('deprecation', 'true')
  }

  bind(app, verifyDirectoryUserByGet, async ({ caller, query, request, reply }) => {
    deprecated(reply)
    return { verified: await verify(caller, query, request.log) }
  })

  bind(app, searchDirectoryByGet, async ({ caller, query, request, reply }) => {
    deprecated(reply)
    return { users: await search(caller, query, request.log) }
  })
}
