import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** What stands for a record that is there and says nothing: empty, cut off or of another shape. */
export const UNREADABLE = Symbol('unreadable')

/**
 * What the engine or a supervisor wrote there; null when there is no such file.
 * @throws an error when the file cannot be read for now
 */
export async function readJson<T>(
  path: string,
  isWhole: (value: unknown) => value is T,
): Promise<T | null | typeof UNREADABLE> {
  const file = await openRecord(path)
  if (file === null || file === UNREADABLE) return file
  try {
    const status = await file.stat()
    if (!status.isFile() && !status.isDirectory()) return UNREADABLE
    const value = parsedJson(await file.readFile('utf8'))
    return isWhole(value) ? value : UNREADABLE
  } finally {
    await file.close()
  }
}

/** A run may share its supervisor's identity, and put a link or a pipe in the place of a record. */
async function openRecord(path: string): Promise<FileHandle | null | typeof UNREADABLE> {
  try {
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (isMissing(error)) return null
    if (codeOf(error) === 'ELOOP') return UNREADABLE
    throw error
  }
}

/** Whole or not there at all, also after a crash or a loss of power. */
export async function writeJson(path: string, value: unknown, mode?: number): Promise<void> {
  const draft = await writeDraft(path, value, mode)
  await rename(draft, path)
  await flushFolderOf(path)
}

/**
 * Writes a record that several servers may write at once, and the first one counts. Whole or not there at all.
 * @returns whether it was this one
 */
export async function writeOnce(path: string, value: unknown): Promise<boolean> {
  const draft = await writeDraft(`${path}.${randomUUID()}`, value)
  try {
    await link(draft, path)
  } catch (error) {
    // A shared file system may make the link, lose its answer and be asked again.
    if (codeOf(error) !== 'EEXIST') throw error
    return (await stat(draft)).nlink > 1
  } finally {
    await rm(draft)
  }
  await flushFolderOf(path)
  return true
}

/**
 * Writes what shall stand at `path` beside it, and answers where. A draft that is there is written over and never cut
 * off, so that one made in time is room on a full disk; the blanks that follow say nothing in JSON.
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

/** undefined where the text is no JSON */
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

/** The code of a system error, such as ENOSPC. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
