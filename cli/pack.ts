import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { isLfsPointer, LONGEST_POINTER } from '@podium/contract/rules/lfs-pointer.ts'
import { type Pack, pack } from 'tar-stream'
import { fail } from './cli-error.ts'
import { bytesOf, type LocalFile, placeOf } from './local-file.ts'
import { isHidden, staysHere } from './stays-here.ts'

/** Rules for sending a folder: the names that stay here, and the sentence that refuses links. */
interface Purpose {
  /** @param path from the top of the folder, with '/' */
  leavesOut: (path: string) => boolean
  /** whether virtual environments of Python go along */
  withEnvironments: boolean
  refusal: string
}

/** The file that each virtual environment of Python has. */
const ENVIRONMENT = 'pyvenv.cfg'
/** The folder for the output of programs that are tried on this machine. */
const OUTPUT = 'out'

/** A registration archive: no keys, no caches, no environments, no own output. */
export const ARCHIVE: Purpose = {
  leavesOut: (path) => path === OUTPUT || staysHere(path),
  withEnvironments: false,
  refusal: 'An archive contains only files',
}

/** Data: no hidden files. */
export const DATA: Purpose = {
  leavesOut: (path) => path.slice(path.lastIndexOf('/') + 1).startsWith('.'),
  withEnvironments: true,
  refusal: 'Only files are uploaded',
}

export interface FileOfFolder extends LocalFile {
  mode: number
}

export interface FolderContent {
  files: FileOfFolder[]
  left_out: string[]
}

/**
 * Lists the folder's files for this purpose, ordered by name. Fails with a sentence that names everything that cannot
 * be sent.
 */
export async function filesOf(folder: string, purpose: Purpose): Promise<FolderContent> {
  const found = { files: [], left_out: [], links: [], unnamed: [], pointers: [] }
  await findFiles(folder, '', purpose, found)
  const { files, left_out, links, unnamed, pointers } = found
  if (links.length > 0)
    fail(
      `${counted(links, 'is a link', 'are links')}. ${purpose.refusal}: replace links with the files they point to, or copy the folder with \`cp -rL\`.`,
    )
  if (unnamed.length > 0)
    fail(
      `${counted(unnamed, 'has a name that is', 'have names that are')} not in UTF-8: rename ${unnamed.length === 1 ? 'it' : 'them'}.`,
    )
  if (pointers.length > 0)
    fail(
      `${counted(pointers, 'is a pointer of Git LFS, not the file itself', 'are pointers of Git LFS, not the files themselves')}: run \`git lfs pull\` in the folder, then repeat the command.`,
    )
  return { files, left_out }
}

interface Found extends FolderContent {
  links: string[]
  /** names that are not UTF-8, as Node shows them */
  unnamed: string[]
  /** pointers of Git LFS whose content is not fetched */
  pointers: string[]
}

async function findFiles(folder: string, below: string, purpose: Purpose, found: Found): Promise<void> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() =>
    fail(`There is no folder ${join(folder, below)}.`),
  )
  if (!purpose.withEnvironments && below && entries.some(({ name }) => name === ENVIRONMENT)) {
    found.left_out.push(below)
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (purpose.leavesOut(path)) found.left_out.push(path)
    else if (entry.name.includes(NO_TEXT) && !(await isThere(join(folder, path)))) found.unnamed.push(path)
    else if (entry.isSymbolicLink() && isHidden(path)) found.left_out.push(path)
    else if (entry.isSymbolicLink()) found.links.push(path)
    else if (entry.isDirectory()) await findFiles(folder, path, purpose, found)
    else if (entry.isFile()) {
      const { size, mode } = await lstat(join(folder, path))
      if (await isPointer(join(folder, path), size)) found.pointers.push(path)
      found.files.push({ path, size, mode: mode & 0o777 })
    }
  }
}

/** True if the file is a pointer of Git LFS. One that cannot be read is named when it is sent. */
export async function isPointer(place: string, size: number): Promise<boolean> {
  return size < LONGEST_POINTER && isLfsPointer(await readFile(place, 'latin1').catch(() => ''))
}

/** Node's replacement for bytes of a file name that are not UTF-8. No file can be opened by such a name. */
const NO_TEXT = '\ufffd'

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** 'a.csv is a link', 'a.csv, b.csv, c.csv and 2 others are links' */
function counted([first = '', ...others]: string[], one: string, several: string): string {
  if (others.length === 0) return `${first} ${one}`
  const shown = [first, ...others].slice(0, SHOWN)
  const rest = others.length + 1 - shown.length
  return `${shown.join(', ')}${rest === 0 ? '' : ` and ${rest === 1 ? 'one other' : `${rest} others`}`} ${several}`
}

const SHOWN = 3

/**
 * Packs the files as tar.gz while they are read. A fault destroys the stream.
 * @param texts files by path that are in no folder
 */
export function packFiles(
  folder: string,
  files: FileOfFolder[],
  texts: Readonly<Record<string, string>> = {},
): Readable {
  const archive = pack()
  const gzip = createGzip()
  addAll(archive, folder, files, texts).catch((error: Error) => archive.destroy(error))
  pipeline(archive, gzip).catch((error: Error) => gzip.destroy(error))
  return gzip
}

async function addAll(
  archive: Pack,
  folder: string,
  files: FileOfFolder[],
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, text] of Object.entries(texts))
    archive.entry({ name, mode: 0o644, mtime: new Date(0) }, text)
  for (const file of files) {
    const entry = archive.entry({ name: file.path, size: file.size, mode: file.mode, mtime: new Date(0) })
    await pipeline(Readable.from(bytesOf(placeOf(folder, file), file)), entry)
  }
  archive.finalize()
}
