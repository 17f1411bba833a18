import { SignatureV4 } from '@smithy/signature-v4'
import type { Place } from './places.ts'
import type { S3Settings, Service } from './service.ts'

interface Signed {
  method: 'GET' | 'PUT'
  seconds: number
  query?: Record<string, string>
  /** headers that the call must send unchanged */
  headers?: Record<string, string>
}

/** Makes signed addresses that the service answers to everybody who has them, until they expire. */
export function createAddresses(direct: string, { region, path_style }: S3Settings, { client }: Service) {
  const { protocol, host, hostname, port } = new URL(direct)
  const { config } = client
  const { credentials, sha256 } = config
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false })

  return async function addressOf({ Bucket, Key }: Place, { method, seconds, ...asked }: Signed) {
    const isPath = isInPath(Bucket, path_style)
    const before = isPath ? '' : `${Bucket}.`
    const path = `${isPath ? `/${Bucket}` : ''}/${Key.split('/').map(escaped).join('/')}`
    const { query = {} } = await signer.presign(
      {
        method,
        protocol,
        hostname: before + hostname,
        ...(port !== '' && { port: Number(port) }),
        path,
        query: { ...asked.query },
        // The content is not known when the address is made.
        headers: { ...asked.headers, host: before + host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      },
      // by the clock of the service, which the client has learned if it differs
      { expiresIn: seconds, signingDate: new Date(Date.now() + config.systemClockOffset) },
    )
    const words = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`)
    return `${protocol}//${before}${host}${path}?${words.join('&')}`
  }
}

/** True if addresses name the bucket in their path. No certificate covers a host with another dot before its name. */
export function isInPath(bucket: string, path_style: boolean): boolean {
  return path_style || bucket.includes('.')
}

/** Escapes as S3 signatures require, which is more than addresses need. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
