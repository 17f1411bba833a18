import type { Stats } from 'node:fs'
import { lstat, opendir, readlink } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isLeftBehind, KEPT_WORK, mayHoldKeys, OWN_FOLDER } from '@podium/contract/rules/left-behind.ts'
import type { OutputFile, Outputs } from '../../engine.ts'
import { codeOf } from '../json-file.ts'
import { withFolder } from '../open-folder.ts'
import { isName, MAX_PARTS, MAX_PATH_BYTES, NO_TEXT } from '../outputs.ts'
import { createUnkept, type Reason, type Unkept } from './unkept.ts'

/** Unchanged files of the source count, because each of them is looked at. */
const MAX_ENTRIES = 200_000
/** Files that are looked at together, because that takes mostly waiting time. */
const AT_ONCE = 16
/** Reasons why a folder cannot be listed; null if it is gone or was replaced. */
const UNREADABLE: Record<string, Reason | null> = {
  ENAMETOOLONG: 'long',
  EACCES: 'closed',
  EPERM: 'closed',
  ENOENT: null,
  ENOTDIR: null,
  ELOOP: null,
}
/** The file that each virtual environment of Python has. */
const ENVIRONMENT = 'pyvenv.cfg'

export interface WorkListing {
  /** the earliest ctime of a file that the program changed */
  since: number
  /** the uid that must own the files; null for the server's own */
  uid: number | null
  /** names of the folders down to the one that the search is narrowed to */
  under: string[]
  /** paths of the folders whose files are kept, as a program may name them; links to them lose nothing */
  kept: string[]
  /** true if an output has the path already */
  isTaken: (path: string, status: Stats) => boolean
  mostFiles: number
  mostEntries?: number
}

export interface Listed extends Outputs {
  /** how many files and folders were looked at in the working folder */
  looked: number
}

interface Search extends Required<Omit<WorkListing, 'under'>> {
  unkept: Unkept
  /** changed files by their folder */
  found: Map<string, OutputFile[]>
  entries: number
}

interface Folder {
  name: string
  isChanged: boolean
}

/**
 * Lists the plain files below the working folder that its program made or changed, as paths below `work/`: no caches,
 * environments or keys. Files of small folders come first, so that thousands of samples do not crowd out a model.
 */
export async function listWorkFiles(work: string, listing: WorkListing): Promise<Listed> {
  const { mostFiles, mostEntries = MAX_ENTRIES, under } = listing
  const unkept = createUnkept()
  const search: Search = {
    ...listing,
    mostEntries,
    unkept,
    found: new Map(),
    entries: mostEntries,
  }
  if (mayBeKept(under)) await searchBelow(search, work, [], under)
  const files = [...search.found]
    .sort(([one, a], [other, b]) => a.length - b.length || (one < other ? -1 : 1))
    .flatMap(([, inFolder]) => inFolder.sort((a, b) => (a.path < b.path ? -1 : 1)))
  for (const { path, size } of files.splice(mostFiles)) unkept.note('many', path, size)
  const left_out = unkept.sentences({ mostFiles, mostEntries, isCut: search.entries < 0 })
  return { files, left_out, looked: mostEntries - search.entries }
}

/** Descends step by step, because a link on the way would lead elsewhere. */
async function searchBelow(
  search: Search,
  folder: string,
  above: string[],
  [first, ...rest]: string[],
): Promise<void> {
  if (first === undefined) return searchFolder(search, folder, above)
  await unlessGone(search, above, () =>
    withFolder(folder, (held) => searchBelow(search, join(held, first), [...above, first], rest)),
  )
}

/** Looks at the files first, then into folders: those with new entries before the others. */
async function searchFolder(search: Search, folder: string, names: string[]): Promise<void> {
  await unlessGone(search, names, () =>
    withFolder(folder, async (held) => {
      const entries = await namesIn(search, held)
      if (names.length > 0 && entries.includes(ENVIRONMENT)) return
      const folders: Folder[] = []
      for (let at = 0; at < entries.length; at += AT_ONCE)
        await allOf(entries.slice(at, at + AT_ONCE), (name) => look(search, held, [...names, name], folders))
      folders.sort((a, b) => Number(b.isChanged) - Number(a.isChanged) || (a.name < b.name ? -1 : 1))
      for (const { name } of folders) await searchFolder(search, join(held, name), [...names, name])
    }),
  )
}

