import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { OWN_FOLDER } from '@podium/contract/rules/left-behind.ts'
import { type FolderFiles, type FoundFile, findAllFiles } from './find-files.ts'
import { mayBeSecret } from './kinds.ts'
import { isPrivateKey } from './private-key.ts'
import { isBelow } from './root.ts'
import type { Target } from './target.ts'

/** Words of a program in which paths of this machine are replaced by those that the run has. */
export interface LocalWords {
  words: string[]
  /** files that the words name, and that would not go along otherwise */
  files: FoundFile[]
  /** the files and folders that were outside of the root */
  moved: { from: string; to: string }[]
  /** what the words name and stays here, because it may hold keys or passwords */
  secrets: string[]
}

/** Where files from outside of the root are laid. */
const PLACE = `${OWN_FOLDER}/files`
/** Parameters that name where a program writes, which need not be there. */
const OUTPUT = /(out|log|save|dest|result|cache)/i
/** A flag or assignment with its value: `--data=x.csv`, `data.path=x.csv`. */
const ASSIGNED = /^(-{1,2}[^=\s]+|\+{0,2}[A-Za-z_][\w.@/-]*)=(.+)$/s

/** Finds the files and folders that words name, so that the program finds them where it runs, too. */
export async function localWords(
  { root, workingFolder }: Target,
  typed: readonly string[],
  along: Pick<FolderFiles, 'source' | 'data'>,
): Promise<LocalWords> {
  const found: LocalWords = { words: [], files: [], moved: [], secrets: [] }
  const working = join(root, workingFolder)
  const known = new Set([...along.source, ...along.data].map(({ path }) => path))
  const isKnown = (path: string) => known.has(path) || [...known].some((one) => one.startsWith(`${path}/`))

  async function replaced(value: string, isOutput: boolean): Promise<string> {
    const place = await placeNamed(value, working)
    if (place === null) return value
    const below = await pathBelow(root, place)
    if (isOutput || (below !== null && (below === '' || isKnown(below)))) return inRun(value, below)
    if (await isSecret(root, place)) {
      found.secrets.push(value)
      return value
    }
    if (below === null) return isShared(place, root) ? value : moved(value, place)
    found.files.push(...(await filesAt(place, below)))
    return inRun(value, below)
  }

  /** The value from the working folder, if it is an absolute path of this machine below the root. */
  function inRun(value: string, below: string | null): string {
    if (below === null) return value
    return value.startsWith('/') ? relative(working, join(root, below)) || '.' : value
  }

  async function moved(value: string, place: string): Promise<string> {
    const earlier = found.moved.find(({ from }) => from === place)
    const name = basename(place)
    const isTaken = (path: string) => found.moved.some(({ to }) => to === path)
    let to = `${PLACE}/${name}`
    for (let number = 2; earlier === undefined && isTaken(to); number += 1) to = `${PLACE}/${number}/${name}`
    const path = earlier?.to ?? to
    if (earlier === undefined) {
      const files = await filesAt(place, path)
      if (files.length === 0) return value
      found.moved.push({ from: place, to })
      found.files.push(...files)
    }
    const there = relative(working, join(root, path))
    return value.endsWith('/') ? `${there}/` : there
  }

  async function filesAt(place: string, path: string): Promise<FoundFile[]> {
    const all = await findAllFiles(place, path)
    const isKept = await Promise.all(all.map(async (file) => !(await isSecret(root, file.place))))
    found.secrets.push(...all.filter((_, at) => !isKept[at]).map((file) => file.place))
    return all.filter((_, at) => isKept[at])
  }

  let before = ''
  for (const word of typed) {
    const [, name, value] = ASSIGNED.exec(word) ?? []
    if (name !== undefined && value !== undefined)
      found.words.push(`${name}=${await replaced(value, OUTPUT.test(name))}`)
    else found.words.push(word.startsWith('-') ? word : await replaced(word, OUTPUT.test(before)))
    before = word.startsWith('-') ? word : ''
  }
  return found
}

/** Returns the file or folder that a value names from the working folder or where the person stands; null for none. */
async function placeNamed(value: string, working: string): Promise<string | null> {
  if (value === '' || value.includes('\0')) return null
  for (const from of new Set([working, process.cwd()])) {
    const place = resolve(from, value)
    const info = await stat(place).catch(() => null)
    if (info?.isFile() || info?.isDirectory()) return place
  }
  return null
}

/** Returns the path from the root, by its name or by where links lead; null outside of it. */
async function pathBelow(root: string, place: string): Promise<string | null> {
  if (isBelow(root, place)) return relative(root, place)
  const real = await realpath(place)
  return isBelow(root, real) ? relative(root, real) : null
}

/** True if a file or folder may hold keys: by its name, by the name of what a link leads to, or by its content. */
async function isSecret(root: string, place: string): Promise<boolean> {
  const paths = [place, await realpath(place)].map((path) =>
    isBelow(root, path) ? relative(root, path) : path,
  )
  return paths.some(mayBeSecret) || isPrivateKey(place)
}

/** True for folders that hold much beside what a program reads. */
function isShared(place: string, root: string): boolean {
  return (
    isBelow(place, root) || isBelow(place, homedir()) || ['/tmp', '/var/tmp', '/mnt', '/data'].includes(place)
  )
}
