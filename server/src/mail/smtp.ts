import { createTransport } from 'nodemailer'
import type { Letter, Mail, Refusal } from './mail.ts'
import type { MailSettings } from './mail-settings.ts'

const PATIENCE_MS = 20_000

/** Sends mail over SMTP with the configured server; each letter has a connection of its own. */
export function createSmtp(
  { host, port, tls, ca, sign_in, from }: MailSettings,
  patience_ms: number = PATIENCE_MS,
): Mail {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const transport = createTransport({
    host,
    port,
    secure: tls === 'smtps',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { ...(ca !== null && { ca }) },
    ...(sign_in && { auth: { user: sign_in.user, pass: sign_in.password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text, written_at }: Letter, signal): Promise<Refusal | null> {
      const limit = AbortSignal.timeout(patience_ms)
      try {
        await transport.sendMail({
          from,
          // as an object it is a single address, whatever it contains
          to: { name: '', address: to },
          subject,
          text,
          date: new Date(written_at),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        })
        return null
      } catch (error) {
        return refusalOf(error as SmtpError)
      }
    },
  }
}

interface SmtpError extends NodeJS.ErrnoException {
  originalCode?: string
  command?: string
  /** the server's reply line and its code */
  response?: string
  responseCode?: number
}

const UNREACHABLE: Record<string, string> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name is not known',
  EDNS: 'its name is not known',
  ECONNREFUSED: 'the connection was refused',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
}
const LONGEST_ANSWER = 200

/** Leaves out the answer to a password, which may repeat what was sent. */
function refusalOf(error: SmtpError): Refusal {
  const away = (reason: string): Refusal => ({ reason, kind: 'away' })
  const { code = '', command = '', response, responseCode } = error
  const cause = error.originalCode ?? code
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || code === 'EABORT')
    return away('The mail server did not answer in time.')
  if (code === 'EAUTH' || command.startsWith('AUTH'))
    return away(`The mail server refused the user name or the password${number(responseCode)}.`)
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(cause) || (code === 'ETLS' && /certificate/i.test(error.message)))
    return away('The certificate of the mail server was not accepted.')
  if (code === 'ETLS') return away('The connection to the mail server could not be encrypted.')
  if (responseCode !== undefined && response !== undefined) {
    const said = response.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, LONGEST_ANSWER)
    if (command === 'CONN' || command === 'EHLO')
      return away(`The mail server takes no messages now: ${said}`)
    if (command === 'MAIL FROM') return away(`The mail server refused the sender: ${said}`)
    const what = command === 'RCPT TO' ? 'the address' : 'the message'
    return {
      reason: `The mail server refused ${what}: ${said}`,
      kind: responseCode >= 500 ? 'never' : 'later',
    }
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { reason: 'The address cannot be written to.', kind: 'never' }
  if (code === 'ETIMEDOUT') return away('The mail server did not answer in time.')
  const why = UNREACHABLE[cause]
  return away(
    why === undefined
      ? 'The connection to the mail server broke.'
      : `The mail server could not be reached: ${why}.`,
  )
}

const number = (code: number | undefined) => (code === undefined ? '' : ` (${code})`)
