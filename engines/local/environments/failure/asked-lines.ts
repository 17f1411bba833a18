import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'
import { plainName } from '@podium/contract/python-packages/package-name.ts'
import type { FailedInstall } from './failed-install.ts'

/** A line of a package file. */
export interface AskedLine {
  path: string
  line: number
  text: string
}

type Files = FailedInstall['files']

const PROJECT_FILE = /(^|\/)pyproject\.toml$/
/** Files that tools write, in whose lines no person looks for a cause. */
const LOCK_FILE = /\.lock$|(^|\/)pylock\.[\w.]*toml$/

/** Every line of the package files that people write. */
export function askedLines(files: Files): AskedLine[] {
  return Object.entries(files)
    .filter(([path]) => !LOCK_FILE.test(path))
    .flatMap(([path, content]) =>
      content.split(/\r\n|\r|\n/).map((text, at) => ({ path, line: at + 1, text: text.trim() })),
    )
}

/** The name of a package at the beginning of a requirement such as `line[fast]>=1`; '' where there is none. */
export function nameIn(requirement: string): string {
  return plainName(/^[A-Za-z0-9][\w.-]*(?![\w.-]|\+?\w*:\/\/)/.exec(requirement.trim())?.[0] ?? '')
}

/** The lines that ask for the package by its name, the pinned ones first. */
export function linesThatName({ files }: FailedInstall, name: string): AskedLine[] {
  const wanted = plainName(name)
  return askedLines(files).filter(({ path, text }) =>
    requirementsIn(path, text).some((each) => nameIn(each) === wanted),
  )
}

/** The requirements of a line: the line itself, or the strings of a project file. */
function requirementsIn(path: string, text: string): string[] {
  if (!PROJECT_FILE.test(path)) return [text]
  const keyed = /^([\w.-]+)\s*=\s*["'{]/.exec(text)?.[1]
  const quoted = [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map(
    ([, basic, literal]) => basic ?? literal ?? '',
  )
  const isMetadata = /^(name|version|description|readme|requires-python|license|build-backend)\b/.test(text)
  return isMetadata ? [] : [...quoted, ...(keyed ? [keyed] : [])]
}

/** The line that asks for the requirement, or else for its package. */
export function lineFor(failed: FailedInstall, requirement: string): AskedLine | null {
  const lines = linesThatName(failed, nameIn(requirement))
  const wanted = squeezed(requirement)
  return (
    lines.find(({ path, text }) =>
      requirementsIn(path, text).some((each) => squeezed(each).startsWith(wanted)),
    ) ??
    lines[0] ??
    null
  )
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase()

/** The requirement as its line has it, since tools write ranges in an order of their own. */
export function asWritten({ path, text }: AskedLine, requirement: string): string {
  const found = requirementsIn(path, text).find((each) => nameIn(each) === nameIn(requirement)) ?? requirement
  return found.replace(/\s+#.*$|\s*;.*$|\s+--.*$|\s*\\$/g, '').trim()
}

/** The first line that holds the text. */
export function lineWith({ files }: FailedInstall, text: string): AskedLine | null {
  return text === '' ? null : (askedLines(files).find((each) => each.text.includes(text)) ?? null)
}

/** The line of a file at an offset, as uv counts it. */
export function lineAtOffset({ files }: FailedInstall, path: string, offset: number): AskedLine | null {
  const content = contentOf(files, path)
  if (content === null) return null
  const before = Buffer.from(content).subarray(0, offset).toString().split('\n')
  return lineNumbered({ files }, path, before.length)
}

/** The line of a file by its number. */
export function lineNumbered(
  { files }: Pick<FailedInstall, 'files'>,
  path: string,
  line: number,
): AskedLine | null {
  const content = contentOf(files, path)
  const text = content?.split(/\r\n|\r|\n/)[line - 1]
  return text === undefined ? null : { path: pathIn(files, path), line, text: text.trim() }
}

/** The path in the source of a file that a tool names by a path of its own. */
function pathIn(files: Files, path: string): string {
  const known = Object.keys(files)
  return known.find((each) => each === path) ?? known.find((each) => path.endsWith(`/${each}`)) ?? path
}

function contentOf(files: Files, path: string): string | null {
  return files[pathIn(files, path)] ?? null
}

/** Such as "requirements.txt line 4". */
export function placeOf({ path, line }: AskedLine): string {
  return `${path} line ${line}`
}

/** A text of a file or an output as it may stand in a sentence. */
export function quoted(text: string): string {
  return `\`${maskAddresses(text)}\``
}

/** Such as "1.0, 1.1 and 2.0". */
export function listed(words: string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
