import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { fail } from './cli-error.ts'

/** What becomes of a folder's files: which names stay here, and what a link is refused with. */
interface Purpose {
  /** @param below the folder that holds the name, '' at the top */
  leavesOut: (name: string, below: string) => boolean
  refusal: string
}

const CACHES = new Set(['node_modules', '__pycache__'])
/** Where programs that are tried on this machine write to. */
const OUTPUT = 'out'

/** A registration archive: no hidden files, no caches, no own output. */
export const ARCHIVE: Purpose = {
  leavesOut: (name, below) => isHidden(name) || CACHES.has(name) || (name === OUTPUT && below === ''),
  refusal: 'An archive contains only files',
}

/** Data: no hidden files. */
export const DATA: Purpose = { leavesOut: isHidden, refusal: 'Only files are uploaded' }

function isHidden(name: string): boolean {
  return name.startsWith('.')
}

interface PackedFile {
  path: string
  size: number
  mode: number
}

export interface FolderContent {
  files: PackedFile[]
  left_out: string[]
}

/** The folder's files without what is left out for this purpose, in the order of their names. */
export async function filesOf(folder: string, purpose: Purpose, below = ''): Promise<FolderContent> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() =>
    fail(`There is no folder ${folder}.`),
  )
  const found: FolderContent = { files: [], left_out: [] }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (purpose.leavesOut(entry.name, below)) found.left_out.push(path)
    else if (entry.isSymbolicLink())
      fail(`${path} is a link. ${purpose.refusal}: replace the link with the file it points to.`)
    else if (entry.isDirectory()) {
      const inside = await filesOf(folder, purpose, path)
      found.files.push(...inside.files)
      found.left_out.push(...inside.left_out)
    } else if (entry.isFile()) {
      const { size, mode } = await lstat(join(folder, path))
      found.files.push({ path, size, mode: mode & 0o777 })
    }
  }
  return found
}

/** Packs the files as tar.gz while they are read; a fault ends the stream with it. */
export function packFiles(folder: string, files: PackedFile[]): Readable {
  const archive = pack()
  const gzip = createGzip()
  addAll(archive, folder, files).catch((error: Error) => archive.destroy(error))
  pipeline(archive, gzip).catch((error: Error) => gzip.destroy(error))
  return gzip
}

async function addAll(archive: Pack, folder: string, files: PackedFile[]): Promise<void> {
  for (const file of files) {
    const entry = archive.entry({ name: file.path, size: file.size, mode: file.mode, mtime: new Date(0) })
    await pipeline(createReadStream(join(folder, file.path)), entry)
  }
  archive.finalize()
}
