import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'
import type { FailedInstall, IndexAnswer } from './failed-install.ts'
import { hostOf, type IndexSource, indexSources, remedyFor, sourceAt, sourceOfPath } from './index-sources.ts'
import { lineWith, locationOf } from './package-lines.ts'

/** Words about a failed connection, which follow the name of the index. */
interface Trouble {
  matter: string
  /** true: it may be temporary */
  isPassing: boolean
  /** replaces the advice to correct the address */
  remedy?: string
}

const TRUST = 'ask an administrator to name the file of its authority in SSL_CERT_FILE'

const TROUBLES: [RegExp, Trouble][] = [
  [
    /certificate verify failed|CERTIFICATE_VERIFY_FAILED|invalid peer certificate|UnknownIssuer|self[- ]signed certificate|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)/i,
    { matter: 'has a certificate that this machine does not trust', isPassing: false, remedy: TRUST },
  ],
  [
    /WRONG_VERSION_NUMBER|wrong version number|record layer failure|InvalidContentType|received corrupt message|EPROTO/i,
    { matter: 'does not speak https at this address', isPassing: false },
  ],
  [
    /Name or service not known|name resolution|No address associated|nodename nor servname|dns error|failed to lookup address|ENOTFOUND|EAI_AGAIN|NameResolutionError/i,
    { matter: 'has a host whose name is not known here', isPassing: false },
  ],
  [/Connection refused|ECONNREFUSED/i, { matter: 'refuses connections', isPassing: true }],
  [
    /Read timed out|ConnectTimeout|ReadTimeout|operation timed out|Connection timed out|no answer in time|ETIMEDOUT/i,
    { matter: 'does not answer', isPassing: true },
  ],
  [
    /incomplete-download|not enough bytes were received|Connection reset|Connection aborted|RemoteDisconnected|ECONNRESET|connection closed before|IncompleteRead|IncompleteMessage|socket hang up|unexpected end of file|end of file before message length|error decoding response body/i,
    { matter: 'breaks off connections', isPassing: true },
  ],
  [
    /No route to host|Network is unreachable|EHOSTUNREACH|ENETUNREACH/i,
    { matter: 'cannot be reached from here', isPassing: true },
  ],
]

