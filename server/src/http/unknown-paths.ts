import { Failure } from '@podium/contract/rules/errors.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyReply } from 'fastify'

/** Answers an API path without a route: 405 with `Allow` if it has other methods, else 404. */
export function answerUnknown(routes: readonly Route[], path: string, reply: FastifyReply): FastifyReply {
  const methods = methodsOf(routes, path)
  const { status, detail } = new Failure(methods.length > 0 ? 'METHOD.UNKNOWN' : 'NOT.FOUND')
  if (methods.length > 0) reply.header('allow', methods.join(', '))
  return reply.code(status).send({ detail })
}

function methodsOf(routes: readonly Route[], path: string): string[] {
  const methods = routes.filter((route) => patternOf(route).test(path)).map((route) => route.method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method])))]
}

function patternOf({ path }: Route): RegExp {
  const pattern = path
    .replaceAll('.', '\\.')
    .replace(/\{\w+\*\}$/, '.*')
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${pattern}$`)
}
