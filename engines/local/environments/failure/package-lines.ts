import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'
import { plainName } from '@podium/contract/python-packages/package-name.ts'
import type { FailedInstall } from './failed-install.ts'

/** A line of a package file. */
export interface PackageLine {
  path: string
  line: number
  text: string
}

type Files = FailedInstall['files']

const PROJECT_FILE = /(^|\/)pyproject\.toml$/
/** Files that tools write, in which people do not look for a cause. */
const LOCK_FILE = /\.lock$|(^|\/)pylock\.[\w.]*toml$/

/** Lists every line of the package files that people write. */
export function packageLines(files: Files): PackageLine[] {
  return Object.entries(files)
    .filter(([path]) => !LOCK_FILE.test(path))
    .flatMap(([path, content]) =>
      content.split(/\r\n|\r|\n/).map((text, at) => ({ path, line: at + 1, text: text.trim() })),
    )
}

/** Returns the package's name at the beginning of a requirement such as `line[fast]>=1`, or '' if there is none. */
export function nameIn(requirement: string): string {
  return plainName(/^[A-Za-z0-9][\w.-]*(?![\w.-]|\+?\w*:\/\/)/.exec(requirement.trim())?.[0] ?? '')
}

/** Lists the lines that request the package by its name, pinned ones first. */
export function linesThatName({ files }: FailedInstall, name: string): PackageLine[] {
  const plain = plainName(name)
  return packageLines(files).filter(({ path, text }) =>
    requirementsIn(path, text).some((each) => nameIn(each) === plain),
  )
}

/** Returns the requirements of a line: the line itself, or the strings of a project file. */
function requirementsIn(path: string, text: string): string[] {
  if (!PROJECT_FILE.test(path)) return [text]
  const keyed = /^([\w.-]+)\s*=\s*["'{]/.exec(text)?.[1]
  const quoted = [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map(
    ([, basic, literal]) => basic ?? literal ?? '',
  )
  const isMetadata = /^(name|version|description|readme|requires-python|license|build-backend)\b/.test(text)
  return isMetadata ? [] : [...quoted, ...(keyed ? [keyed] : [])]
}

/** Returns the line that contains the requirement, or else its package. */
export function lineFor(failed: FailedInstall, requirement: string): PackageLine | null {
  const lines = linesThatName(failed, nameIn(requirement))
  const start = squeezed(requirement)
  return (
    lines.find(({ path, text }) =>
      requirementsIn(path, text).some((each) => squeezed(each).startsWith(start)),
    ) ??
    lines[0] ??
    null
  )
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase()

/** Returns the requirement as its line writes it, because tools reorder ranges. */
export function asWritten({ path, text }: PackageLine, requirement: string): string {
  const found = requirementsIn(path, text).find((each) => nameIn(each) === nameIn(requirement)) ?? requirement
  return found.replace(/\s+#.*$|\s*;.*$|\s+--.*$|\s*\\$/g, '').trim()
}

/** Returns the first line that contains the text. */
export function lineWith({ files }: FailedInstall, text: string): PackageLine | null {
  return text === '' ? null : (packageLines(files).find((each) => each.text.includes(text)) ?? null)
}

/** Returns the line of a file at a character offset, as uv counts it. */
export function lineAtOffset({ files }: FailedInstall, path: string, offset: number): PackageLine | null {
  const content = contentOf(files, path)
  if (content === null) return null
  const before = Buffer.from(content).subarray(0, offset).toString().split('\n')
  return lineNumbered({ files }, path, before.length)
}

/** Returns the line of a file by its number. */
export function lineNumbered(
  { files }: Pick<FailedInstall, 'files'>,
  path: string,
  line: number,
): PackageLine | null {
  const content = contentOf(files, path)
  const text = content?.split(/\r\n|\r|\n/)[line - 1]
  return text === undefined ? null : { path: pathIn(files, path), line, text: text.trim() }
}

/** Returns the source path of a file that a tool names by another path. */
function pathIn(files: Files, path: string): string {
  const known = Object.keys(files)
  return known.find((each) => each === path) ?? known.find((each) => path.endsWith(`/${each}`)) ?? path
}

function contentOf(files: Files, path: string): string | null {
  return files[pathIn(files, path)] ?? null
}

/** Returns words such as "requirements.txt line 4". */
export function locationOf({ path, line }: PackageLine): string {
  return `${path} line ${line}`
}

/** Quotes a text of a file or an output for a sentence. */
export function quoted(text: string): string {
  return `\`${maskAddresses(text)}\``
}

/** Joins words as in "1.0, 1.1 and 2.0". */
export function listed(words: string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