function troubleIn(text: string): Trouble | null {
  const status =
    /(?:HTTP error|status (?:client|server) error \(|^| )(4\d\d|5\d\d)\b(?: (?:Client|Server) Error)?/m.exec(
      text,
    )?.[1]
  const known = TROUBLES.find(([pattern]) => pattern.test(text))?.[1]
  return known ?? (status === undefined ? null : troubleOfStatus(Number(status), false))
}

function troubleOfStatus(status: number, hasCredentials: boolean): Trouble {
  if (status === 401 || status === 403)
    return {
      matter: hasCredentials
        ? `refuses the user name and password of its address (${status})`
        : `refuses access (${status}); it may want a user name and password in its address`,
      isPassing: false,
    }
  if (status === 404)
    return {
      matter: 'has no such page (404); addresses of indexes mostly end with /simple',
      isPassing: false,
    }
  if (status === 407)
    return {
      matter: 'is behind a proxy that wants a user name and password (407)',
      isPassing: false,
      remedy: PROXY,
    }
  if (status === 429) return { matter: 'was asked too often (429)', isPassing: true }
  return { matter: `answers with an error (${status})`, isPassing: status >= 500 }
}

const PROXY = 'ask an administrator to check HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the server'

const IS_PROXY =
  /ProxyError|Cannot connect to proxy|Tunnel connection failed|tunnel error|proxy CONNECT|unsuccessful tunnel|proxyconnect/i

/** Explains a proxy that blocks the request. */
export function proxy(failed: FailedInstall): string | null {
  const { output } = failed
  const host = connectedHost(failed)
  if (host === null && !IS_PROXY.test(output)) return null
  const refusal = /Tunnel connection failed: (\d{3})|unsuccessful tunnel/i.exec(output)
  const matter = refusal
    ? `answers ${refusal[1] ?? 'with an error'}`
    : (troubleIn(output)?.matter ?? 'cannot be reached')
  return `The proxy${host === null ? '' : ` ${host}`} through which packages come ${matter}: ${PROXY}, or \`proxy\` in the machine's pip.conf.`
}

/**
 * Returns the host that pip connected to. The newest pip does not say that a host is a proxy, only that it looked for
 * packages at a host without an index.
 */
function connectedHost(failed: FailedInstall): string | null {
  const found = /Retrying \(Retry[^\n]*?Connection\(host='([^']+)', port='?(\d+)'?\)[^\n]*': \/\S*\/$/m.exec(
    failed.output,
  )
  if (!found) return null
  const known = ['pypi.org', ...indexSources(failed).map(({ address }) => hostOf(address).split(':')[0])]
  return known.includes(found[1]) ? null : `${found[1]}:${found[2]}`
}

/** Explains an index by http that pip ignores. */
export function untrustedHost(failed: FailedInstall): string | null {
  const host = /The repository located at (\S+) is not a trusted or secure host/.exec(failed.output)?.[1]
  if (host === undefined) return null
  const place =
    indexSources(failed).find(({ address }) => hostOf(address).split(':')[0] === host) ??
    sourceAt(failed, `http://${host}`)
  return `The index ${place.address} (${place.origin}) is not used, as it is by http: write its address with https, or ask an administrator to name ${host} in PODIUM_PYTHON_TRUSTED_HOSTS.`
}

/** Explains an address of an index or of a file that cannot be fetched. */
export function fetching(failed: FailedInstall): string | null {
  return fetchedAddress(failed) ?? retried(failed) ?? queried(failed)
}

/** Patterns for the address that a tool was fetching; the first match wins. */
const FETCHED = [
  /(?:accessing remote requirements file|Failed to read `--find-links` URL): ([a-z]+:\/\/\S+)/i,
  /(?:HTTP error \d+ while getting|while fetching|Could not fetch URL|╰─> URL:) ([a-z]+:\/\/[^\s#]+)/i,
  /Failed to (?:fetch|download)(?: distribution)?:? `?([a-z]+:\/\/[^\s`#]+)/i,
  /\d{3} (?:Client|Server) Error: [^\n]*? for url: ([a-z]+:\/\/[^\s#]+)/i,
  /Failed to (?:fetch|download)[\s\S]{0,300}?\(([a-z]+:\/\/[^\s)#]+)\)/i,
]

/** Returns the address that the tool says it was fetching. */
function fetchedAddress(failed: FailedInstall): string | null {
  const found = FETCHED.map((pattern) => pattern.exec(failed.output)?.[1]).find((each) => each !== undefined)
  const address = (found ?? addressOfPool(failed.output))?.replace(/[):,.`]+$/, '')
  if (address === undefined) return null
  const trouble = troubleIn(failed.output) ?? { matter: 'cannot be fetched', isPassing: true }
  const line = lineWith(failed, address) ?? (found === undefined ? lineWith(failed, pathOf(address)) : null)
  if (line && !indexSources(failed).some(({ origin }) => origin === locationOf(line)))
    return sentence({ address, origin: locationOf(line), from: 'file' }, ofFile(trouble), 'The address')
  const place = sourceAt(failed, address)
  if (/\/$/.test(address) || indexSources(failed).some((each) => each.address === address))
    return sentence(place, place.origin.endsWith('FIND_LINKS') ? ofFile(trouble) : trouble)
  const remedy =
    place.from === 'machine'
      ? `ask an administrator if this machine may reach ${hostOf(address)}`
      : remedyFor(place)
  return sentence(
    { ...place, address, origin: place.from === 'machine' ? '' : place.origin },
    { remedy, ...ofFile(trouble) },
    'The file',
  )
}

/** Adapts the words to a file, for which a 404 means that it is missing. */
function ofFile(trouble: Trouble): Trouble {
  return trouble.matter.includes('(404)') ? { ...trouble, matter: 'is not there (404)' } : trouble
}

const pathOf = (address: string) => address.replace(/^[a-z]+:\/\/[^/]*/i, '')

/** Reads "HTTPSConnectionPool(host='packages.example', port=443): Max retries exceeded with url: /files/line.whl". */
function addressOfPool(output: string): string | undefined {
  const found =
    /OSError: HTTP(S?)ConnectionPool\(host='([^']+)', port=(\d+)\): Max retries exceeded with url: (\/\S*)/.exec(
      output,
    )
  if (!found) return undefined
  const [, s = '', host = '', port = '', path = ''] = found
  return `http${s.toLowerCase()}://${host}${port === '80' || port === '443' ? '' : `:${port}`}${path}`
}

/** Explains a missing folder or page of wheels. */
export function wheelFolder(failed: FailedInstall): string | null {
  const { output } = failed
  const ofPip = /Location '([^'\n]+)' is ignored: it is either a non-existing path/.exec(output)?.[1]
  const ofUv =
    /Failed to read `--find-links` directory: ([^\n]+)|Invalid URL in `[^`]+` at position \d+: (\S+)\s+cause: relative URL/.exec(
      output,
    )
  const folder = ofUv?.[1] ?? ofUv?.[2] ?? (/from versions: none/.test(output) ? ofPip : undefined)
  const place = indexSources(failed).find(
    ({ address, origin }) => address === folder && !origin.endsWith('INDEX_URL'),
  )
  return place
    ? `The folder of wheels ${place.address} (${place.origin}) is not there for this run: ${remedyFor(place)}.`
    : null
}

/** Explains retries by pip, which names only their path. */
function retried(failed: FailedInstall): string | null {
  const { output } = failed
  const warning = [
    ...output.matchAll(/Retrying \(Retry[^\n]*? after connection broken by '([^\n]*)': (\/\S*)/g),
  ].at(-1)
  if (!warning || !/from versions: none|Could not install packages/.test(output)) return null
  const [, reason = '', path = ''] = warning
  const trouble = troubleIn(reason) ?? { matter: 'cannot be reached', isPassing: true }
  const name = path.split('/').at(-2) ?? ''
  const host = /host='([^']+)'/.exec(reason)?.[1]
  const byHost =
    host === undefined
      ? undefined
      : indexSources(failed).find(({ address }) => hostOf(address).split(':')[0] === host)
  const place = byHost ??
    sourceOfPath(failed, path, name) ??
    troubled(failed) ?? { address: 'PyPI', origin: '', from: 'machine' as const }
  return sentence(place, trouble)
}

/** Returns the index in trouble. If several match the path, those of the files come first as they are likelier. */
function troubled(failed: FailedInstall): IndexSource | undefined {
  const sources = indexSources(failed)
  const answered =
    failed.answers?.filter(({ status }) => status === 200).map(({ address }) => maskAddresses(address)) ?? []
  return sources.find(({ address }) => !answered.includes(maskAddresses(address)))
}

/** Explains an index from uv's hint, and from the index's answer to the server. */
function queried(failed: FailedInstall): string | null {
  const { output } = failed
  const hint = /An index(?: URL)? \((\S+?)\) (?:could not be queried|returned a)[^\n]*?\b(\d{3})\b/.exec(
    output,
  )
  if (hint)
    return ofAnswer(failed, {
      address: hint[1] ?? '',
      status: Number(hint[2]),
      kind: 'none',
      from: 'setting',
    })
  const type = /Unsupported `Content-Type` [^\n]*? for `([^`\n]+)`/.exec(output)?.[1]
  if (type !== undefined)
    return ofAnswer(failed, { address: type, status: 200, kind: 'none', from: 'setting' })
  if (
    !/from versions: none|was not found in the package registry|is available and you require|no versions of [\w.-]+ and/.test(
      output,
    )
  )
    return null
  const bare = indexSources(failed).find(
    ({ address, origin }) => !address.includes('://') && origin.endsWith('INDEX_URL'),
  )
  if (bare) return sentence(bare, { matter: 'has no https:// before its name', isPassing: false })
  for (const answer of failed.answers ?? []) {
    const explanation = ofAnswer(failed, answer)
    if (explanation !== null) return explanation
  }
  return null
}

function ofAnswer(failed: FailedInstall, { address, status, kind, error }: IndexAnswer): string | null {
  if (kind === 'simple') return null
  const place = sourceAt(failed, address)
  const redirect = /^redirects to (\S+)/.exec(error ?? '')?.[1]
  if (redirect !== undefined)
    return sentence(place, { matter: `sends to ${redirect}, perhaps for a sign-in`, isPassing: false })
  if (status === null) {
    const behind = /^the proxy (\S+) answers (\d+)/.exec(error ?? '')
    if (behind) return `The proxy ${behind[1]} through which packages come answers ${behind[2]}: ${PROXY}.`
    return sentence(
      place,
      troubleIn(error ?? '') ?? { matter: `cannot be reached (${error ?? 'no answer'})`, isPassing: true },
    )
  }
  // An index answers 404 for a name that it does not know.
  if (status === 404) return null
  if (status >= 400) return sentence(place, troubleOfStatus(status, /\/\/[^/]*@/.test(place.address)))
  const matter =
    kind === 'html'
      ? 'answers with a web page, perhaps of a sign-in, and not with a list of files'
      : 'does not answer with a list of files'
  return sentence(place, { matter, isPassing: false })
}

function sentence(source: IndexSource, trouble: Trouble, kind = 'The index'): string {
  const origin = source.origin === '' ? '' : ` (${source.origin})`
  const wait = trouble.isPassing ? 'try again later, or ' : ''
  const variable = /\$\{(\w+)\}/.exec(source.address)?.[1]
  if (variable !== undefined)
    return `${kind} ${source.address}${origin} ${trouble.matter}: see that the workspace has the variable ${variable}, or ${remedyFor(source)}.`
  return `${kind} ${source.address}${origin} ${trouble.matter}: ${wait}${trouble.remedy ?? remedyFor(source)}.`
}
