import { formsOf } from './forms.ts'
import { inTurns } from './in-turns.ts'
import { buildTextTree, type Range, type TextTree } from './text-search.ts'

/** Finds secrets in a run's output, literally or in forms in which programs often print them. */
export interface Mask {
  /** bytes of the longest text to find */
  longest: number
  tree: TextTree
}

/** Shorter texts appear in any log, so masking them would hide the log and reveal them. */
export const LEAST = 8
const STAR = 0x2a
const [NEWLINE, RETURN] = [10, 13]

/** Returns null if there is nothing to find. Secrets of thousands of lines take seconds, shared with other work. */
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

/** Masks the bytes in place. Line breaks stay, so that lines keep their numbers. */
export function cover(bytes: Buffer, [from, to]: Range): void {
  for (let at = Math.max(0, from); at < Math.min(to, bytes.length); at += 1)
    if (bytes[at] !== NEWLINE && bytes[at] !== RETURN) bytes[at] = STAR
}

/** Returns the secret and each of its lines. Short lines are omitted, because their other forms are short too. */
function textsOf(secret: string): string[] {
  const texts = [secret, secret.trim(), ...secret.split(/[\r\n]+/)]
  return texts.filter((text) => Buffer.byteLength(text) >= LEAST)
}
