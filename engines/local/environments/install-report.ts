import { LONGEST_REASON } from '@podium/contract/calls/run-packages.ts'
import { packageOfFile, versionKey } from './package-file-name.ts'

/** Facts about installed packages from the lines of pip and uv. */
export interface InstallReport {
  /** reasons of withdrawn versions, by `versionKey`; null if none is given */
  withdrawn: Map<string, string | null>
  /** the indexes that pip searches; null if it names none and uses the public one */
  indexes: string[] | null
  /** true: packages may come from other places than the indexes */
  has_links: boolean
  /** the addresses of files, by `versionKey`; only a name if pip omits the public index */
  addresses: Map<string, string>
  /** null if nothing was fetched */
  fetched: { packages: number; bytes: number | null } | null
}

const WITHDRAWN_BY_PIP = /is a yanked version: '([^']+)' candidate \(version (\S+) at /
const WITHDRAWN_BY_UV = /^warning: `([^`=]+)==([^`]+)` is yanked(?: \(reason: "(.*?)(?:"\))?\s*$)?/
const REASON_OF_PIP = /^Reason for being yanked: (.*)/
const FILE =
  /^\s*(Downloading|Using cached) (\S+\.(?:whl|zip|tar\.(?:gz|bz2|xz)|tgz)) \(([\d.]+) (bytes|kB|MB|GB)\)/
const BYTES: Record<string, number> = { bytes: 1, kB: 1000, MB: 1e6, GB: 1e9 }

/** Collects the report of an installation, line by line. */
export function createInstallReport() {
  const report: InstallReport = {
    withdrawn: new Map(),
    indexes: null,
    has_links: false,
    addresses: new Map(),
    fetched: null,
  }
  const downloaded = new Set<string>()
  let bytes = 0
  /** key of the version whose reason is in the next line */
  let awaited: string | null = null

  function readFile([, verb, address = '', size, unit = '']: RegExpExecArray): void {
    const { name, version } = packageOfFile(address)
    const key = versionKey(name, version)
    report.addresses.set(key, address)
    if (verb !== 'Downloading') return
    downloaded.add(key)
    bytes += Math.round(Number(size) * (BYTES[unit] ?? 0))
    report.fetched = { packages: downloaded.size, bytes }
  }

  function read(line: string): void {
    const [, reason] = REASON_OF_PIP.exec(line) ?? []
    if (reason !== undefined && awaited !== null) report.withdrawn.set(awaited, reasonOf(reason))
    const [, name, version = '', ofUv = ''] = WITHDRAWN_BY_PIP.exec(line) ?? WITHDRAWN_BY_UV.exec(line) ?? []
    awaited = name === undefined ? null : versionKey(name, version)
    if (awaited !== null) report.withdrawn.set(awaited, reasonOf(ofUv))
    const [, indexes] = /^Looking in indexes: (.+)/.exec(line) ?? []
    if (indexes !== undefined) report.indexes = indexes.split(', ')
    if (line.startsWith('Looking in links: ')) report.has_links = true
    const file = FILE.exec(line)
    if (file) readFile(file)
    const [, prepared] = /^Prepared (\d+) packages?/.exec(line) ?? []
    if (prepared !== undefined) report.fetched = { packages: Number(prepared), bytes: null }
  }

  return { report, read }
}

/** Returns the first line of a reason, in printable characters, or null if none is given. */
export function reasonOf(text: string): string | null {
  const [line = ''] = text.trim().split('\n')
  const reason = line.replaceAll(/\p{C}/gu, '').trim().slice(0, LONGEST_REASON)
  return reason === '' || reason === '<none given>' ? null : reason
}
