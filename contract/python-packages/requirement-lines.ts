import { setImmediate } from 'node:timers/promises'
import { validRange } from '@renovatebot/pep440'
import { plainName } from './package-name.ts'

/** One line of a requirements file with its meaning for pip and uv. */
export type RequirementLine = { line: number; text: string } & (
  | { kind: 'include'; path: string; isConstraint: boolean }
  | { kind: 'option'; name: string; value: string }
  | { kind: 'editable'; target: string }
  /** a package by its name, from an index; `pin` is the version that `==` asks for */
  | { kind: 'name'; name: string; pin: string | null; hasMarker: boolean }
  /** a package at another address */
  | { kind: 'address' }
  /** a file or folder of the source, without extras */
  | { kind: 'path'; path: string }
  | { kind: 'invalid' }
)

const INCLUDES = new Set(['-r', '--requirement', '-c', '--constraint'])
const EDITABLE = new Set(['-e', '--editable'])
/** Options that follow a single requirement, such as its hashes. */
const OWN_OPTION = /^--(hash|config-settings?|global-option|install-option)\b/
/** Addresses outside the source. */
const ELSEWHERE = /^(https?|ftp|(git|hg|svn|bzr)\+(https?|ssh|git)):\/\//i
/** Nobody writes longer requirements. */
const LONGEST_REQUIREMENT = 1000
const NAME = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[\w\s,.-]*\])?\s*([^;]*?)(?:;(.*))?$/s

/** Yields to other work after this time: the parser takes up to a millisecond per line. */
const TURN_MS = 10

/**
 * Reads the text of a requirements file as pip does: a trailing backslash continues a line, ` #` begins a comment. A
 * continued line has the number of its first part, from 1.
 * @throws RangeError if more than `most` lines have content
 */
export async function requirementLines(text: string, most: number): Promise<RequirementLine[]> {
  const lines = logicalLines(text.replace(/^\uFEFF/, ''))
  if (lines.length > most) throw new RangeError(`more than ${most} lines`)
  const found: RequirementLine[] = []
  let began = performance.now()
  for (const { line, text } of lines) {
    found.push({ line, text, ...meaningOf(text) })
    if (performance.now() - began < TURN_MS) continue
    await setImmediate()
    began = performance.now()
  }
  return found
}

function logicalLines(text: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = []
  let begun: { line: number; text: string } | null = null
  for (const [at, part] of text.split(/\r\n|\r|\n/).entries()) {
    const isContinued = part.endsWith('\\') && !part.trimStart().startsWith('#')
    const own = isContinued ? part.slice(0, -1) : part
    begun ??= { line: at + 1, text: '' }
    begun.text += own
    if (isContinued) continue
    found.push(begun)
    begun = null
  }
  return [...found, ...(begun === null ? [] : [begun])]
    .map(({ line, text }) => ({ line, text: withoutComment(text) }))
    .filter(({ text }) => text !== '')
}

/** Merges spaces first, because the regular expression would scan each run of them repeatedly. */
function withoutComment(text: string): string {
  const words = text.split(/\s/).filter((word) => word !== '')
  const comment = words.findIndex((word) => word.startsWith('#'))
  return (comment === -1 ? words : words.slice(0, comment)).join(' ')
}

type Meaning = RequirementLine extends infer One
  ? One extends unknown
    ? Omit<One, 'line' | 'text'>
    : never
  : never

function meaningOf(text: string): Meaning {
  const [, name = '', rest = ''] = /^(--[a-z][a-z-]*|-[a-zA-Z])[\s=]*(.*)$/.exec(text) ?? []
  const value = unquoted(rest)
  if (INCLUDES.has(name)) return { kind: 'include', path: value, isConstraint: name.includes('c') }
  if (EDITABLE.has(name)) return { kind: 'editable', target: value }
  if (name !== '') return { kind: 'option', name, value }
  const [requirement = '', ...options] = text.split(/\s+(?=--?[a-z])/)
  return options.every((option) => OWN_OPTION.test(option)) ? requirementOf(requirement) : { kind: 'invalid' }
}

function requirementOf(text: string): Meaning {
  const [, address = text] = /^[A-Za-z0-9][\w.-]*\s*(?:\[[^\]]*\]\s*)?@\s*([^;]*)/.exec(text) ?? []
  if (ELSEWHERE.test(address)) return { kind: 'address' }
  if (address !== text || isPath(text)) return { kind: 'path', path: address.trim() }
  return nameOf(text)
}

/** A name with its versions and its marker, such as `numpy[fast]>=1.26,<3 ; python_version < "3.12"`. */
function nameOf(text: string): Meaning {
  const [, name, range = '', marker] = NAME.exec(text.slice(0, LONGEST_REQUIREMENT)) ?? []
  if (name === undefined || text.length > LONGEST_REQUIREMENT || marker?.trim() === '')
    return { kind: 'invalid' }
  const versions = range.trim().replace(/^\((.*)\)$/, '$1')
  if (versions !== '' && !validRange(versions)) return { kind: 'invalid' }
  const [, pin = null] = /^==\s*([^=,*\s]+)$/.exec(versions) ?? []
  return { kind: 'name', name: plainName(name), pin, hasMarker: marker !== undefined }
}

/** True if pip looks for a file or folder of that name before a package. */
function isPath(text: string): boolean {
  const [bare = ''] = text.split(/[;[]/)
  return /^\.|[/\\]/.test(bare) || /\.(whl|zip|tgz|tbz2?|txz|tar(\.\w+)?)$/i.test(bare.trim())
}

function unquoted(text: string): string {
  return /^(["'])(.*)\1$/.exec(text)?.[2] ?? text
}
