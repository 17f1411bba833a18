import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Result for a record that exists but is empty, cut off, too long or malformed. */
export const UNREADABLE = Symbol('unreadable')

/** Maximum bytes of a record, because a run may write some of them, and reading one blocks everything else. */
const MAX_BYTES = 64 * 1024
/** Maximum bytes of a record with a run's metadata and parameters, or of its end. */
export const MAX_BYTES_WITH_TEXTS = 8 * 2 ** 20

/**
 * Reads a record that the engine or a supervisor wrote. Returns null if there is no such file.
 * @throws an error if the file cannot be read for now
 */
export async function readJson<T>(
  path: string,
  isWhole: (value: unknown) => value is T,
  longest = MAX_BYTES,
): Promise<T | null | typeof UNREADABLE> {
  const file = await openRecord(path)
  if (file === null || file === UNREADABLE) return file
  try {
    const status = await file.stat()
    if (!status.isFile() || status.size > longest) return UNREADABLE
    const { buffer, bytesRead } = await file.read(Buffer.alloc(status.size), 0, status.size, 0)
    const value = parsedJson(buffer.toString('utf8', 0, bytesRead))
    return isWhole(value) ? value : UNREADABLE
  } finally {
    await file.close()
  }
}

/** Reads a record as `readJson` does, and returns null also if it is unreadable. */
export async function readJsonOrNull<T>(
  path: string,
  isWhole: (value: unknown) => value is T,
  longest?: number,
): Promise<T | null> {
  const value = await readJson(path, isWhole, longest)
  return value === UNREADABLE ? null : value
}

/** Opens a record but no link, pipe or socket, which a run with its supervisor's identity may put there. */
async function openRecord(path: string): Promise<FileHandle | null | typeof UNREADABLE> {
  try {
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (isMissing(error)) return null
    if (['ELOOP', 'ENXIO'].includes(codeOf(error) ?? '')) return UNREADABLE
    throw error
  }
}

/** Writes a record whole or not at all, also after a crash or a loss of power. */
export async function writeJson(path: string, value: unknown, mode?: number): Promise<void> {
  const draft = await writeDraft(path, value, mode)
  await rename(draft, path)
  await flushFolderOf(path)
}

/**
 * Writes a record whole or not at all. Several servers may write it at once, and the first one wins.
 * @returns true if this one won
 */
export async function writeOnce(path: string, value: unknown): Promise<boolean> {
  const draft = await writeDraft(`${path}.${randomUUID()}`, value)
  try {
    await link(draft, path)
  } catch (error) {
    // A shared file system may create the link, lose its answer and repeat the request.
    if (codeOf(error) !== 'EEXIST') throw error
    return (await stat(draft)).nlink > 1
  } finally {
    await rm(draft)
  }
  await flushFolderOf(path)
  return true
}

/**
 * Writes the draft of a record beside `path` and returns the path of the draft. An existing draft is overwritten and
 * never truncated, so that one made in time reserves space on a full disk; trailing blanks mean nothing in JSON.
 */
export async function writeDraft(path: string, value: unknown, mode = 0o600): Promise<string> {
  const draft = draftOf(path)
  const file = await openDraft(draft, mode)
  try {
    const text = Buffer.from(JSON.stringify(value))
    const blanks = Buffer.alloc(Math.max(0, (await file.stat()).size - text.length), ' ')
    await file.writeFile(Buffer.concat([text, blanks]))
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

export function draftOf(path: string): string {
  return `${path}.draft`
}

export async function flushFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function openDraft(draft: string, mode: number) {
  try {
    return await open(draft, 'r+')
  } catch (error) {
    if (!isMissing(error)) throw error
    return open(draft, 'w', mode)
  }
}

/** Returns undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
}

/** Returns the code of a system error, such as ENOSPC. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
