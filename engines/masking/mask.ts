import { formsOf } from './forms.ts'
import { inTurns } from './in-turns.ts'
import { buildTextTree, type Range, type TextTree } from './text-search.ts'

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

/** null where there is nothing to look for. Secrets of thousands of lines take seconds, in which others have their turns. */
export function createMask(secrets: readonly string[]): Promise<Mask | null> {
  return inTurns(buildMask(secrets))
}

function* buildMask(secrets: readonly string[]): Generator<void, Mask | null> {
  const texts = new Set<string>()
  for (const secret of secrets) {
    yield
    for (const text of textsOf(secret)) texts.add(text)
  }
  const patterns: Buffer[] = []
  let longest = 0
  for (const text of texts) {
    yield
    for (const form of new Set(formsOf(text))) {
      const bytes = Buffer.from(form)
      if (bytes.length < LEAST) continue
      longest = Math.max(longest, bytes.length)
      patterns.push(bytes)
    }
  }
  if (longest === 0) return null
  return { longest, tree: yield* buildTextTree(patterns) }
}

/** Covers the bytes in place. Line breaks stay, so that lines keep their numbers. */
export function cover(bytes: Buffer, [from, to]: Range): void {
  for (let at = Math.max(0, from); at < Math.min(to, bytes.length); at += 1)
    if (bytes[at] !== NEWLINE && bytes[at] !== RETURN) bytes[at] = STAR
}

/** Itself, and each line of several. One that is too short is left out, as it is too short in most other forms. */
function textsOf(secret: string): string[] {
  const texts = [secret, secret.trim(), ...secret.split(/[\r\n]+/)]
  return texts.filter((text) => Buffer.byteLength(text) >= LEAST)
}
