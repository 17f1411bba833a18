import { keyOfLine, quotedIn, scalarOf } from './flat-yaml.ts'

interface Level {
  indent: number
  prefix: string
}

interface Line {
  indent: number
  text: string
}

/** Longest value of a list that is kept as text. */
const LONGEST_LIST = 1000
const LONGEST_PREFIX = 1000

/**
 * Parses YAML as Hydra, DVC, Lightning and wandb write it: nested keys with plain or quoted values, which get flat
 * names such as 'model.lr'. A list of plain values is a text such as '[64, 64]'. Anchors, tags and lists of objects are
 * left out. It does not recurse, and takes linear time.
 * @param most values that are returned
 */
export function nestedYaml(text: string, most: number): Map<string, string | number | boolean> {
  const found = new Map<string, string | number | boolean>()
  const lines = linesOf(text)
  const levels: Level[] = []
  for (let at = 0; at < lines.length && found.size < most; ) {
    const { indent, text: line } = lines[at] ?? { indent: 0, text: '' }
    while ((levels.at(-1)?.indent ?? -1) >= indent) levels.pop()
    const key = keyOfLine(line)
    const begin = key === null ? '' : line.slice(key.end).trim()
    const name = `${levels.at(-1)?.prefix ?? ''}${key?.key ?? ''}`
    at += 1
    if (key === null) continue
    const isEmpty = begin === '' || begin.startsWith('#')
    const below = at
    const isList = isEmpty && isItem(lines[at]) && (lines[at]?.indent ?? -1) >= indent
    if (!isEmpty) while ((lines[at]?.indent ?? -1) > indent) at += 1
    if (isList) while (isWithinList(lines[at], indent)) at += 1
    const value = isList ? listOf(lines.slice(below, at)) : textOf(begin, lines.slice(below, at))
    if (isEmpty && !isList) levels.push({ indent, prefix: `${name}.`.slice(0, LONGEST_PREFIX) })
    else if (value !== null) found.set(name, value)
  }
  return found
}

function linesOf(text: string): Line[] {
  return text
    .split(/\r?\n/)
    .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trim() }))
    .filter(({ text }) => text !== '' && text !== '---' && text !== '...' && !text.startsWith('#'))
}

function isItem(line: Line | undefined): boolean {
  return line?.text === '-' || line?.text.startsWith('- ') === true
}

/** The items of a list may stand as far left as its key. */
function isWithinList(line: Line | undefined, indent: number): boolean {
  return line !== undefined && (line.indent > indent || (line.indent === indent && isItem(line)))
}

/** Returns null for a list with objects or lists in it. */
function listOf(lines: readonly Line[]): string | null {
  const first = lines[0]?.indent
  const items: string[] = []
  for (const line of lines) {
    const item = line.text.slice(1).trim()
    const value = line.indent === first && isItem(line) && !keyOfLine(item) ? textOf(item, []) : null
    if (value === null) return null
    items.push(String(value))
  }
  const text = `[${items.join(', ')}]`
  return text.length > LONGEST_LIST ? `${text.slice(0, LONGEST_LIST)}…` : text
}

function textOf(begin: string, below: readonly Line[]): string | number | boolean | null {
  const lines = [begin, ...below.map((line) => line.text)]
  if (/^['"]/.test(begin)) return quotedIn(lines.join('\n'))
  if (begin.startsWith('[')) return lines.join(' ').slice(0, LONGEST_LIST)
  if (/^[|>]/.test(begin)) return lines.slice(1).join(' ')
  const value = scalarOf(lines.map((line) => line.split(/(?:^|\s)#/, 1)[0] ?? '').join(' '))
  if (typeof value !== 'string') return value
  if (/^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  return value
}
