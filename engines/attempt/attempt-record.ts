import { lstat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Resources, RunSpec } from '../engine.ts'
import type { AttemptDirectory } from './attempt-directory.ts'
import { exists } from './folders.ts'
import { draftOf, MAX_BYTES_WITH_TEXTS, readJson, readJsonOrNull, UNREADABLE } from './json-file.ts'
import {
  type Begun,
  type Ended,
  type Exit,
  isBegun,
  isEnded,
  isExit,
  isProcess,
  isSpec,
  isStop,
  type ProcessIdentity,
  type StopRequest,
} from './record-shapes.ts'
import { specOfRecord } from './spec-of-record.ts'

/** The records of an attempt; a part that cannot be read is null, and named in `unreadable`. */
export interface AttemptRecord {
  spec: RunSpec | null
  begun: Begun | null
  has_begun: boolean
  started_at: string | null
  child: ProcessIdentity | null
  exit: Exit | null
  has_exited: boolean
  stop: StopRequest | null
  /** true if the program was signalled to end */
  is_signalled: boolean
  ended: Ended | null
  /** names of records that are empty, cut off, too long or malformed, the most informative first */
  unreadable: string[]
}

/** A block of most file systems; every record but a long verdict fits. */
const ROOM = Buffer.alloc(4096, ' ')

/** Returns null if the attempt was never submitted here. */
export async function readRecord(directory: AttemptDirectory): Promise<AttemptRecord | null> {
  const unreadable: string[] = []
  async function read<T>(
    path: string,
    isWhole: (value: unknown) => value is T,
    longest?: number,
  ): Promise<T | null> {
    const value = await readJson(path, isWhole, longest)
    if (value !== UNREADABLE) return value
    unreadable.push(basename(path))
    return null
  }
  if (!(await exists(directory.spec))) return null
  const ended = await read(directory.ended, isEnded, MAX_BYTES_WITH_TEXTS)
  const begun = await read(directory.begun, isBegun)
  const child = await read(directory.child, isProcess)
  const exit = await read(directory.exit, isExit)
  const spec = await read(directory.spec, isSpec, MAX_BYTES_WITH_TEXTS)
  const has_begun = begun !== null || unreadable.includes(basename(directory.begun))
  return {
    ended,
    begun,
    has_begun,
    started_at: has_begun && !begun?.instead ? await timeOf(directory.begun) : null,
    child,
    exit,
    has_exited: exit !== null || unreadable.includes(basename(directory.exit)),
    // The program was signalled with the same request. An unreadable one that was not signalled is made again.
    stop: (await read(directory.stop, isStop)) ?? (await read(directory.signalled, isStop)),
    is_signalled: await exists(directory.signalled),
    spec: spec && specOfRecord(spec),
    unreadable,
  }
}

/** Lists the granted resources of the attempts. One that is being removed or has a damaged record counts as none. */
export async function grantedTo(attempts: { directory: AttemptDirectory }[]): Promise<Resources[]> {
  const specs = await Promise.all(
    attempts.map(({ directory }) => readJsonOrNull(directory.spec, isSpec, MAX_BYTES_WITH_TEXTS)),
  )
  return specs.flatMap((spec) => (spec === null ? [] : [spec.granted]))
}

/**
 * Reserves space for future records, so that a run that fills the disk can be stopped and its end recorded. On file
 * systems that never overwrite in place (btrfs, ZFS), writes are retried instead.
 */
export async function reserveSpace(records: string[]): Promise<void> {
  for (const path of records) await writeFile(draftOf(path), ROOM, { mode: 0o600 })
}

/** Returns when a record was written, limited to 1970 until now, because a run may put a link there or set any time. */
export async function timeOf(path: string): Promise<string> {
  const { mtimeMs } = await lstat(path)
  return new Date(Math.min(Date.now(), Math.max(0, mtimeMs))).toISOString()
}
