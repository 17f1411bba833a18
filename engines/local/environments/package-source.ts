import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'

const MAX_ADDRESS_LENGTH = 2000

/**
 * Returns the origin of an installed package as a requirement names it: an address, or a folder or file of the source
 * such as './lib'. Returns null if it came from a package index, or the record is unusable.
 * @param record content of the package's direct_url.json
 * @param sources the folder of the source, and its copy for builds
 */
export function packageSource(record: unknown, sources: string[]): string | null {
  const url = textOf(record, 'url')
  if (url === '' || url.length > MAX_ADDRESS_LENGTH) return null
  if (url.startsWith('file://')) return plain(localPath(url, sources))
  const vcs = textOf(partOf(record, 'vcs_info'), 'vcs')
  const commit = textOf(partOf(record, 'vcs_info'), 'commit_id')
  const folder = textOf(record, 'subdirectory')
  const repository = vcs === '' ? '' : `${vcs}+`
  const revision = commit === '' ? '' : `@${commit}`
  return plain(
    `${repository}${maskAddresses(plain(url))}${revision}${folder === '' ? '' : `#subdirectory=${folder}`}`,
  )
}

function localPath(url: string, sources: string[]): string {
  const path = decoded(url.slice('file://'.length)).replace(/(?<=.)\/$/, '')
  if (sources.includes(path)) return './'
  const source = sources.find((folder) => path.startsWith(`${folder}/`))
  return source === undefined ? path : `.${path.slice(source.length)}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Encodes everything but printable ASCII, which is all that the list may contain. */
function plain(source: string): string {
  return source.replaceAll(/[^!-~]/gu, (character) => encodeURIComponent(Buffer.from(character).toString()))
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function textOf(value: unknown, name: string): string {
  const part = partOf(value, name)
  return typeof part === 'string' ? part : ''
}
