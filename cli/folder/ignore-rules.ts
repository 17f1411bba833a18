import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'

/** The ignore rules that hold in one folder: its own, and those of the folders above it. */
export interface IgnoreRules {
  /**
   * Tells whether the rules name a path, which ends in '/' for a folder. 'kept' if the last rule that fits begins with
   * '!', null if none fits.
   * @param path from the top of the rules, with '/'
   */
  of(path: string): 'ignored' | 'kept' | null
  /**
   * Returns the rules of a folder below, which has them in a file of this name, or none.
   * @param folder the path from the top of the rules, '' for the top
   */
  within(folder: string, text: string | null): IgnoreRules
}

/** The rules of files outside of the folder; the last of them is the strongest. */
export async function outerRules(files: readonly string[]): Promise<IgnoreRules> {
  const all = ignore({ ignorecase: false })
  for (const file of files) all.add((await readRules(file)) ?? '')
  return rulesOf(all)
}

/** Reads a file of ignore rules, a character for each byte; null if there is none that can be read. */
export async function readRules(file: string): Promise<string | null> {
  return readFile(file, 'latin1').then(
    (text) => text.replace(BYTE_ORDER_MARK, ''),
    () => null,
  )
}

const BYTE_ORDER_MARK = /^\xef\xbb\xbf/

/** Patterns of git match bytes: `?` is half of an 'é'. */
function bytesOf(path: string): string {
  return Buffer.from(path).toString('latin1')
}

/** Adds the rules of each folder from the top down to the one that is named. */
export async function rulesDownTo(
  rules: IgnoreRules,
  top: string,
  folder: string,
  name: string,
): Promise<IgnoreRules> {
  const parts = folder.split('/').filter((part) => part !== '')
  let all = rules
  for (let depth = 0; depth < parts.length; depth += 1) {
    const above = parts.slice(0, depth).join('/')
    all = all.within(above, await readRules(join(top, above, name)))
  }
  return all
}

function rulesOf(all: Ignore): IgnoreRules {
  return {
    of(path) {
      const { ignored, unignored } = all.test(bytesOf(path))
      if (ignored) return 'ignored'
      return unignored ? 'kept' : null
    },
    within(folder, text) {
      if (text === null) return this
      const own = text.split('\n').map((line) => patternFromTop(line.replace(/\r$/, ''), bytesOf(folder)))
      return rulesOf(ignore({ ignorecase: false }).add(all).add(own))
    },
  }
}

/** Rewrites a line of an ignore file in a folder as it would stand in one at the top. */
function patternFromTop(line: string, folder: string): string {
  if (folder === '' || line === '' || line.startsWith('#')) return line
  const [, sign = '', pattern = ''] = /^(!?)(.*)$/s.exec(line) ?? []
  const below = pattern.replace(/^\//, '')
  if (/^ *$/.test(below)) return ''
  // With a slash before its end a pattern is meant from its own folder on, else at any depth below.
  const isFromHere = /\/(?! *$)/.test(pattern)
  const place = folder.replaceAll(/[\\*?[\]]/g, '\\$&')
  return `${sign}/${place}/${isFromHere ? '' : '**/'}${below}`
}
