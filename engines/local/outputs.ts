import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Outputs } from '../engine.ts'
import { codeOf } from './json-file.ts'
import { notFound, openOwned } from './owned-file.ts'

/** More would hold up the server, and nobody could read the list. */
const MOST_ENTRIES = 10_000
const LONGEST_NAME = 200
/** What Node puts where the bytes of a name are no text: such a name finds nothing. */
const NO_TEXT = '\uFFFD'

/** Why something a run left cannot be read; what vanished meanwhile needs no words. */
const REASONS: Record<string, string> = {
  ENAMETOOLONG: 'its path is too long',
  EACCES: 'the server may not read it',
  EPERM: 'the server may not read it',
  ENOENT: '',
  ENOTDIR: '',
}

interface Search extends Outputs {
  root: string
  entries: number
}

/** The plain files below a folder, folder by folder in order of name; links are left out. */
export async function listOutputs(root: string, mostEntries = MOST_ENTRIES): Promise<Outputs> {
  const search: Search = { root, files: [], left_out: [], entries: mostEntries }
  await searchFolder(search, '')
  if (search.entries < 0)
    search.left_out.push(`The run left more than ${mostEntries} files and folders; the rest was left out.`)
  return { files: search.files, left_out: search.left_out }
}

async function searchFolder(search: Search, below: string): Promise<void> {
  for (const entry of await entriesOf(search, below)) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.name.includes(NO_TEXT)) leaveOut(search, path, 'its name is no text')
    else if (entry.isDirectory()) await searchFolder(search, path)
    else if (entry.isFile()) await addFile(search, path)
  }
}

async function entriesOf(search: Search, below: string): Promise<Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(join(search.root, below))) {
      search.entries -= 1
      if (search.entries < 0) break
      entries.push(entry)
    }
  } catch (error) {
    leaveOut(search, below, reasonOf(error))
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function addFile(search: Search, path: string): Promise<void> {
  try {
    const { size, mtime } = await lstat(join(search.root, path))
    search.files.push({ path, size, modified_at: mtime.toISOString() })
  } catch (error) {
    leaveOut(search, path, reasonOf(error))
  }
}

function leaveOut({ left_out }: Search, path: string, reason: string): void {
  const name = path.length > LONGEST_NAME ? `${path.slice(0, LONGEST_NAME)}…` : path
  if (reason !== '') left_out.push(`${name || 'The output folder'} was left out: ${reason}.`)
}

function reasonOf(error: unknown): string {
  const reason = REASONS[codeOf(error) ?? '']
  if (reason === undefined) throw error
  return reason
}

/** @throws an error with code 'ENOENT' when there is no such plain file below the folder */
export async function openOutputFile(root: string, path: string, uid: number | null): Promise<Readable> {
  const parts = path.split('/')
  if (path.includes('\0') || parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw notFound()
  }
  const file = await openOwned(join(root, ...parts), root, uid)
  return file.createReadStream()
}
