import { ResultCodeError } from 'ldapts'
import { TooSlow } from './connection.ts'
import { DirectoryAway } from './directory.ts'
import type { DirectorySettings } from './directory-settings.ts'

/** What directories answer to a name or a password that is not right, or that may not sign in now (RFC 4511). */
const CREDENTIALS = new Set([19, 32, 34, 48, 49, 53])
const BUSY = 51
const UNAVAILABLE = 52

export function refusesCredentials(error: Error): boolean {
  return error instanceof ResultCodeError && CREDENTIALS.has(error.code)
}

/** Whether the directory gave no answer at all, so that asking again at once would only make others wait. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof DirectoryAway)) return false
  const { cause } = error
  return !(cause instanceof ResultCodeError) || cause.code === BUSY || cause.code === UNAVAILABLE
}

/** What went wrong, as a sentence for an administrator. */
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
