import { S3Client } from '@aws-sdk/client-s3'
import { StoreAway } from '../object-store.ts'

export interface S3Settings {
  /** null: Amazon's own */
  endpoint: string | null
  region: string
  path_style: boolean
  /** null: every bucket of ours is one of the service */
  bucket: string | null
  /** where ours begin in that one bucket: '' or with a slash at its end */
  prefix: string
}

/** What the service answered that is neither what was asked for nor a passing trouble. It holds no header of ours. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  /** in the service's own words */
  readonly said: string

  constructor(status: number, code: string, said: string) {
    super(`The object store answered ${status} ${code}.`)
    this.status = status
    this.code = code
    this.said = said
  }
}

/** How long the service may be silent: a call that needs it is answered within five seconds. */
export const ANSWER_MS = 4_000
/** Each file that somebody reads slowly keeps a connection. */
const CONNECTIONS = 512

interface Asked {
  signal: { abortSignal: AbortSignal }
  /** the service took something, so it gets its whole time again */
  goesOn: () => void
}

// Which Node Podium runs on is said by Podium itself.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'

export type Service = ReturnType<typeof createService>

/** The client and the one way to ask with it. Keys come from where Amazon's tools look for them. */
export function createService({ endpoint, region, path_style }: S3Settings) {
  const agent = { keepAlive: true, maxSockets: CONNECTIONS }
  const client = new S3Client({
    ...(endpoint !== null && { endpoint }),
    region,
    forcePathStyle: path_style,
    // Many services answer 501 to the checksums that are sent otherwise.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    maxAttempts: 3,
    requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: ANSWER_MS },
  })

  /** @throws StoreAway, S3Refusal */
  async function ask<T>(call: (asked: Asked) => Promise<T>, patience = ANSWER_MS): Promise<T> {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), patience)
    try {
      return await call({ signal: { abortSignal: controller.signal }, goesOn: () => timer.refresh() })
    } catch (error) {
      throw meaningOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return { client, ask }
}

/** null where the service says that there is no such thing. */
export async function orMissing<T>(asking: Promise<T>): Promise<T | null> {
  return asking.catch((error) => {
    if (error instanceof S3Refusal && error.status === 404) return null
    throw error
  })
}

/** The SDK's errors hold requests with their signatures: nothing of them is handed on but words. */
function meaningOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, code, $metadata } = error as Error & {
    code?: unknown
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode
  if (name === 'CredentialsProviderError') return new S3Refusal(401, name, message)
  if (status === undefined)
    return typeof code === 'string' || name === 'AbortError' || name === 'TimeoutError'
      ? new StoreAway(`The object store does not answer (${typeof code === 'string' ? code : name}).`)
      : error
  if (status === 429 || (status >= 500 && status !== 501))
    return new StoreAway(`The object store answered ${status} ${name}.`)
  return new S3Refusal(status, name, message)
}
