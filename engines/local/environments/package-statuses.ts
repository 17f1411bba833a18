import { setImmediate } from 'node:timers/promises'
import type { PackageStatuses } from '@podium/contract/environment-packages.ts'
import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'
import { plainName } from '@podium/contract/python-packages/package-name.ts'
import type { InstalledPackage, PackageWarning } from '@podium/contract/run-packages.ts'
import { proxySettings } from '@podium/contract/wire/proxy.ts'
import type { PythonSettings } from '../../python-settings.ts'
import { type AskOptions, readBody, requestPage } from './index-request.ts'
import { reasonOf } from './install-report.ts'
import { packageOfFile } from './package-file-name.ts'
import { hostOf } from './package-index.ts'

/** Packages that are asked for at once. */
const AT_ONCE = 8
const PATIENCE_MS = 5000
/** All packages of an environment. */
const DEADLINE_MS = 60_000
/** Pages of packages with thousands of files are smaller. */
const MAX_BYTES = 4 * 2 ** 20

type Settings = Pick<PythonSettings, 'index_url' | 'extra_index_url' | 'proxies' | 'authorities'>

/**
 * Asks the indexes of the server's settings what they say against packages that came from there: that a version was
 * withdrawn, or a project deprecated, archived or quarantined (PEP 792). What an index does not answer is left out, and
 * one that answers in another form is not asked again.
 */
export async function packageStatuses(
  packages: readonly InstalledPackage[],
  settings: Settings,
  signal: AbortSignal,
): Promise<PackageStatuses> {
  const addresses = addressesByHost(settings)
  const options = { proxy: proxySettings(settings.proxies), authority: settings.authorities }
  const until = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
  const found: PackageStatuses = {}
  const rest = packages.filter(({ source, index }) => source === null && addresses.has(index ?? ''))

  async function askNext(): Promise<void> {
    for (let one = rest.shift(); one && !until.aborted; one = rest.shift()) {
      const address = addresses.get(one.index ?? '')
      if (address === undefined) continue
      const page = await readPage(address, one.name, options, until)
      if (page === 'other') addresses.delete(one.index ?? '')
      else if (page !== null) {
        const warnings = warningsIn(page, one.version)
        if (warnings.length > 0) found[plainName(one.name)] = warnings
      }
      // A large page takes the server a while to read.
      await setImmediate()
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, askNext))
  return found
}

/** The addresses of the settings; none of a host that has two. */
function addressesByHost({ index_url, extra_index_url }: Settings): Map<string, string> {
  const all = [index_url, ...(extra_index_url?.split(/\s+/) ?? [])].filter((one) => one !== null)
  const hosts = all.map(hostOf)
  return new Map(
    all.flatMap((address, at) => {
      const host = hosts[at] ?? null
      return host !== null && hosts.indexOf(host) === hosts.lastIndexOf(host) ? [[host, address]] : []
    }),
  )
}

/** The answer of the index about the package; 'other' where it speaks another form, null where it says nothing. */
async function readPage(
  address: string,
  name: string,
  options: AskOptions,
  signal: AbortSignal,
): Promise<Record<string, unknown> | 'other' | null> {
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
    const { answer } = await requestPage(address, name, options, until)
    try {
      if (answer.statusCode !== 200) return null
      if (!/^application\/vnd\.pypi\.simple\.v1\+json\b/.test(answer.headers['content-type'] ?? ''))
        return 'other'
      const { text, isWhole } = await readBody(answer, MAX_BYTES)
      return isWhole ? recordOf(JSON.parse(text)) : null
    } finally {
      answer.destroy()
    }
  } catch {
    return null
  }
}

function warningsIn(page: Record<string, unknown>, version: string): PackageWarning[] {
  const { status, reason } = recordOf(page['project-status'])
  const ofProject =
    status === 'deprecated' || status === 'archived' || status === 'quarantined'
      ? [{ kind: status, reason: textOf(reason) } as const]
      : []
  return [...withdrawnIn(page.files, version), ...ofProject]
}

/** A version is withdrawn when all of its files are. */
function withdrawnIn(files: unknown, version: string): PackageWarning[] {
  const own = (Array.isArray(files) ? files : [])
    .map(recordOf)
    .filter(({ filename }) => typeof filename === 'string' && packageOfFile(filename).version === version)
  const reasons = own.map(({ yanked }) => yanked).filter((yanked) => yanked === true || isText(yanked))
  if (own.length === 0 || reasons.length < own.length) return []
  return [{ kind: 'withdrawn', reason: textOf(reasons[0]) }]
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? reasonOf(maskAddresses(value)) : null
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
