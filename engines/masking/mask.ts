import { createTextTree, type Range, type TextTree } from './text-search.ts'

/** Finds secrets in what a run wrote, as they are or in a form that programs often print them in. */
export interface Mask {
  /** bytes of the longest text that is looked for */
  longest: number
  tree: TextTree
}

/** A shorter text stands in any log, so that to mask it would hide the log and tell what it is. */
export const LEAST = 8
const STAR = 0x2a
const [NEWLINE, RETURN] = [10, 13]

/** null where there is nothing to look for */
export function createMask(secrets: readonly string[]): Mask | null {
  const texts = new Set(secrets.flatMap(formsOf))
  const patterns = [...texts].map((text) => Buffer.from(text)).filter(({ length }) => length >= LEAST)
  if (patterns.length === 0) return null
  const longest = patterns.reduce((most, { length }) => Math.max(most, length), 0)
  return { longest, tree: createTextTree(patterns) }
}

/** Covers the bytes in place. Line breaks stay, so that lines keep their numbers. */
export function cover(bytes: Buffer, [from, to]: Range): void {
  for (let at = Math.max(0, from); at < Math.min(to, bytes.length); at += 1)
    if (bytes[at] !== NEWLINE && bytes[at] !== RETURN) bytes[at] = STAR
}

/** What a secret may look like: itself, each line of several, and encoded for JSON, for addresses and in base64, wrapped too. */
function formsOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/)
  const trimmed = secret.trim()
  return [secret, trimmed, ...lines].flatMap((text) => {
    const bytes = Buffer.from(text)
    // Too short itself, and so is what is looked for of its other forms.
    if (bytes.length < LEAST) return []
    return [
      text,
      JSON.stringify(text).slice(1, -1),
      encodeURIComponent(text),
      new URLSearchParams({ '': text }).toString().slice(1),
      ...[0, 1, 2].flatMap((before) => base64Within(bytes, before)),
      ...base64InLines(bytes),
    ]
  })
}

/** The part of a base64 text that is the same whatever stands before the secret, and behind it, in what was encoded. */
function base64Within(secret: Buffer, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), secret])
  const from = Math.ceil((before * 8) / 6)
  const to = Math.floor((bytes.length * 8) / 6)
  const encodings = ['base64', 'base64url'] as const
  // Alone, it ends with a character that depends on nothing else.
  const ends = before === 0 ? [to, Math.ceil((bytes.length * 8) / 6)] : [to]
  return encodings.flatMap((encoding) => ends.map((end) => bytes.toString(encoding).slice(from, end)))
}

/** As programs wrap what they encode, lines of 64 or 76 characters, where the secret is the beginning of it. */
function base64InLines(secret: Buffer): string[] {
  const [text = ''] = base64Within(secret, 0)
  return [/.{1,64}/g, /.{1,76}/g].flatMap((line) => {
    const lines = text.match(line) ?? []
    return [lines.join('\n'), lines.join('\r\n')]
  })
}
