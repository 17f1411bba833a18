import { stat, truncate, unlink } from 'node:fs/promises'
import { roomToStart } from '@podium/contract/disk-space.ts'
import type { Attempt } from '../attempt/attempt.ts'
import type { AttemptDirectory } from '../attempt/attempt-directory.ts'
import { diskState } from '../attempt/disk.ts'
import { readJson, UNREADABLE, writeJson } from '../attempt/json-file.ts'
import { listOutputs, withOutputFile } from '../attempt/outputs.ts'
import { isLetGo } from '../attempt/record-shapes.ts'
import { removeTree } from '../attempt/remove-tree.ts'
import { removeTemporaryFolder } from '../attempt/temporary-folder.ts'
import { leftOut } from '../left-out.ts'
import type { Host } from './host.ts'

/** A file that stays needs as much again for its copy in the archive of the run, and a log for two copies. */
const COPIES = { output: 1, log: 2 }

export interface Ended {
  /** whose files the outputs are; null: the server's own */
  uid: number | null
  /** whether this attempt filled the disk */
  is_filler: boolean
}

/**
 * Gives back the room that an ended attempt takes of a full disk. Its working folder and temporary files go. If it filled
 * the disk, its largest outputs go too, and the end of its log, until there is room for another run beside all copies of
 * what stays.
 * @returns whether the working folder is gone
 */
export async function giveRoomBack(host: Host, { directory }: Attempt, ended: Ended): Promise<boolean> {
  const disk = await diskState(host.runs)
  if (disk.free >= disk.reserve) return false
  await removeTree(directory.work)
  await removeTemporaryFolder(directory)
  if (ended.is_filler) await letGo(host, directory, ended.uid)
  return true
}

async function letGo(host: Host, directory: AttemptDirectory, uid: number | null): Promise<void> {
  const { files } = await listOutputs(directory.output)
  const log = (await stat(directory.logs.process).catch(() => null))?.size ?? 0
  const disk = await diskState(host.runs)
  const copied = files.reduce((sum, { size }) => sum + size, 0) * COPIES.output + log * COPIES.log
  let missing = roomToStart(disk) + copied - disk.free
  const gone: string[] = []
  for (const { path, size } of files.toSorted((a, b) => b.size - a.size)) {
    if (missing <= 0) break
    missing -= size * (1 + COPIES.output)
    gone.push(path)
  }
  const cut = Math.min(log, Math.max(0, Math.ceil(missing / (1 + COPIES.log))))
  if (gone.length === 0 && cut === 0) return
  await writeJson(directory.let_go, { outputs: gone.length, first: gone[0] ?? '', log_bytes: cut })
  for (const path of gone) await withOutputFile(directory.output, path, uid, unlink)
  if (cut > 0) await truncate(directory.logs.process, log - cut)
}

/** Names what `giveRoomBack` let go of, in sentences. */
export async function letGoInWords({ directory }: Attempt): Promise<string[]> {
  const found = await readJson(directory.let_go, isLetGo)
  if (found === null || found === UNREADABLE) return []
  const { outputs, first, log_bytes } = found
  const more = outputs > 1 ? ` and for ${outputs - 1} smaller ones` : ''
  return [
    ...(outputs > 0 ? [leftOut(first, `the full disk had no room for it${more}`)] : []),
    ...(log_bytes > 0 ? [leftOut('The end of process.log', 'the full disk had no room for it')] : []),
  ]
}
