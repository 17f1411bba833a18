import { permissions } from '@podium/contract/rules/permissions.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { RunKey } from '@podium/engines/engine.ts'
import type { RunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import type { FastifyRequest } from 'fastify'
import { isBrowser } from '../gate.ts'
import { bearerOf } from './session.ts'

/** Identifies a run's pod by its attempt's token, which opens the calls of pods only and is the only way to them. */
export async function readRunToken(
  request: FastifyRequest,
  { allow }: Route,
  runner: RunnerCalls | undefined,
): Promise<RunKey | null> {
  if (permissions[allow] !== 'run' || runner === undefined || isBrowser(request)) return null
  const token = bearerOf(request)
  return token === null ? null : runner.keyOf(token)
}

declare module 'fastify' {
  interface FastifyRequest {
    run: RunKey | null
  }
}
