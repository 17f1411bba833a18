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
  /** the shared bucket; null: every bucket of Podium is one of the service */
  bucket: string | null
  /** prefix of Podium's keys in the shared bucket: '' or with a slash at its end */
  prefix: string
}

/** How long the service may be silent, so that a call that needs it is answered within five seconds. */
export const ANSWER_MS = 4_000
/** How often another call is made while the service takes its time, and how long that call may take. */
const PULSE_MS = { every: 500, patience: 3_500 }
/** Limit for every call, because the caller's transaction waits at most 30 seconds. */
export const LONGEST_MS = 25_000
/** Every file that is read slowly holds a connection. */
const CONNECTIONS = 512

interface Asked {
  signal: { abortSignal: AbortSignal }
  /** resets the time limit, because the service accepted some data */
  goesOn: () => void
}

interface Patience {
  patience?: number
  /** aborted when the answer is no longer needed */
  until?: AbortSignal
}

// Silences the SDK: Podium itself reports the version of Node and errors of the service.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
const unsaid = () => undefined
const logger = { trace: unsaid, debug: unsaid, info: unsaid, warn: unsaid, error: unsaid }

export type Service = ReturnType<typeof createService>

/** The client and its calls. Keys come from where Amazon's tools look, the proxy from the environment. */
export function createService({ endpoint, region, path_style }: S3Settings) {
  const agent = { keepAlive: true, maxSockets: CONNECTIONS }
  const address = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  const proxy = proxyFor(address, proxySettings(process.env))
  const client = new S3Client({
    ...(endpoint !== null && { endpoint }),
    region,
    forcePathStyle: path_style,
    // Many services answer 501 to the default checksums.
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
    call: (command: Asked) => Promise<T>,
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
   * Runs work that takes long, such as completing an upload of many parts or waiting for a turn, as long as the service
   * answers other calls. The work must watch the signal, which is aborted when the service stops answering.
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
    const command = new HeadBucketCommand({ Bucket })
    const begun = performance.now()
    while (performance.now() - begun < LONGEST_MS) {
      await pause(PULSE_MS.every, undefined, { signal: until })
      const { patience } = PULSE_MS
      const pulse = ask(({ signal }) => client.send(command, signal), { patience, until })
      await pulse.catch((error) => {
        if (error instanceof StoreAway) throw error
      })
    }
    throw new StoreAway('The object store took too long to place an object.')
  }

  return { client, ask, whileItAnswers }
}
