import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { OutputFile } from '../engine.ts'
import { isMissing } from './json-file.ts'
import { notFound, openOwned } from './owned-file.ts'

/** The plain files below a folder, in order of path; links are left out. */
export async function listOutputs(root: string, below = ''): Promise<OutputFile[]> {
  const files: OutputFile[] = []
  for (const entry of await entriesOf(join(root, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) files.push(...(await listOutputs(root, path)))
    if (!entry.isFile()) continue
    const { size, mtime } = await lstat(join(root, path))
    files.push({ path, size, modified_at: mtime.toISOString() })
  }
  return files
}

/** @throws an error with code 'ENOENT' when there is no such plain file below the folder */
export async function openOutputFile(root: string, path: string, uid: number | null): Promise<Readable> {
  const parts = path.split('/')
  if (path.includes('\0') || parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw notFound(path)
  }
  const file = await openOwned(join(root, ...parts), root, uid)
  return file.createReadStream()
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
