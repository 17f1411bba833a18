import { setTimeout as pause } from 'node:timers/promises'
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { proxyFor, proxySettings } from '@podium/contract/wire/proxy.ts'
import { StoreAway } from '../object-store.ts'
import { meaningOf } from './refusals.ts'
import { createProxyHandler } from './through-proxy.ts'

export interface S3Settings {
  /** null: Amazon's own */
  endpoint: string | null
  /** the address at which browsers and pods reach the same service; null: they do not */
  direct: string | null
  region: string
  path_style: boolean
  /** null: every bucket of ours is one of the service */
  bucket: string | null
  /** where ours begin in that one bucket: '' or with a slash at its end */
  prefix: string
}

/** How long the service may be silent: a call that needs it is answered within five seconds. */
export const ANSWER_MS = 4_000
/** How often something else is asked while the service takes its time, and how long that may take. */
const PULSE_MS = { every: 500, patience: 3_500 }
/** What takes longer is given up, however well the service is: the caller's transaction waits 30 seconds. */
export const LONGEST_MS = 25_000
/** Each file that is read slowly keeps a connection. */
const CONNECTIONS = 512

interface Asked {
  signal: { abortSignal: AbortSignal }
  /** the service took something, so it gets its whole time again */
  goesOn: () => void
}

interface Patience {
  patience?: number
  /** aborted when the answer is not needed any more */
  until?: AbortSignal
}

// Which Node Podium runs on, and what goes wrong with the service, is said by Podium itself.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
const unsaid = () => undefined
const logger = { trace: unsaid, debug: unsaid, info: unsaid, warn: unsaid, error: unsaid }

export type Service = ReturnType<typeof createService>

/**
 * The client and the one way to ask with it. Keys come from where Amazon's tools look for them, and the proxy from the
 * environment, too.
 */
export function createService({ endpoint, region, path_style }: S3Settings) {
  const agent = { keepAlive: true, maxSockets: CONNECTIONS }
  const address = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  const proxy = proxyFor(address, proxySettings(process.env))
  const client = new S3Client({
    ...(endpoint !== null && { endpoint }),
    region,
    forcePathStyle: path_style,
    // Many services answer 501 to the checksums that are sent otherwise.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    maxAttempts: 3,
    logger,
    requestHandler:
      proxy === null
        ? { httpAgent: agent, httpsAgent: agent, connectionTimeout: ANSWER_MS }
        : createProxyHandler(proxy, CONNECTIONS),
  })

  /** @throws StoreAway, S3Refusal */
  async function ask<T>(
    call: (asked: Asked) => Promise<T>,
    { patience = ANSWER_MS, until }: Patience = {},
  ): Promise<T> {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), patience)
    const abortSignal = until ? AbortSignal.any([controller.signal, until]) : controller.signal
    try {
      return await call({ signal: { abortSignal }, goesOn: () => timer.refresh() })
    } catch (error) {
      throw meaningOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Completing an upload of many parts takes long, and so may waiting for a turn: it goes on as long as the service
   * answers other calls. The work looks at the signal: it is given up when that is aborted.
   * @throws StoreAway
   */
  async function whileItAnswers<T>(Bucket: string, work: (until: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const { signal } = controller
    try {
      return await Promise.race([work(signal), untilSilent(Bucket, signal)])
    } finally {
      controller.abort()
    }
  }

  async function untilSilent(Bucket: string, until: AbortSignal): Promise<never> {
    const asked = new HeadBucketCommand({ Bucket })
    const begun = performance.now()
    while (performance.now() - begun < LONGEST_MS) {
      await pause(PULSE_MS.every, undefined, { signal: until })
      const { patience } = PULSE_MS
      const pulse = ask(({ signal }) => client.send(asked, signal), { patience, until })
      await pulse.catch((error) => {
        if (error instanceof StoreAway) throw error
      })
    }
    throw new StoreAway('The object store took too long to place an object.')
  }

  return { client, ask, whileItAnswers }
}
