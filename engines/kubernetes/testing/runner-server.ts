import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@podium/contract/rules/errors.ts'
import type { LogType } from '../../engine.ts'
import { answerRead, answerSend } from '../runner-answers.ts'
import { createRunnerCalls, MissingInput, type RunnerCallsOptions } from '../runner-calls.ts'

export interface RunnerServer {
  url: string
  /** the calls so far */
  calls: string[]
  /** Handles the next calls of that name instead, or first; an error cuts the connection. */
  before(call: string, act: (done: () => Promise<void>) => Promise<void>): void
  close(): Promise<void>
}

/** The server's side of the runner's calls on a local port, without the rest of the server. */
export async function startRunnerServer(options: RunnerCallsOptions): Promise<RunnerServer> {
  const runner = createRunnerCalls(options)
  const calls: string[] = []
  const faults = new Map<string, (done: () => Promise<void>) => Promise<void>>()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const call = pathname.replace('/api/v1/runner/', '')
    calls.push(call)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const key = await runner.keyOf(token)
    if (!key) return void response.writeHead(401).end()
    const query = Object.fromEntries(searchParams)
    if (request.method === 'GET') {
      const answer = await answerRead(runner, key, call, query)
      await pipeline(typeof answer === 'string' ? Readable.from([answer]) : answer, response)
      return
    }
    const { type, offset, size, bytes, ...others } = query
    const numbers = { offset: Number(offset ?? 0), size: Number(size ?? 0), bytes: Number(bytes ?? 0) }
    const sent = { ...others, ...numbers, type: type as LogType | undefined }
    const answer = await answerSend(runner, key, call, sent, request)
    response.end(JSON.stringify(answer))
  }

  const server = createServer(async (request, response) => {
    const call = (request.url ?? '').replace(/.*\/runner\/|\?.*/g, '')
    const done = () => handle(request, response)
    const fault = faults.get(call)
    await (fault ? fault(done) : done()).catch((error: unknown) => {
      const status = error instanceof MissingInput ? 404 : error instanceof Failure ? error.status : null
      if (status === null || response.headersSent) response.destroy()
      else response.writeHead(status).end(String(error))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    before(call, act) {
      faults.set(call, act)
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
