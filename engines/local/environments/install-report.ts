import { LONGEST_REASON } from '@podium/contract/calls/run-packages.ts'
import { packageOfFile, versionKey } from './package-file-name.ts'

/** The reports of pip and uv, line by line, about the packages that they install. */
export interface InstallReport {
  /** reasons of versions that were withdrawn, by `versionKey`; null where none is given */
  withdrawn: Map<string, string | null>
  /** the indexes that pip looks in; null where it names none, which is the public one */
  indexes: string[] | null
  /** packages may come from places beside the indexes */
  has_links: boolean
  /** the addresses of files, by `versionKey`; a name alone where pip leaves out the public index */
  addresses: Map<string, string>
  /** null where nothing was fetched */
  fetched: { packages: number; bytes: number | null } | null
}

const WITHDRAWN_BY_PIP = /is a yanked version: '([^']+)' candidate \(version (\S+) at /
const WITHDRAWN_BY_UV = /^warning: `([^`=]+)==([^`]+)` is yanked(?: \(reason: "(.*?)(?:"\))?\s*$)?/
const REASON_OF_PIP = /^Reason for being yanked: (.*)/
const FILE =
  /^\s*(Downloading|Using cached) (\S+\.(?:whl|zip|tar\.(?:gz|bz2|xz)|tgz)) \(([\d.]+) (bytes|kB|MB|GB)\)/
const BYTES: Record<string, number> = { bytes: 1, kB: 1000, MB: 1e6, GB: 1e9 }

/** Gathers the report of an installation, line by line. */
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
  /** whose reason the next line has */
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

/** The first line of a reason, of printable characters; null where none is given. */
export function reasonOf(text: string): string | null {
  const [line = ''] = text.trim().split('\n')
  const reason = line.replaceAll(/\p{C}/gu, '').trim().slice(0, LONGEST_REASON)
  return reason === '' || reason === '<none given>' ? null : reason
}
