import { isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Client, ResultCodeError } from 'ldapts'
import { DirectoryAway } from './directory.ts'
import type { DirectorySettings } from './directory-settings.ts'

export interface Patience {
  connect_ms: number
  /** limit for everything: connecting, TLS, signing in and the answer */
  whole_ms: number
}

/** No answer in time. An open connection proves nothing, because a stopped directory still accepts connections. */
export class TooSlow extends Error {}

/** Runs the work on a connection of its own and closes it. @throws TooSlow and the errors of the work */
export async function onConnection<T>(
  settings: DirectorySettings,
  patience: Patience,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const clients: Client[] = []
  const keep = (client: Client) => {
    clients.push(client)
    return client
  }
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), patience.whole_ms)
  })
  const done = async () =>
    work(
      settings.tls === 'starttls'
        ? await upgraded(settings, patience, keep)
        : keep(plain(settings, patience)),
    )
  try {
    return await Promise.race([done(), timeout])
  } finally {
    clearTimeout(timer)
    for (const client of clients) client.unbind().catch(() => undefined)
  }
}

function plain(settings: DirectorySettings, patience: Patience): Client {
  return new Client({
    url: settings.url,
    timeout: patience.whole_ms,
    connectTimeout: patience.connect_ms,
    ...(settings.tls === 'ldaps' && { tlsOptions: tlsOptions(settings) }),
  })
}

/**
 * Uses StartTLS, then a new client on the encrypted connection. Otherwise data that an attacker appended to the
 * unencrypted answer would stay in the first client's buffer and be taken for the directory's answer.
 */
async function upgraded(settings: DirectorySettings, patience: Patience, keep: (client: Client) => Client) {
  let encrypted: TLSSocket | undefined
  const first = keep(
    new Client({
      url: settings.url,
      timeout: patience.whole_ms,
      connectTimeout: patience.connect_ms,
      createSecureConnection: ((options: Parameters<typeof connectTls>[0]) => {
        encrypted = connectTls(options)
        return encrypted
      }) as typeof connectTls,
    }),
  )
  await first.startTLS(tlsOptions(settings))
  const socket = encrypted
  if (!socket) throw new Error('the connection was not encrypted')
  socket.removeAllListeners('data')
  return keep(new Client({ url: settings.url, timeout: patience.whole_ms, createConnection: () => socket }))
}

function tlsOptions({ ca, host }: DirectorySettings) {
  return {
    host,
    minVersion: 'TLSv1.2' as const,
    ...(ca !== null && { ca }),
    ...(isIP(host) === 0 && { servername: host }),
  }
}

/** Result codes for a wrong name or password (RFC 4511). */
const CREDENTIALS = new Set([32, 34, 48, 49])
const BUSY = 51
const UNAVAILABLE = 52

export function refusesCredentials(error: Error): boolean {
  return error instanceof ResultCodeError && CREDENTIALS.has(error.code)
}

/** True if the directory gave no answer at all, so that an immediate retry would only make others wait. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof DirectoryAway)) return false
  const { cause } = error
  return !(cause instanceof ResultCodeError) || cause.code === BUSY || cause.code === UNAVAILABLE
}

/** The error as a sentence for an administrator. */
export function sentenceOf(error: Error, { url, host, ca }: DirectorySettings): string {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof TooSlow || /timed? ?out/i.test(`${code} ${error.message}`))
    return `${url} did not answer in time.`
  if (error instanceof ResultCodeError) return `${url} refuses: ${error.message}`
  if (code === 'ECONNREFUSED') return `${url} refuses the connection: is the directory running there?`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${host} cannot be found.`
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY/.test(code))
    return `The certificate of ${url} cannot be trusted: ${error.message}. ${ca === null ? 'Name the certificate of its authority in PODIUM_LDAP_CA_FILE.' : 'Check PODIUM_LDAP_CA_FILE.'}`
  return `${url} cannot be used: ${error.message}`
}
