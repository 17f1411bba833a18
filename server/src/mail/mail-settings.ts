import { isLoopbackName } from '../http/connections/host-names.ts'
import type { Settings } from '../settings.ts'

export interface MailSettings {
  host: string
  port: number
  /** `none` is for this machine only */
  tls: 'smtps' | 'starttls' | 'none'
  /** trusted certificates instead of the well-known ones, as PEM */
  ca: string | null
  sign_in: { user: string; password: string } | null
  from: { name: string; address: string }
}

const OTHERS = ['PODIUM_MAIL_FROM', 'PODIUM_SMTP_CA_FILE'] as const
const PORTS = { 'smtp:': 587, 'smtps:': 465 }
const SHAPE =
  'give an address like smtp://user:password@mail.example.org:587 and nothing behind it, with characters such as @ : / # % of the password in percent-encoding.'

/** null if mail is off. Errors are added to the settings' problems, without the address, which may hold a password. */
export function readMailSettings(settings: Settings): MailSettings | null {
  const { problems, text } = settings
  const written = settings.secret('PODIUM_SMTP_URL')?.trim() || null
  if (written === null) {
    const [orphan] = OTHERS.filter((name) => text(name) !== null)
    if (orphan) problems.push(`${orphan} needs PODIUM_SMTP_URL beside it.`)
    return null
  }
  const ca = settings.certificates('PODIUM_SMTP_CA_FILE')
  const from = readSender(settings)
  const server = serverIn(written)
  if (server === null) problems.push(`PODIUM_SMTP_URL: ${SHAPE}`)
  if (server === null || from === null) return null
  const { host, protocol, ...rest } = server
  const isPlain = isLoopbackName(host) && ca === null
  const tls = protocol === 'smtps:' ? 'smtps' : isPlain ? 'none' : 'starttls'
  return { host: host.replace(/^\[|\]$/g, ''), tls, ca, from, ...rest }
}

function serverIn(written: string) {
  const url = URL.canParse(written) ? new URL(written) : null
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '')
    return null
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return null
  const { protocol, hostname: host, username, password } = url
  const port = url.port === '' ? PORTS[protocol] : Number(url.port)
  if (username === '' && password === '') return { protocol, host, port, sign_in: null }
  const [user, opened] = [decoded(username), decoded(password)]
  return user && opened ? { protocol, host, port, sign_in: { user, password: opened } } : null
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** There is no default, because mail servers refuse or discard mail from addresses of other sites. */
function readSender({ text, problems }: Settings): MailSettings['from'] | null {
  const written = text('PODIUM_MAIL_FROM')
  if (written === null) {
    problems.push(
      'PODIUM_SMTP_URL needs PODIUM_MAIL_FROM beside it, the address that messages come from, e.g. podium@example.org.',
    )
    return null
  }
  const [, name = '', inner, bare] =
    /^(?:([^<>"\p{Cc}]*)<([^\s<>@,;:"]+@[^\s<>@,;:"]+)>|([^\s<>@,;:"]+@[^\s<>@,;:"]+))$/u.exec(written) ?? []
  const address = inner ?? bare
  if (address !== undefined) return { name: name.trim() || 'Podium', address }
  problems.push(
    `PODIUM_MAIL_FROM=${written}: give one address, podium@example.org, or one with a name, Podium <podium@example.org>.`,
  )
  return null
}
