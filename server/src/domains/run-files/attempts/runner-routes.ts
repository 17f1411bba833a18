import type { Readable } from 'node:stream'
import { readForRun, sendForRun } from '@podium/contract/calls/runner.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { type RunKey, StartRefused } from '@podium/engines/engine.ts'
import { answerRead, answerSend } from '@podium/engines/kubernetes/runner-answers.ts'
import { MissingInput, type RunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { bind } from '../../../http/bind.ts'
import { cutOffWhenSlow } from '../../../http/connections/body-deadline.ts'
import { storeTrouble } from '../../../http/errors/store-trouble.ts'
import { createSemaphore } from '../../../semaphore.ts'

/** Limits the pieces in memory until they are stored. A run that sends slowly delays only its own pieces. */
const PIECES = { at_once: 16, of_one: 4, waiting: 2_000, refuse: () => fail('RUN.SENDING') }

/** The calls that pods of runs make. */
export function runnerRoutes(app: FastifyInstance, { runner }: Deps): void {
  const withPermit = createSemaphore(PIECES)

  function ofPod({ run }: FastifyRequest): [RunnerCalls, RunKey] {
    return runner && run ? [runner, run] : fail('NOT.ALLOWED')
  }

  bind(app, readForRun, async ({ params, query, request, reply }) => {
    reply.type('application/octet-stream')
    return answerRead(...ofPod(request), params.call, query).catch((error: unknown) => {
      if (error instanceof MissingInput) fail('NOT.FOUND')
      // Another try by the pod would fail in the same way.
      if (error instanceof StartRefused) fail('RUN.CHOICE', { problem: error.message })
      throw error
    })
  })

  bind(app, sendForRun, async ({ params, query, request }) => {
    const [calls, key] = ofPod(request)
    const send = () => {
      // The rest of a body never comes from a node that is gone.
      cutOffWhenSlow(request.raw)
      return answerSend(calls, key, params.call, query, request.body as Readable)
    }
    return withPermit(send, [key.run]).catch(async (error: unknown) => {
      const trouble = storeTrouble(error)
      if (trouble !== null) await calls.refused(key, trouble)
      throw error
    })
  })
}
