import { existsSync } from 'node:fs'
import { isLock } from '@podium/contract/python-packages/package-lines.ts'
import type { PackagePlan } from '@podium/contract/python-packages/package-plan.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { Installer } from './install-command.ts'
import type { InstallReport } from './install-report.ts'
import { versionKey } from './package-file-name.ts'

export const PUBLIC_INDEX = 'pypi.org'
/** File in which an administrator may set indexes for every uv of the machine. */
const UV_OF_MACHINE = '/etc/uv/uv.toml'

type IndexSettings = Pick<PythonSettings, 'index_url' | 'extra_index_url' | 'find_links'>
type IndexOf = (name: string, version: string) => string | null

/** Reports of the tools about the origin of packages. */
interface ToolReports {
  report: InstallReport
  /** the packages with their indexes, as printed by uv if it was asked */
  uvIndexes: string
}

/** Returns a function for the index host of a package, which is null if several may serve it and no tool says which. */
export function packageIndexes(
  plan: PackagePlan,
  by: Installer,
  settings: IndexSettings,
  { report, uvIndexes }: ToolReports,
): IndexOf {
  const lock = lockOf(plan)
  if (lock !== undefined) return indexesOfLock(lock)
  if (by.uv === null) return indexesOfPip(report)
  const only = onlyIndexOfUv(plan, settings)
  return only === null ? indexesOfUv(uvIndexes) : () => only
}

/**
 * True if only uv knows which of several indexes a package came from, and can be asked. If only a build can tell the
 * packages of a project, uv does not report the sources in its settings.
 */
export function needsUvIndexes(plan: PackagePlan, by: Installer, settings: IndexSettings): boolean {
  const isOpen = by.uv !== null && lockOf(plan) === undefined && onlyIndexOfUv(plan, settings) === null
  return isOpen && !(plan.has_settings_of_uv && plan.project === 'within')
}

function lockOf({ name, files }: PackagePlan): string | undefined {
  return isLock(name) ? files[name] : undefined
}

/** Reads the index of each package from a lock of uv. */
function indexesOfLock(lock: string): IndexOf {
  return byVersion(
    lock.split(/^\[\[packages?\]\]\s*$/m).map((part) => {
      const [, name = ''] = /^name = "([^"]+)"/m.exec(part) ?? []
      const [, version = ''] = /^version = "([^"]+)"/m.exec(part) ?? []
      const [, address = ''] = /^(?:source = \{ registry|index) = "([^"]+)"/m.exec(part) ?? []
      return [name, version, address]
    }),
  )
}

/** Reads the index of each package from uv's comment below it. */
function indexesOfUv(text: string): IndexOf {
  const found = text.matchAll(/^([\w.-]+)==(\S+)\n {4}# from (\S+)$/gm)
  return byVersion([...found].map(([, name = '', version = '', address = '']) => [name, version, address]))
}

function byVersion(all: [name: string, version: string, address: string][]): IndexOf {
  const hosts = new Map(
    all.map(([name, version, address]) => [versionKey(name, version), hostOf(address)] as const),
  )
  return (name, version) => hosts.get(versionKey(name, version)) ?? null
}

/** Reads pip's indexes, and the address of each file that it fetched or had. */
function indexesOfPip({ indexes, has_links, addresses }: InstallReport): IndexOf {
  const hosts = new Set(indexes?.map(hostOf) ?? [PUBLIC_INDEX])
  const [only = null] = hosts.size === 1 && !has_links ? hosts : []
  if (only !== null) return () => only
  return (name, version) => {
    const address = addresses.get(versionKey(name, version))
    if (address === undefined) return null
    const host = address.includes('://') ? hostOf(address) : PUBLIC_INDEX
    return hosts.has(host) ? host : null
  }
}

/** Returns the only index of uv, or null if it has other places too. */
function onlyIndexOfUv(plan: PackagePlan, settings: IndexSettings): string | null {
  const lines = plan.indexes.map((line) => /^(--?[\w-]+)[\s=]*["']?(\S*?)["']?$/.exec(line) ?? [])
  const named = lines.filter(([, option]) => option === '--index-url' || option === '-i').at(-1)?.[2]
  const hasOthers =
    settings.extra_index_url !== null ||
    settings.find_links !== null ||
    plan.has_settings_of_uv ||
    lines.some(([, option]) => !['--index-url', '-i', '--trusted-host'].includes(option ?? ''))
  if (hasOthers) return null
  const address = named ?? settings.index_url
  if (address !== null) return hostOf(address)
  return existsSync(UV_OF_MACHINE) ? null : PUBLIC_INDEX
}

export function hostOf(address: string): string | null {
  return URL.canParse(address) && /^https?:/.test(address) ? new URL(address).host : null
}