/** Fails only after all have settled, because none may look into a folder that is closed by then. */
async function allOf(names: string[], use: (name: string) => Promise<void>): Promise<void> {
  for (const result of await Promise.allSettled(names.map(use)))
    if (result.status === 'rejected') throw result.reason
}

async function namesIn(search: Search, folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(folder)) {
    search.entries -= 1
    if (search.entries < 0) break
    names.push(name)
  }
  return names
}

async function look(search: Search, folder: string, names: string[], folders: Folder[]): Promise<void> {
  if (isSkipped(names)) return
  const name = names.at(-1) ?? ''
  const status = await lstat(join(folder, name)).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    // Node has changed a name that is not UTF-8, and finds nothing by it.
    if (name.includes(NO_TEXT)) search.unkept.note('text', pathOf(names))
    return null
  })
  if (status === null) return
  const isChanged = status.ctimeMs >= search.since
  if (status.isDirectory()) {
    // The files in it have another name, and the folder for them all.
    if (names.length < MAX_PARTS - 1) folders.push({ name, isChanged })
    else search.unkept.note('deep', pathOf(names))
  } else if (isChanged) await addChanged(search, folder, names, status)
}

async function addChanged(search: Search, folder: string, names: string[], status: Stats): Promise<void> {
  const path = pathOf(names)
  const reason = await reasonNotKept(search, folder, names, status)
  if (search.isTaken(path, status) || reason === 'nothing lost') return
  if (reason !== null) return search.unkept.note(reason, path, status.isFile() ? status.size : 0)
  const inFolder = pathOf(names.slice(0, -1))
  const files = search.found.get(inFolder) ?? []
  files.push({ path, size: status.size, modified_at: status.mtime.toISOString() })
  search.found.set(inFolder, files)
}

async function reasonNotKept(search: Search, folder: string, names: string[], status: Stats) {
  const path = pathOf(names)
  if (mayHoldKeys(names.join('/'))) return 'keys'
  if (status.isSymbolicLink())
    return (await staysInside(search, folder, names)) ? ('nothing lost' as const) : 'link'
  if (!status.isFile()) return 'special'
  if (search.uid !== null && status.uid !== search.uid && !mayBeStored(status)) return 'owner'
  // A server that runs as root reads every file.
  if (process.getuid?.() !== 0 && (status.mode & 0o400) === 0) return 'closed'
  if (path.includes(NO_TEXT)) return 'text'
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? 'long' : null
}

/** True for a file that the store took over when an earlier try was interrupted, which only the store opens. */
function mayBeStored({ uid, nlink }: Stats): boolean {
  return uid === process.geteuid?.() && nlink > 1
}

/** True if the link leads to a file that is kept itself. */
async function staysInside({ kept }: Search, folder: string, names: string[]): Promise<boolean> {
  const target = await readlink(join(folder, names.at(-1) ?? '')).catch(() => '')
  const [top = '/'] = kept
  const real = posix.resolve(top, ...names.slice(0, -1), target)
  return kept.some((one) => real === one || real.startsWith(`${one}/`))
}

/** True if nothing of the file or folder is kept, nor said of it. */
function isSkipped(names: string[]): boolean {
  return names.at(-1) === OWN_FOLDER || isLeftBehind(names.slice(-2).join('/'))
}

/** True if a file of these names may be listed, when its program changed it. */
export function mayBeKept(names: string[]): boolean {
  const isBelowSkipped = names.some((_, at) => isSkipped(names.slice(0, at + 1)))
  return names.length < MAX_PARTS && names.every(isName) && !isBelowSkipped && !mayHoldKeys(names.join('/'))
}

function pathOf(names: string[]): string {
  return KEPT_WORK + names.join('/')
}

async function unlessGone(search: Search, names: string[], use: () => Promise<void>): Promise<void> {
  try {
    await use()
  } catch (error) {
    const reason = UNREADABLE[codeOf(error) ?? '']
    if (reason === undefined) throw error
    if (reason !== null) search.unkept.note(reason, pathOf(names))
  }
}
