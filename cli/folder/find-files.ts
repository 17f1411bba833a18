import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { MAX_FILES } from '@podium/contract/calls/data-set-files.ts'
import { OWN_FOLDER } from '@podium/contract/rules/left-behind.ts'
import { fail } from '../cli-error.ts'
import type { FileOfFolder } from '../pack.ts'
import { outerIgnoreFiles, trackedFiles } from './git.ts'
import { type IgnoreRules, outerRules, readRules, rulesDownTo } from './ignore-rules.ts'
import { type Reason, reasonOfIgnored, reasonOfUntracked, reasonToStay } from './kinds.ts'
import { isBelow, topOfRepository } from './root.ts'

/** The files of a folder that go along with a run, in the order of their paths. */
export interface FolderFiles {
  /** what makes a version: every file that no ignore file names */
  source: FoundFile[]
  /** files that git ignores and the program may read */
  data: FoundFile[]
  leftOut: LeftOut[]
}

export interface LeftOut {
  path: string
  reason: Reason
}

export interface FoundFile extends FileOfFolder {
  place: string
  /** differs once the file was written, moved or replaced */
  stamp: string
  changedMs: number
}

/** Links to folders are followed this deep, so that links to each other end. */
const MAX_LINKS = 3
/** The packages that `podium run --with` adds are a file of the folder. */
export const OWN_REQUIREMENTS = `${OWN_FOLDER}/requirements.txt`

/** Finds what goes along of a folder, and what stays here. Fails with a sentence that names what cannot be sent. */
export async function findFiles(root: string): Promise<FolderFiles> {
  const top = (await topOfRepository(root)) ?? root
  const [tracked, outer] = await Promise.all([trackedFiles(root), outerRules(await outerIgnoreFiles(top))])
  const found: Found = { source: [], data: [], leftOut: [], unnamed: [] }
  const prefix = relative(top, root)
  const walk: Walk = {
    root,
    prefix: prefix === '' ? '' : `${prefix}/`,
    tracked,
    holdTracked: foldersOf(tracked),
    found,
  }
  const rules = {
    git: await rulesDownTo(outer, top, prefix, '.gitignore'),
    podium: await rulesDownTo(await outerRules([]), top, prefix, '.podiumignore'),
  }
  await findIn(walk, { path: '', place: root, links: 0 }, rules, { isIgnored: false, leaves: null })
  if (found.unnamed.length > 0)
    fail(
      `${folded(found.unnamed.sort(), 3)}: such a name is not in UTF-8, or has a backslash or a control character. Rename it, or name its folder in .podiumignore.`,
    )
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)
  return {
    source: found.source.sort(byPath),
    data: found.data.sort(byPath),
    leftOut: found.leftOut.sort(byPath),
  }
}

/** Finds every file below a folder or file that is named, whatever ignore files say. */
export async function findAllFiles(place: string, path: string): Promise<FoundFile[]> {
  const info = await stat(place).catch(() => null)
  if (info?.isFile()) return [fileAt(path, place, info)]
  if (!info?.isDirectory()) return []
  const entries = await listed(place, path)
  const below = entries
    .filter(({ name }) => reasonToStay(name) === null)
    .map(async (entry) => {
      const under = join(place, entry.name)
      // A link may lead up again.
      if (entry.isSymbolicLink() && !(await stat(under).catch(() => null))?.isFile()) return []
      return findAllFiles(under, `${path}/${entry.name}`)
    })
  return (await Promise.all(below)).flat()
}

interface Found extends FolderFiles {
  /** paths that no archive can hold */
  unnamed: string[]
}

interface Walk {
  root: string
  /** the path from the top of the repository to the root: '' or 'sub/' */
  prefix: string
  tracked: ReadonlySet<string>
  /** the folders that hold a tracked file */
  holdTracked: ReadonlySet<string>
  found: Found
}

interface Place {
  /** from the root, with '/' */
  path: string
  /** where its files are: elsewhere if a link led here */
  place: string
  /** how many links to folders led here */
  links: number
}

interface Rules {
  git: IgnoreRules
  podium: IgnoreRules
}

interface State {
  isIgnored: boolean
  /** the reason why only tracked files go along from here on */
  leaves: Reason | null
}

async function findIn(walk: Walk, { path, place, links }: Place, above: Rules, state: State): Promise<void> {
  const entries = await listed(place, path)
  if (path !== '' && entries.some(({ name }) => name === 'pyvenv.cfg' || name === 'conda-meta')) {
    walk.found.leftOut.push({ path, reason: 'made-again' })
    return
  }
  const has = (name: string) => entries.some((entry) => entry.name === name)
  const own = (name: string) => (has(name) ? readRules(join(place, name)) : null)
  const folder = (walk.prefix + path).replace(/\/$/, '')
  const rules = {
    git: state.isIgnored ? above.git : above.git.within(folder, await own('.gitignore')),
    podium: above.podium.within(folder, await own('.podiumignore')),
  }
  await Promise.all(
    entries.map(async (entry) => {
      const below = {
        path: path === '' ? entry.name : `${path}/${entry.name}`,
        place: join(place, entry.name),
        links,
      }
      if (await isUnnamed(entry.name, below.place)) walk.found.unnamed.push(below.path)
      else await findAt(walk, entry, below, rules, state)
    }),
  )
}

