import { stat, truncate, unlink } from 'node:fs/promises'
import { roomToStart } from '@podium/contract/rules/disk-space.ts'
import type { Attempt } from '../attempt/attempt.ts'
import type { AttemptDirectory } from '../attempt/attempt-directory.ts'
import { diskState } from '../attempt/disk.ts'
import { exists } from '../attempt/folders.ts'
import { readJsonOrNull, writeJson } from '../attempt/json-file.ts'
import { attemptOutputs, withAttemptOutput } from '../attempt/kept/attempt-outputs.ts'
import { removeUnkept } from '../attempt/kept/remove-unkept.ts'
import { isRemovedFiles } from '../attempt/record-shapes.ts'
import { removeTree } from '../attempt/remove-tree.ts'
import { removeTemporaryFolder } from '../attempt/temporary-folder.ts'
import type { OutputFile } from '../engine.ts'
import { leftOut } from '../left-out.ts'
import type { Host } from './host.ts'

/** Number of copies of remaining files on this disk: an output in the archive of its run, a log there and by itself. */
const COPIES = { here: { output: 1, log: 2 }, elsewhere: { output: 0, log: 0 } }

export interface Ended {
  /** owner of the outputs; null: the server's own */
  uid: number | null
  /** true if this attempt filled the disk and did not succeed */
  is_filler: boolean
  /** true if it ran in dev mode, which keeps the working folder of an attempt that did not fill the disk */
  dev: boolean
  /** location of the store for its results: on the same disk or not */
  store: 'here' | 'elsewhere'
}

/**
 * Frees an ended attempt's space on a full disk. Removes its temporary files, and what is not kept of its working
 * folder. If it filled the disk, also removes its largest outputs and the end of its log, until there is space for
 * another run and all copies of the remaining files; in dev mode also its working folder.
 */
export async function freeSpace(host: Host, { directory }: Attempt, ended: Ended): Promise<void> {
  const disk = await diskState(host.runs)
  if (disk.free >= disk.reserve) return
  if (ended.dev && ended.is_filler) await removeTree(directory.work)
  await removeTemporaryFolder(directory)
  const { files } = await attemptOutputs({ directory, uid: ended.uid })
  if (!ended.dev)
    await removeUnkept(
      directory,
      files.map(({ path }) => path),
    )
  if (ended.is_filler) await removeLargest(host, directory, files, ended)
}

async function removeLargest(
  host: Host,
  directory: AttemptDirectory,
  files: OutputFile[],
  { uid, store }: Ended,
): Promise<void> {
  const copies = COPIES[store]
  const log = (await stat(directory.logs.process).catch(() => null))?.size ?? 0
  const disk = await diskState(host.runs)
  const copied = files.reduce((sum, { size }) => sum + size, 0) * copies.output + log * copies.log
  let missing = roomToStart(disk) + copied - disk.free
  const gone: string[] = []
  for (const { path, size } of files.toSorted((a, b) => b.size - a.size)) {
    if (missing <= 0) break
    missing -= size * (1 + copies.output)
    gone.push(path)
  }
  const cut = Math.min(log, Math.max(0, Math.ceil(missing / (1 + copies.log))))
  if (gone.length === 0 && cut === 0) return
  // After a crash the earlier record stays, because it also names files that are already removed.
  if (!(await exists(directory.removed_files)))
    await writeJson(directory.removed_files, { outputs: gone.length, first: gone[0] ?? '', log_bytes: cut })
  for (const path of gone) await withAttemptOutput({ directory, uid }, path, (file) => unlink(file))
  if (cut > 0) await truncate(directory.logs.process, log - cut)
}

/** Returns sentences about the files that `freeSpace` removed. */
export async function removedFileSentences({ directory }: Attempt): Promise<string[]> {
  const found = await readJsonOrNull(directory.removed_files, isRemovedFiles)
  if (found === null) return []
  const { outputs, first, log_bytes } = found
  const more = outputs > 1 ? ` and for ${outputs - 1} smaller ones` : ''
  return [
    ...(outputs > 0 ? [leftOut(first, `the full disk had no room for it${more}`)] : []),
    ...(log_bytes > 0 ? [leftOut('The end of process.log', 'the full disk had no room for it')] : []),
  ]
}
