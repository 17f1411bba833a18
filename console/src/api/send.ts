import { limits } from '@podium/contract/rules.ts'
import { unanswered } from './api-error.ts'

export interface Answer {
  status: number
  /** parsed JSON, or null where the answer had none */
  body: unknown
  requestId: string | null
}

interface Sent {
  method: string
  address: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal | undefined
}

/**
 * Sends a JSON call and resolves with whatever the server answered, also with an error.
 * @throws ApiError with status 0 when no answer came within the time limit
 * @throws the signal's reason when the caller gave up
 */
export async function send({ method, address, headers, body, signal }: Sent): Promise<Answer> {
  const limit = AbortSignal.timeout(limits.http_timeout_ms)
  try {
    const response = await fetch(address, {
      method,
      headers,
      body: body ?? null,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const text = await response.text()
    return {
      status: response.status,
      body: parsed(text),
      requestId: response.headers.get('x-request-id'),
    }
  } catch (error) {
    if (signal?.aborted) throw error
    const cause = limit.aborted
      ? `The server did not answer within ${limits.http_timeout_ms / 1000} s.`
      : 'The server cannot be reached.'
    throw unanswered(cause, method !== 'GET')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
