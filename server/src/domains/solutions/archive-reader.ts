import type { Readable } from 'node:stream'
import { Failure, fail } from '@podium/contract/rules/errors.ts'
import { MAX_ENTRIES, quoted, readTarGz, type TarEntry, TOO_DENSE } from '@podium/contract/wire/tar-reader.ts'

/** Reads an archive for registration. Nothing in it is trusted before it was checked. */

const MAX_PARTS = 32

export interface ArchiveFile {
  /** below the archive's top, with '/', without './' */
  path: string
  /** bytes */
  size: number
  executable: boolean
  content: Readable
}

/**
 * Yields the files of a tar.gz one after the other; the unread rest of a file is skipped. Folders and the
 * leftovers of file managers are counted but not yielded.
 * @param limit maximum bytes of all files together
 * @throws Failure SOLUTION.ARCHIVE naming the entry, at the first error
 */
export async function* readArchive(packed: Readable, limit: number): AsyncGenerator<ArchiveFile> {
  const names = createNames()
  let bytes = 0
  try {
    for await (const { header, content } of readTarGz(refuseOtherFormats(packed), refuseArchive)) {
      const { name, size, mode } = header
      const path = safePath(name)
      names.take(path, name, kindOf(header) === 'directory')
      bytes += size
      if (bytes > limit) refuse(`The archive unpacks to more than the limit: ${quoted(name)} exceeds it.`)
      const executable = (mode & 0o100) !== 0
      if (header.type !== 'directory' && !isLeftover(path)) yield { path, size, executable, content }
    }
  } finally {
    packed.destroy()
  }
}

function refuseArchive(what: string, advice = 'Pack it again.'): never {
  return refuse(
    `The archive ${what}. ${what === TOO_DENSE ? 'This looks like a decompression bomb.' : advice}`,
  )
}

/** Runs work that reads an archive, and converts errors of the unpackers into a sentence. */
export async function explainDamage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Failure || !isDamage(error)) throw error
    return refuse(`The archive is damaged: ${error.message}. Pack it again.`)
  }
}

/** Fails with a sentence about the archive. */
export function refuse(problem: string): never {
  return fail('SOLUTION.ARCHIVE', { problem })
}

function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_') || /tar header|Invalid header|Header exceeds|end of data/i.test(error.message)
}

async function* refuseOtherFormats(packed: AsyncIterable<Buffer>) {
  let first = true
  for await (const chunk of packed) {
    if (chunk.length === 0) continue
    if (first && chunk.subarray(0, 2).toString('latin1') === 'PK')
      refuse('This is a zip archive. Pack the folder as tar.gz: tar -czf solution.tar.gz -C <folder> .')
    if (first && !(chunk[0] === 0x1f && (chunk.length === 1 || chunk[1] === 0x8b)))
      refuse(
        'This is not a tar.gz archive. Pack the folder like this: tar -czf solution.tar.gz -C <folder> .',
      )
    first = false
    yield chunk
  }
  if (first) refuse('The archive is empty.')
}

function safePath(name: string): string {
  if (/[\p{Cc}\\]/u.test(name))
    refuse(`The name ${quoted(name)} contains a character that no file name may have.`)
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name))
    refuse(`${quoted(name)} is an absolute path. Pack the files with paths relative to the folder.`)
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) refuse(`${quoted(name)} leads out of the archive with "..".`)
  const path = parts.join('/')
  if (Buffer.byteLength(path) > 700 || parts.some((part) => Buffer.byteLength(part) > 255))
    refuse(`The name ${quoted(name)} is too long.`)
  if (parts.length > MAX_PARTS)
    refuse(`${quoted(name)} is nested in more than ${MAX_PARTS - 1} folders. Use fewer levels.`)
  return path
}

function kindOf({ name, type, pax }: TarEntry['header']): 'file' | 'directory' {
  if (Object.keys(pax ?? {}).some((key) => key.startsWith('GNU.sparse.')))
    refuse(`${quoted(name)} is a sparse file. Pack it whole: tar without --sparse.`)
  if (type === 'directory') return 'directory'
  if (type === 'file' || type === 'contiguous-file') return 'file'
  if (type === 'link' || type === 'symlink')
    return refuse(
      `${quoted(name)} is a link. An archive contains only files: replace the link with the file it points to.`,
    )
  return refuse(`${quoted(name)} is neither a file nor a folder.`)
}

/** Refuses too many entries, duplicate names, and names that are both file and folder. */
function createNames() {
  const files = new Set<string>()
  const folders = new Set<string>()
  let entries = 0

  /** Goes from the deepest folder up and stops at a known one, because everything above it is known too. */
  function takeFolders(deepest: string): void {
    for (let folder = deepest; folder !== '' && !folders.has(folder); folder = parentOf(folder)) {
      if (files.has(folder)) refuse(`${quoted(folder)} is both a file and a folder.`)
      folders.add(folder)
    }
  }

  return {
    take(path: string, name: string, isFolder: boolean) {
      entries += 1
      if (entries > MAX_ENTRIES)
        refuse(
          `The archive has more than ${MAX_ENTRIES.toLocaleString('en')} entries, ${quoted(name)} is one too many.`,
        )
      if (!isFolder && path === '') refuse(`The name ${quoted(name)} is not the name of a file.`)
      takeFolders(isFolder ? path : parentOf(path))
      if (isFolder) return
      if (folders.has(path)) refuse(`${quoted(path)} is both a file and a folder.`)
      if (files.has(path)) refuse(`${quoted(path)} is in the archive twice.`)
      files.add(path)
    },
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Files that macOS adds to every archive. */
function isLeftover(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('._') || part === '.DS_Store' || part === '__MACOSX')
}
