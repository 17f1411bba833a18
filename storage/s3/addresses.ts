import { SignatureV4 } from '@smithy/signature-v4'
import type { Place } from './places.ts'
import type { S3Settings, Service } from './service.ts'

interface Signed {
  method: 'GET' | 'PUT'
  seconds: number
  query?: Record<string, string>
  /** what the one call at the address must send, as it stands here */
  headers?: Record<string, string>
}

/** Makes addresses that the service answers to everybody who has them, as long as they live. */
export function createAddresses(direct: string, { region, path_style }: S3Settings, { client }: Service) {
  const { protocol, host, hostname, port } = new URL(direct)
  const { config } = client
  const { credentials, sha256 } = config
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false })

  return async function addressOf({ Bucket, Key }: Place, { method, seconds, ...asked }: Signed) {
    // No certificate is for a name with another dot in it.
    const isInPath = path_style || Bucket.includes('.')
    const before = isInPath ? '' : `${Bucket}.`
    const path = `${isInPath ? `/${Bucket}` : ''}/${Key.split('/').map(escaped).join('/')}`
    const { query = {} } = await signer.presign(
      {
        method,
        protocol,
        hostname: before + hostname,
        ...(port !== '' && { port: Number(port) }),
        path,
        query: { ...asked.query },
        // The bytes are not known when the address is made.
        headers: { ...asked.headers, host: before + host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      },
      // by the clock of the service, which the client has learned where it is another
      { expiresIn: seconds, signingDate: new Date(Date.now() + config.systemClockOffset) },
    )
    const words = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`)
    return `${protocol}//${before}${host}${path}?${words.join('&')}`
  }
}

/** As signatures are made of it: more signs than addresses need. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
