import { setImmediate } from 'node:timers/promises'
import type { PackageStatuses } from '@podium/contract/calls/environment-packages.ts'
import type { InstalledPackage, PackageWarning } from '@podium/contract/calls/run-packages.ts'
import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'
import { plainName } from '@podium/contract/python-packages/package-name.ts'
import { proxySettings } from '@podium/contract/wire/proxy.ts'
import type { PythonSettings } from '../../python-settings.ts'
import { kindOf } from './index-answer.ts'
import { type AskOptions, readBody, requestPage } from './index-request.ts'
import { reasonOf } from './install-report.ts'
import { packageOfFile } from './package-file-name.ts'
import { hostOf } from './package-index.ts'

/** Packages that are requested at once. */
const AT_ONCE = 8
const PATIENCE_MS = 5000
/** Larger than the pages of packages with thousands of files. */
const MAX_BYTES = 4 * 2 ** 20

type Settings = Pick<PythonSettings, 'index_url' | 'extra_index_url' | 'proxies' | 'authorities'>
/** The page of a package; `other` from an index whose pages have no warnings, `silent` if it does not answer. */
type Page = Record<string, unknown> | 'other' | 'silent'

/** Returns the packages from an index of the settings that has not said yet if it warns of them. */
export function unanswered<P extends InstalledPackage>(
  packages: readonly P[],
  answers: PackageStatuses,
  settings: Settings,
): P[] {
  const addresses = addressesByHost(settings)
  return packages.filter(
    ({ name, source, index }) =>
      source === null && addresses.has(index ?? '') && answers[plainName(name)] === undefined,
  )
}

/**
 * Asks the indexes of the settings for warnings about packages from there: a withdrawn version, or a deprecated,
 * archived or quarantined project (PEP 792). An index that does not answer once is not asked again, and its packages
 * are omitted.
 */
export async function packageStatuses(
  packages: readonly InstalledPackage[],
  settings: Settings,
  signal: AbortSignal,
): Promise<PackageStatuses> {
  const addresses = addressesByHost(settings)
  const options = { proxy: proxySettings(settings.proxies), authority: settings.authorities }
  const found: PackageStatuses = {}
  const rest = [...packages]
  /** by host, answers that apply to all of its packages */
  const ofAll = new Map<string, Page>()

  async function askNext(): Promise<void> {
    for (let one = rest.shift(); one && !signal.aborted; one = rest.shift()) {
      const host = one.index ?? ''
      const page = ofAll.get(host) ?? (await readPage(addresses.get(host) ?? '', one.name, options, signal))
      if (typeof page === 'string') ofAll.set(host, page)
      if (page !== 'silent')
        found[plainName(one.name)] = page === 'other' ? [] : warningsIn(page, one.version)
      // Yields to the event loop, because a large page takes a while to read.
      await setImmediate()
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, askNext))
  return found
}

/** Returns the addresses in the settings, except those of a host with two. */
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

async function readPage(
  address: string,
  name: string,
  options: AskOptions,
  signal: AbortSignal,
): Promise<Page> {
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
    const { answer, elsewhere } = await requestPage(address, name, options, until)
    try {
      if (elsewhere !== null) return 'other'
      if (answer.statusCode === 404 || answer.statusCode === 410) return {}
      if (answer.statusCode !== 200) return 'silent'
      const { text, isWhole } = await readBody(answer, MAX_BYTES)
      const type = answer.headers['content-type'] ?? ''
      if (!/^application\/vnd\.pypi\.simple\.v1\+json\b/.test(type))
        return kindOf(type, text) === 'simple' ? 'other' : 'silent'
      return isWhole ? recordOf(JSON.parse(text)) : {}
    } finally {
      answer.destroy()
    }
  } catch {
    return 'silent'
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

/** Reports a version as withdrawn if all of its files are. */
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
