import { Readable } from 'node:stream'
import { KEPT_WORK } from '@podium/contract/rules/left-behind.ts'
import type { Engine, LogType, Outcome } from '@podium/engines/engine.ts'
import { leftOutTogether } from '@podium/engines/left-out.ts'
import type { ObjectStore, StoredObject } from '@podium/storage/object-store.ts'
import type { Config } from '../../config.ts'
import type { Reported } from '../figures/run-figures.ts'
import { nothingScanned } from '../logs/line-offsets.ts'
import { LOG_LIMIT, LOG_TYPES } from '../logs/log-files.ts'
import { indexing, keepIndex } from '../logs/stored-index.ts'
import { keyOf, type RunDeps, type RunRow, readLocation } from '../run-records/run-row.ts'
import { archiveName, attemptPrefix } from '../solutions/object-paths.ts'
import { type Member, packed } from './archive.ts'
import { createLeftOut, type LeftOut, type LeftOutOptions, TOO_LARGE } from './left-out.ts'
import { type BytesByKind, measureFiles } from './measure.ts'
import { writtenByOwner } from './owned-writes.ts'

/** The stored files and the report of an attempt. */
export interface Collected {
  /** null if it could not be read */
  reported: Reported | null
  artifact_bytes: number
  /** files of its working folder among the artifacts */
  work_files: number
  /** bytes that all attempts have in the store; null if the store did not answer */
  stored_bytes: BytesByKind | null
  has_model: boolean
  /** sentences about what was left out */
  warnings: string[]
  /** true if files or logs are among the items that were left out */
  is_partial: boolean
  /** true if a later try might store some of them */
  may_keep_later: boolean
}

export interface CollectDeps extends RunDeps {
  /** `upload_max`: limit of the bytes of all outputs of a run together */
  config: Pick<Config, 'upload_max'>
  log: { warn(fields: object, message: string): void }
}

/** The folder of the outputs that becomes the model. */
const MODEL = 'model/'

export const NOTHING_KEPT: Collected = {
  reported: null,
  artifact_bytes: 0,
  work_files: 0,
  stored_bytes: null,
  has_model: false,
  warnings: [],
  is_partial: true,
  may_keep_later: true,
}

interface CollectContext {
  engine: Engine
  objects: ObjectStore
  run: RunRow
  bucket: string
  prefix: string
  left: LeftOut
  kept: Kept
}

/** Objects that earlier tries stored, by path; they are not sent again. null if there was nothing to store. */
export type Kept = Map<string, StoredObject | null>

/** A file of the attempt, with its own name and its object. */
interface CopiedFile {
  name: string
  object: StoredObject
}

/**
 * Copies the logs and outputs of an ended attempt into the bucket, with the archives that older clients expect beside
 * them. A repeated call after a crash replaces existing objects. Files that no later try could copy are left out and
 * named, and on the last try those that the store does not accept too.
 * @param readFigures reads the rest of the figures that the run wrote
 */
export async function collectRun(
  deps: CollectDeps,
  run: RunRow,
  outcome: Outcome,
  readFigures: () => Promise<Reported | null>,
  { kept, ...rules }: Omit<LeftOutOptions, 'onError'> & { kept: Kept },
): Promise<Collected> {
  const { database, engine, objects, config, log } = deps
  const left = createLeftOut({
    ...rules,
    onError: (err, name) =>
      log.warn({ err, run: run.id }, `${name} of a run ${rules.isLast ? 'is lost' : 'was not kept'}.`),
  })
  const location = await readLocation(database, run.id)
  if (!location) throw new Error(`The run ${run.id} is gone.`)
  const context = {
    engine,
    objects: writtenByOwner(objects, database, run),
    run,
    bucket: location.bucket,
    prefix: attemptPrefix(run),
    left,
    kept,
  }
  // Figures come first: a store may take over the files that it keeps, which the engine no longer opens then.
  const figures = readFigures()
  await figures.catch(() => undefined)
  const before = kept.size
  const logs = await keepLogs(context)
  const outputs = await keepOutputs(context, config.upload_max)
  // an earlier archive lacks the files that were stored since
  if (kept.size > before) kept.delete(context.prefix + archiveName(run.pipeline))
  left.check()
  const model = outputs.filter(({ name }) => name.startsWith(MODEL))
  const others = outputs.filter(({ name }) => !name.startsWith(MODEL))
  const isWhole = model.length > 0 && !left.mayKeepLater(MODEL)
  const isTrained = run.pipeline === 'train' && outcome === 'succeeded' && isWhole
  const has_model =
    isTrained && (await keepArchive(context, 'model.tar.gz', membersOf(context, model, renamed(MODEL, ''))))
  await keepArchive(context, archiveName(run.pipeline), [
    ...membersOf(context, logs, renamed('', 'log/')),
    ...missingLogs(logs),
    ...membersOf(context, others, renamed('', 'output/')),
    ...membersOf(context, model, renamed(MODEL, 'models/')),
  ])
  const reported = await left.orNothing('The record of its figures', () => figures)
  left.check()
  const left_out = left.sentences()
  return {
    reported,
    artifact_bytes: outputs.reduce((sum, { object }) => sum + object.size, 0),
    work_files: outputs.filter(({ name }) => isWork(name)).length,
    stored_bytes: await measured(objects, location.bucket, run, rules.everyError),
    has_model,
    warnings: [...left_out, ...(reported?.warnings ?? [])],
    is_partial: left_out.length > 0,
    may_keep_later: left.mayKeepLater(),
  }
}

/** If the run must end, an unavailable store does not keep it from ending. */
function measured(objects: ObjectStore, bucket: string, run: RunRow, whatIsThere: boolean) {
  const measuring = measureFiles(objects, bucket, run)
  return whatIsThere ? measuring.catch(() => null) : measuring
}

