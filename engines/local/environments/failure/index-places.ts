import { askedLines, listed, placeOf } from './asked-lines.ts'
import type { FailedInstall } from './failed-install.ts'

/** An address that packages come from, and where it is set. */
export interface IndexPlace {
  /** credentials masked; '' where none is set */
  address: string
  /** such as "requirements.txt line 2" or "PODIUM_PYTHON_INDEX_URL" */
  origin: string
  from: 'file' | 'setting' | 'machine'
  /** it stands in the place of PyPI, and there is one such */
  isMain?: boolean
}

const OPTION = /^(?:-i|-f|--index-url|--extra-index-url|--find-links|--pypi-url)[\s=]+(\S+)/
const TOML_OPTION = /^(?:url|index-url|extra-index-url|find-links)\s*=\s*\[?\s*["']([^"']+)["']/

/** Every address that the files and settings name. */
export function indexPlaces({ tool, files, settings, output }: FailedInstall): IndexPlace[] {
  const ofFiles = askedLines(files).flatMap((line): IndexPlace[] => {
    const address = (OPTION.exec(line.text) ?? TOML_OPTION.exec(line.text))?.[1]
    const isMain = /^(?:-i|--index-url|index-url)\b/.test(line.text)
    return address === undefined ? [] : [{ address, origin: placeOf(line), from: 'file', isMain }]
  })
  const ofSettings = Object.entries(settings).flatMap(([name, value]): IndexPlace[] =>
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
  const others: IndexPlace[] = (/^Looking in (?:indexes|links): (.+)$/m.exec(output)?.[1] ?? '')
    .split(', ')
    .filter((address) => address !== '' && !known.some((place) => isSame(place.address, address)))
    .map((address): IndexPlace => ({ address, origin: "the machine's own pip.conf", from: 'machine' }))
  return [...known, ...others]
}

/** The main index: pip takes that of the files before that of the settings, uv the other way round. */
function isReplaced({ from, isMain }: IndexPlace, all: IndexPlace[], tool: FailedInstall['tool']): boolean {
  const winner = tool === 'pip' ? 'file' : 'setting'
  return isMain === true && from !== winner && all.some((other) => other.isMain && other.from === winner)
}

/** An address without credentials and the stroke at its end. */
function bare(address: string): string {
  return address.replace(/^([a-z+]+:\/\/)[^/@]*@/i, '$1').replace(/\/+$/, '')
}

function isSame(one: string, other: string): boolean {
  return bare(one) === bare(other)
}

/** The place whose address, or else whose host, an address of the output belongs to; an unknown one is the machine's. */
export function placeAt(failed: FailedInstall, address: string): IndexPlace {
  const places = indexPlaces(failed)
  const wanted = bare(address)
  return (
    places.find((place) => wanted === bare(place.address) || wanted.startsWith(`${bare(place.address)}/`)) ??
    places.find((place) => hostOf(place.address) === hostOf(address)) ?? {
      address,
      origin: failed.tool === 'pip' ? "the machine's own pip.conf" : "the machine's own uv.toml",
      from: 'machine',
    }
  )
}

/** The place that a path of a request belongs to, where the tool says no host; null where several or none do. */
export function placeOfPath(failed: FailedInstall, path: string, name: string): IndexPlace | null {
  const found = indexPlaces(failed).filter(({ address }) => {
    const root = bare(address).replace(/^[a-z+]+:\/\/[^/]*/i, '')
    return path === `${root}/${name}/` || path.startsWith(`${root}/`)
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

export function hostOf(address: string): string {
  return /^[a-z+]+:\/\/(?:[^/@]*@)?([^/?#]*)/i.exec(address)?.[1] ?? ''
}

/** The words for the indexes that a package was sought in, and for what they lack. */
export function indexWords(failed: FailedInstall): { subject: string; has: string; lacks: string } {
  const places = indexPlaces(failed).filter(({ origin }) => !origin.endsWith('FIND_LINKS'))
  const names = places.map(({ address, origin }) => `${address} (${origin})`)
  const subject = places.length < 2 ? `the index ${names[0] ?? 'PyPI'}` : `the indexes ${listed(names)}`
  const [has, does] = places.length < 2 ? ['has', 'does'] : ['have', 'do']
  return { has: `${subject} ${has}`, lacks: `${subject} ${does} not have`, subject }
}

/** The end of a sentence about an address: who changes it where. */
export function remedyFor({ origin, from }: IndexPlace): string {
  if (origin === '') return 'ask an administrator if this machine may reach it'
  return from === 'file' ? `correct ${origin}` : `ask an administrator to check ${origin}`
}
