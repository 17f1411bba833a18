import type { FailedInstall } from './failed-install.ts'
import { listed, locationOf, packageLines } from './package-lines.ts'

/** An address of packages, and the place that sets it. */
export interface IndexSource {
  /** credentials masked; '' if none is set */
  address: string
  /** such as "requirements.txt line 2" or "PODIUM_PYTHON_INDEX_URL" */
  origin: string
  from: 'file' | 'setting' | 'machine'
  /** true: it replaces PyPI; there is one such index */
  isMain?: boolean
}

const OPTION = /^(?:-i|-f|--index-url|--extra-index-url|--find-links|--pypi-url)[\s=]+(\S+)/
const TOML_OPTION = /^(?:url|index-url|extra-index-url|find-links)\s*=\s*\[?\s*["']([^"']+)["']/

/** Lists every address in the files and settings. */
export function indexSources({ tool, files, settings, output }: FailedInstall): IndexSource[] {
  const ofFiles = packageLines(files).flatMap((line): IndexSource[] => {
    const address = (OPTION.exec(line.text) ?? TOML_OPTION.exec(line.text))?.[1]
    const isMain = /^(?:-i|--index-url|index-url)\b/.test(line.text)
    return address === undefined ? [] : [{ address, origin: locationOf(line), from: 'file', isMain }]
  })
  const ofSettings = Object.entries(settings).flatMap(([name, value]): IndexSource[] =>
    (value ?? '')
      .split(/\s+/)
      .filter((address: string) => address !== '')
      .map((address: string) => ({
        address,
        origin: `PODIUM_PYTHON_${name.toUpperCase()}`,
        from: 'setting',
        isMain: name === 'index_url',
      })),
  )
  const known = [...ofFiles, ...ofSettings].filter((place, _, all) => !isReplaced(place, all, tool))
  const others: IndexSource[] = (/^Looking in (?:indexes|links): (.+)$/m.exec(output)?.[1] ?? '')
    .split(', ')
    .filter((address) => address !== '' && !known.some((place) => isSame(place.address, address)))
    .map((address): IndexSource => ({ address, origin: "the machine's own pip.conf", from: 'machine' }))
  return [...known, ...others]
}

/** True if another main index wins: pip prefers that of the files, uv that of the settings. */
function isReplaced({ from, isMain }: IndexSource, all: IndexSource[], tool: FailedInstall['tool']): boolean {
  const winner = tool === 'pip' ? 'file' : 'setting'
  return isMain === true && from !== winner && all.some((other) => other.isMain && other.from === winner)
}

/** Strips credentials and the final slash from an address. */
function bare(address: string): string {
  return address.replace(/^([a-z+]+:\/\/)[^/@]*@/i, '$1').replace(/\/+$/, '')
}

function isSame(one: string, other: string): boolean {
  return bare(one) === bare(other)
}

/** Returns the index with this address, or else with its host; an unknown one belongs to the machine. */
export function sourceAt(failed: FailedInstall, address: string): IndexSource {
  const sources = indexSources(failed)
  const target = bare(address)
  return (
    sources.find((place) => target === bare(place.address) || target.startsWith(`${bare(place.address)}/`)) ??
    sources.find((place) => hostOf(place.address) === hostOf(address)) ?? {
      address,
      origin: failed.tool === 'pip' ? "the machine's own pip.conf" : "the machine's own uv.toml",
      from: 'machine',
    }
  )
}

/** Returns the index of a request's path if the tool names no host, or null if several or none match. */
export function sourceOfPath(failed: FailedInstall, path: string, name: string): IndexSource | null {
  const found = indexSources(failed).filter(({ address }) => {
    const root = bare(address).replace(/^[a-z+]+:\/\/[^/]*/i, '')
    return path === `${root}/${name}/` || path.startsWith(`${root}/`)
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

export function hostOf(address: string): string {
  return /^[a-z+]+:\/\/(?:[^/@]*@)?([^/?#]*)/i.exec(address)?.[1] ?? ''
}

/** Returns words for the indexes that were searched for a package, and for their lack of it. */
export function indexWords(failed: FailedInstall): { subject: string; has: string; lacks: string } {
  const sources = indexSources(failed).filter(({ origin }) => !origin.endsWith('FIND_LINKS'))
  const names = sources.map(({ address, origin }) => `${address} (${origin})`)
  const subject = sources.length < 2 ? `the index ${names[0] ?? 'PyPI'}` : `the indexes ${listed(names)}`
  const [has, does] = sources.length < 2 ? ['has', 'does'] : ['have', 'do']
  return { has: `${subject} ${has}`, lacks: `${subject} ${does} not have`, subject }
}

/** Returns the end of a sentence about an address: who corrects it in which file or setting. */
export function remedyFor({ origin, from }: IndexSource): string {
  if (origin === '') return 'ask an administrator if this machine may reach it'
  return from === 'file' ? `correct ${origin}` : `ask an administrator to check ${origin}`
}