async function findAt(walk: Walk, entry: Dirent, at: Place, rules: Rules, state: State): Promise<void> {
  const { path } = at
  const { found, tracked } = walk
  const leave = (reason: Reason) => void found.leftOut.push({ path, reason })
  if (path === OWN_FOLDER) return findOwn(walk, at)
  const inRules = walk.prefix + path + (entry.isDirectory() ? '/' : '')
  const wish = rules.podium.of(inRules)
  if (wish === 'ignored') return leave('named')
  const isWished = wish === 'kept'
  const stays = isWished ? null : reasonToStay(path)
  if (stays !== null) return leave(stays)
  const isIgnored = (state.isIgnored || rules.git.of(inRules) === 'ignored') && !tracked.has(path)
  const isTracked = tracked.has(path)
  const ofName = isIgnored
    ? (state.leaves ?? reasonOfIgnored(path))
    : isTracked
      ? null
      : reasonOfUntracked(path)
  const leaves = isWished ? null : ofName
  if (leaves !== null && !walk.holdTracked.has(path)) return state.leaves === null ? leave(leaves) : undefined
  const target = entry.isSymbolicLink()
    ? await followed(walk.root, at)
    : { ...at, isFolder: entry.isDirectory() }
  if (target === null) return leave('link')
  const info = await stat(target.place).catch((error: Error) =>
    fail(`${path} cannot be read: ${error.message}`),
  )
  if (info.isDirectory()) return findIn(walk, target, rules, { isIgnored, leaves })
  if (!info.isFile()) return leave('special')
  const files = isIgnored ? found.data : found.source
  files.push(fileAt(path, target.place, info))
  if (files.length > MAX_FILES)
    fail(
      `More than ${MAX_FILES.toLocaleString('en')} files would go along. Name what the program does not need in .podiumignore, or the folder that goes along with --root.`,
    )
}

/** Of the folder that Podium itself writes only the list of packages goes along. */
async function findOwn(walk: Walk, { place }: Place): Promise<void> {
  const file = join(place, OWN_REQUIREMENTS.slice(OWN_FOLDER.length + 1))
  const info = await lstat(file).catch(() => null)
  if (info?.isFile()) walk.found.source.push(fileAt(OWN_REQUIREMENTS, file, info))
}

/** Returns where a link leads; null if that is not in the root, stays here, or is a folder around the link. */
async function followed(root: string, { path, place, links }: Place): Promise<Place | null> {
  const target = await realpath(place).catch(() => null)
  if (target === null || !isBelow(root, target)) return null
  const parts = relative(root, target).split('/')
  if (parts.some((_, at) => reasonToStay(parts.slice(0, at + 1).join('/')) !== null)) return null
  const isFolder = (await stat(target)).isDirectory()
  if (!isFolder) return { path, place: target, links }
  const isAround = isBelow(target, await realpath(join(place, '..')))
  return isAround || links === MAX_LINKS ? null : { path, place: target, links: links + 1 }
}

async function listed(place: string, path: string): Promise<Dirent[]> {
  return readdir(place, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) =>
    fail(
      `The folder ${path || place} cannot be read (${error.code}). Give yourself the right to read it, or name it in .podiumignore.`,
    ),
  )
}

function fileAt(
  path: string,
  place: string,
  { size, mode, mtimeMs, ctimeMs, ino }: Awaited<ReturnType<typeof stat>>,
): FoundFile {
  return {
    path,
    place,
    size: Number(size),
    mode: Number(mode) & 0o777,
    stamp: `${size} ${mtimeMs} ${ctimeMs} ${ino}`,
    changedMs: Math.max(Number(mtimeMs), Number(ctimeMs)),
  }
}

/** Node shows bytes that are not UTF-8 as this character. No file can be opened by such a name. */
const NO_TEXT = '\ufffd'

async function isUnnamed(name: string, place: string): Promise<boolean> {
  if (/[\p{Cc}\\]/u.test(name)) return true
  return name.includes(NO_TEXT) && (await lstat(place).catch(() => null)) === null
}

function foldersOf(paths: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    folders.add(path)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders
}

/** 'a, b, c and 2 more' */
export function folded(names: readonly string[], most: number): string {
  const more = names.length - most
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
