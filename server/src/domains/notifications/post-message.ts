import { openSealed } from '../../http/seal.ts'
import { NotPermitted, type Outgoing } from '../../outgoing/outgoing.ts'
import { signatureOf } from '../../outgoing/signature.ts'
import { productVersion } from '../../product-version.ts'
import { bodyOf, type Message } from './messages.ts'
import type { KeptWebhook } from './reads.ts'

export type Target = Pick<KeptWebhook, 'id' | 'kind' | 'url' | 'secret'>

/** The result of an attempt: `trouble` says why there was no answer. */
export interface Outcome {
  answer: number | null
  trouble: string | null
  took_ms: number
}

export interface PostDeps {
  outgoing: Outgoing
  /** decrypts the secrets of webhooks */
  key: () => Promise<Buffer>
  console_url: string | null
}

/** The purpose that a webhook's secret is sealed for, so that it cannot be used for another webhook. */
export const purposeOf = (webhookId: string) => `webhook ${webhookId}`

export function isTaken({ answer }: Pick<Outcome, 'answer'>): boolean {
  return answer !== null && answer >= 200 && answer <= 299
}

/** Sends the message once, with a limit of ten seconds. Errors become part of the outcome. */
export async function postMessage(
  { outgoing, key, console_url }: PostDeps,
  { id, kind, url, secret }: Target,
  message: Message,
  signal?: AbortSignal,
): Promise<Outcome> {
  const began = performance.now()
  const outcome = (answer: number | null, trouble: string | null) => ({
    answer,
    trouble,
    took_ms: Math.round(performance.now() - began),
  })
  const sealingKey = await key()
  try {
    const opened = openSecret(secret, sealingKey, id)
    if (opened === null) return outcome(null, 'its secret cannot be read')
    const body = bodyOf(kind, message, console_url)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'podium-signature': signatureOf(opened, body, Math.floor(Date.now() / 1000)),
      'user-agent': `Podium/${productVersion}`,
    }
    return outcome(await outgoing.post(new URL(url), { headers, body, ...(signal && { signal }) }), null)
  } catch (error) {
    return outcome(null, troubleOf(error as NodeJS.ErrnoException))
  }
}

/** Returns null if the secret was sealed with another key, as when the keys of the installation were lost. */
function openSecret(secret: Buffer, key: Buffer, id: string): string | null {
  try {
    return openSealed(secret, key, purposeOf(id)).toString()
  } catch {
    return null
  }
}

const TROUBLES: Record<string, string> = {
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'unknown host name',
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
}

/** Names no address, because the managers of a webhook may not be allowed to know what its name resolves to. */
function troubleOf(error: NodeJS.ErrnoException): string {
  if (error instanceof NotPermitted) return 'address not allowed'
  // a time limit ends a request with one of these
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in 10 seconds'
  const code = error.code ?? ''
  if (/CERT|SELF_SIGNED|^ERR_TLS|UNABLE_TO/.test(code)) return 'certificate not accepted'
  return TROUBLES[code] ?? 'connection broken'
}
