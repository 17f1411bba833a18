import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { KEPT_WORK } from '@podium/contract/rules/left-behind.ts'
import type { AttemptDirectory } from '../attempt-directory.ts'
import { codeOf } from '../json-file.ts'
import { identityOf, listOutputs, MAX_ENTRIES, openOutputFile, withOutputFile } from '../outputs.ts'
import { notFound, openOwned, orClosed, streamOf } from '../owned-file.ts'
import { preparedAt } from './prepared-mark.ts'
import { type Listed, listWorkFiles, mayBeKept } from './work-files.ts'

/** The folders of an attempt, and the uid that must own its files; null for the server's own. */
export interface Kept {
  directory: AttemptDirectory
  uid: number | null
}

const MAX_WORK_FILES = 2_000
/** Working and output folder of a sandboxed run, as its program names them. */
const IN_SANDBOX = ['/podium/work', '/podium/out']

/**
 * Lists the files in the attempt's output folder, or only those below its folder `under`, then those of its working
 * folder that its program made or changed, which count as outputs below `work/`. An output of the program's own with
 * such a path wins, and a file that lies in both folders is listed once.
 */
export async function attemptOutputs(
  { directory, uid }: Kept,
  { under }: { under?: string | undefined } = {},
): Promise<Listed> {
  const { linked, ...outputs } = await listOutputs(directory.output, { under })
  const since = await preparedAt(directory)
  const isNarrowed = under !== undefined && !`${under}/`.startsWith(KEPT_WORK)
  if (since === null || isNarrowed) return { ...outputs, looked: 0 }
  const taken = takenPaths(outputs.files.map(({ path }) => path))
  const work = await listWorkFiles(directory.work, {
    since,
    uid,
    under: under?.split('/').slice(1) ?? [],
    kept: [directory.work, directory.output, ...IN_SANDBOX],
    mostFiles: Math.min(MAX_WORK_FILES, MAX_ENTRIES - outputs.files.length),
    isTaken: (path, status) => taken(path) || linked.has(identityOf(status)),
  })
  const left_out = [...outputs.left_out.slice(0, MAX_ENTRIES - work.left_out.length), ...work.left_out]
  return { files: [...outputs.files, ...work.files], left_out, looked: work.looked }
}

/** Opens a file that `attemptOutputs` lists, as openOutputFile does. */
export async function openAttemptOutput(
  { directory, uid }: Kept,
  path: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Promise<Readable> {
  if (!(await isWorkFile(directory, path))) return openOutputFile(directory.output, path, uid, from, to)
  const { names, since } = await workPlaceOf(directory, path)
  const file = await openOwned(join(directory.work, ...names), directory.work, uid)
  return orClosed(file, async () => {
    if ((await file.stat()).ctimeMs < since) throw notFound()
    return streamOf(file, { from, to })
  })
}

/** Calls `use` with the path of a file that `attemptOutputs` lists, as withOutputFile does. */
export async function withAttemptOutput<T>(
  { directory, uid }: Kept,
  path: string,
  use: (file: string, owner: number | null) => Promise<T>,
): Promise<T> {
  if (!(await isWorkFile(directory, path))) return withOutputFile(directory.output, path, uid, use)
  const { names, since } = await workPlaceOf(directory, path)
  return withOutputFile(directory.work, names.join('/'), uid, async (file, owner) => {
    if ((await lstat(file)).ctimeMs < since) throw notFound()
    return use(file, owner)
  })
}

/** True if the path is that of a file in the working folder, unless the program made such an output itself. */
export async function isWorkFile({ output }: AttemptDirectory, path: string): Promise<boolean> {
  if (!path.startsWith(KEPT_WORK)) return false
  const status = await withOutputFile(output, path, null, (file) => lstat(file)).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG'].includes(codeOf(error) ?? '')) return null
    throw error
  })
  return !status?.isFile()
}

/** @throws an error with code 'ENOENT' if such a file is never kept */
async function workPlaceOf(
  directory: AttemptDirectory,
  path: string,
): Promise<{ names: string[]; since: number }> {
  const names = path.slice(KEPT_WORK.length).split('/')
  const since = await preparedAt(directory)
  if (since === null || !mayBeKept(names)) throw notFound()
  return { names, since }
}

/** Returns a function that is true for a path that an output has, or that is a folder for outputs or below a file. */
function takenPaths(paths: string[]): (path: string) => boolean {
  const inWork = paths.filter((path) => `${path}/`.startsWith(KEPT_WORK))
  const files = new Set(inWork)
  const folders = new Set(inWork.flatMap(foldersAbove))
  return (path) =>
    files.has(path) || folders.has(path) || foldersAbove(path).some((folder) => files.has(folder))
}

/** 'a/b/c' has 'a' and 'a/b' above it. */
export function foldersAbove(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))
}