/** Returns the object at the path from an earlier try, or stores it with `copy`. */
async function once({ kept, left }: CollectContext, path: string, copy: () => Promise<StoredObject | null>) {
  const before = kept.get(path)
  if (before !== undefined) return before
  await left.beforeSending()
  const object = await copy()
  kept.set(path, object)
  return object
}

async function keepLogs(context: CollectContext): Promise<CopiedFile[]> {
  const copies: CopiedFile[] = []
  for (const type of LOG_TYPES) {
    const name = `${type}.log`
    const object = await context.left.orNothing(name, () => keepLog(context, type, name))
    if (object) copies.push({ name, object })
  }
  return copies
}

async function keepLog(context: CollectContext, type: LogType, name: string): Promise<StoredObject | null> {
  const { engine, objects, run, bucket, prefix, left } = context
  const log = await engine.openLog(keyOf(run), type, { from: 0, to: LOG_LIMIT })
  // also noted for a log that an earlier try stored
  if (log && log.size > LOG_LIMIT) left.note(`${name} was longer than 1 GiB: the rest was left out.`)
  const path = prefix + name
  try {
    return await once(context, path, async () => log && putLog(objects, bucket, path, log.stream))
  } finally {
    log?.stream.destroy()
  }
}

function isWork(path: string): boolean {
  return path.startsWith(KEPT_WORK)
}

/**
 * Stores outputs up to the allowed bytes, those of the working folder last. A smaller file may still fit after a larger
 * one did not.
 */
async function keepOutputs(context: CollectContext, mostBytes: number): Promise<CopiedFile[]> {
  const { engine, run, left } = context
  const found = await left.orNothing('The output folder', () => engine.outputs(keyOf(run)))
  for (const sentence of found?.left_out ?? []) left.note(sentence)
  const copies: CopiedFile[] = []
  let free = mostBytes
  const files = (found?.files ?? []).toSorted((a, b) => Number(isWork(a.path)) - Number(isWork(b.path)))
  const tooMuch: { path: string; size: number }[] = []
  for (const { path, size } of files) {
    if (size > free) tooMuch.push({ path, size })
    const object = size > free ? null : await keepOutput(context, path, free)
    if (!object) continue
    free -= object.size
    copies.push({ name: path, object })
  }
  noteTooMuch(left, tooMuch)
  return copies
}

/** Names each output; of the working folder only the largest, because a program may fill it without knowing. */
function noteTooMuch(left: LeftOut, files: { path: string; size: number }[]): void {
  for (const { path } of files.filter(({ path }) => !isWork(path))) left.file(path, TOO_LARGE)
  const inWork = files.filter(({ path }) => isWork(path)).sort((a, b) => b.size - a.size)
  const largest = inWork.slice(0, 3).map(({ path }) => path)
  if (inWork.length > 0) left.note(leftOutTogether(largest, inWork.length, TOO_LARGE))
}

function keepOutput(context: CollectContext, path: string, limit: number): Promise<StoredObject | null> {
  const { engine, objects, run, bucket, prefix, left } = context
  const object = `${prefix}artifacts/${path}`
  const copy = async () => {
    const linked = await engine.withOutputFile?.(keyOf(run), path, (file, owner) =>
      objects.linkFile(bucket, object, file, { owner, limit }),
    )
    return linked ?? putOrDrop(objects, bucket, object, await engine.openOutput(keyOf(run), path), limit)
  }
  return left.orNothing(path, () => once(context, object, copy))
}

/** Stores a log and, beside it, the index that is built from the same bytes. */
async function putLog(
  objects: ObjectStore,
  bucket: string,
  path: string,
  body: Readable,
): Promise<StoredObject> {
  const index = nothingScanned()
  try {
    const object = await putOrDrop(objects, bucket, path, Readable.from(indexing(body, index)))
    await keepIndex(objects, bucket, path, index)
    return object
  } finally {
    body.destroy()
  }
}

/** Destroys the body of a failed put, which the store leaves open. */
async function putOrDrop(
  objects: ObjectStore,
  bucket: string,
  path: string,
  body: Readable,
  limit?: number,
): Promise<StoredObject> {
  try {
    return await objects.put(
      bucket,
      path,
      body,
      limit === undefined ? { replace: true } : { replace: true, limit },
    )
  } catch (error) {
    body.destroy()
    throw error
  }
}

/** Returns true if the archive was stored. */
async function keepArchive(context: CollectContext, name: string, members: Member[]): Promise<boolean> {
  const { objects, bucket, prefix, left } = context
  const put = () => putOrDrop(objects, bucket, prefix + name, packed(members))
  return (await left.orNothing(name, () => once(context, prefix + name, put))) !== null
}

/** Older clients open both logs without checking, so the archive has an empty one for a log that was never written. */
function missingLogs(copies: readonly CopiedFile[]): Member[] {
  const modified_at = new Date().toISOString()
  return LOG_TYPES.map((type) => `${type}.log`)
    .filter((log) => !copies.some(({ name }) => name === log))
    .map((log) => ({ name: `log/${log}`, size: 0, modified_at, open: async () => Readable.from([]) }))
}

function renamed(from: string, to: string) {
  return (name: string) => to + name.slice(from.length)
}

function membersOf(
  { objects, bucket }: CollectContext,
  copies: CopiedFile[],
  rename: (name: string) => string,
): Member[] {
  return copies.map(({ name, object }) => ({
    name: rename(name),
    size: object.size,
    modified_at: object.modified_at,
    open: async () => {
      const opened = await objects.open(bucket, object.path)
      if (!opened) throw new Error(`${object.path} vanished while it was packed.`)
      return opened.stream
    },
  }))
}
