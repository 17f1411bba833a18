import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { RunnerAnswer } from '@podium/contract/calls/runner.ts'
import { StartRefused } from '../../engine.ts'

/** The server does not accept the token any more, because the attempt is over or belongs to another pod. */
export class Dismissed extends Error {}

export interface ServerCallsOptions {
  url: string
  token: string
  /** milliseconds before the first retry, and the maximum */
  wait?: { first: number; most: number }
  log: (message: string) => void
}

type Query = Record<string, string | number>

const ANSWER_MS = 60_000
const WAIT = { first: 250, most: 5_000 }
const PASSING = new Set([408, 425, 429])

/** Calls to the server, repeated until they are answered. The pod's deadline ends the program before that. */
export function createServerCalls({ url, token, wait = WAIT, log }: ServerCallsOptions) {
  const headers = { authorization: `Bearer ${token}` }

  async function ask(method: 'GET' | 'POST', call: string, query: Query, body?: Buffer): Promise<Response> {
    const address = new URL(`/api/v1/runner/${call}`, url)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
    const response = await fetch(address, {
      method,
      headers,
      redirect: 'error',
      // Streams of inputs have no time limit.
      ...(method === 'POST' && { body: body ?? Buffer.alloc(0), signal: AbortSignal.timeout(ANSWER_MS) }),
    })
    if (response.ok) return response
    const text = (await response.text()).slice(0, 500)
    if (response.status === 401) throw new Dismissed('The server no longer knows this run.')
    throw new Refused(`${call}: ${response.status} ${text}`, response.status, detailOf(text))
  }

  async function untilDone<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    for (let pause = wait.first; ; pause = Math.min(pause * 2, wait.most)) {
      try {
        return await attempt()
      } catch (error) {
        if (isFinal(error)) throw error
        log(`${what}: ${sentenceOf(error)} Trying again.`)
        // Spreads the retries of many pods when a server comes back.
        await setTimeout(pause * (0.5 + Math.random() / 2))
      }
    }
  }

  const send = (call: string, body: Buffer, query: Query = {}): Promise<RunnerAnswer> =>
    untilDone(call, async () => (await (await ask('POST', call, query, body)).json()) as RunnerAnswer)

  return {
    log,
    untilDone,
    send,
    /** Sends a report as JSON. */
    tell: (call: string, report: object) => send(call, Buffer.from(JSON.stringify(report))),
    read: async <T>(call: string): Promise<T> =>
      untilDone(call, async () => (await (await ask('GET', call, {})).json()) as T),
    /**
     * Opens one of the run's inputs. Returns null if there is none.
     * @throws StartRefused if it exists and can never be sent
     */
    async open(call: string, query: Query): Promise<Readable | null> {
      const response = await ask('GET', call, query).catch((error: unknown) => {
        if (error instanceof Refused && error.status === 404) return null
        if (error instanceof Refused && error.status === 422) throw new StartRefused(error.detail)
        throw error
      })
      return response && Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
    },
  }
}

export type ServerCalls = ReturnType<typeof createServerCalls>

/** The server does not accept the data, and no retry helps. */
export class Refused extends Error {
  readonly status: number
  /** in the server's words */
  readonly detail: string

  constructor(message: string, status: number, detail = message) {
    super(message)
    this.status = status
    this.detail = detail
  }
}

/** Returns the sentence of a refusal, or its whole text if it has none. */
function detailOf(text: string): string {
  try {
    return String((JSON.parse(text) as { detail: unknown }).detail)
  } catch {
    return text
  }
}

/** True if another try would get the same answer. */
function isFinal(error: unknown): boolean {
  if (error instanceof Dismissed || error instanceof StartRefused) return true
  return error instanceof Refused && error.status < 500 && !PASSING.has(error.status)
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return `${error.message}.`
  const { cause, message } = error as Error & { cause?: { code?: string } }
  return cause?.code ? `The server does not answer (${cause.code}).` : message
}
