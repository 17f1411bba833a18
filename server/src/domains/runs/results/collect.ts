import { Readable } from 'node:stream'
import type { Engine, LogType, Outcome } from '@podium/engines/engine.ts'
import type { ObjectStore, StoredObject } from '@podium/storage/object-store.ts'
import type { Config } from '../../../config.ts'
import { archiveName, attemptPrefix } from '../../solutions/object-paths.ts'
import { indexing, keepIndex } from '../logs/kept-index.ts'
import { nothingScanned } from '../logs/line-offsets.ts'
import { keyOf, type RunDeps, type RunRow, readLocation } from '../run-row.ts'
import type { Said } from '../series/run-figures.ts'
import { LOG_LIMIT } from '../start/run-spec.ts'
import { type Member, packed } from './archive.ts'
import { createLeftOut, type LeftOut } from './left-out.ts'

/** What was kept of an attempt. */
export interface Collected {
  /** null where they could not be read */
  said: Said | null
  artifact_bytes: number
  has_model: boolean
  /** sentences about what was left out */
  warnings: string[]
  /** whether files or logs are among what was left out */
  is_partial: boolean
}

export interface CollectDeps extends RunDeps {
  /** `upload_max`: bytes that all outputs of a run may have together */
  config: Pick<Config, 'upload_max'>
  log: { warn(fields: object, message: string): void }
}

export const LOG_TYPES = ['process', 'pipeline'] as const satisfies LogType[]
/** The folder of the outputs that becomes the model. */
const MODEL = 'model/'

interface Place {
  engine: Engine
  objects: ObjectStore
  run: RunRow
  bucket: string
  prefix: string
  left: LeftOut
}

/** A file of the attempt, under its own name and as the object it is kept in. */
interface Kept {
  name: string
  object: StoredObject
}

/**
 * Copies the logs and outputs of an ended attempt into the bucket, with the archives that older clients expect
 * beside them. Repeating it after a crash replaces what is there already. With `whatIsThere`, what cannot be
 * copied is left out and said, whatever the reason; without, only what no later try would copy either.
 * @param readFigures reads to its end what the run wrote of its figures
 */
export async function collectRun(
  deps: CollectDeps,
  run: RunRow,
  outcome: Outcome,
  readFigures: () => Promise<Said>,
  whatIsThere = false,
): Promise<Collected> {
  const { database, engine, objects, config, log } = deps
  const left = createLeftOut({
    everyError: whatIsThere,
    onError: (err, name) => log.warn({ err, run: run.id }, `${name} of a run was not kept.`),
  })
  const location = await readLocation(database, run.id)
  if (!location) throw new Error(`The run ${run.id} is gone.`)
  const place = {
    engine,
    objects,
    run,
    bucket: location.bucket,
    prefix: attemptPrefix(run),
    left,
  }
  const logs = await keepLogs(place)
  const outputs = await keepOutputs(place, config.upload_max)
  const model = outputs.filter(({ name }) => name.startsWith(MODEL))
  const others = outputs.filter(({ name }) => !name.startsWith(MODEL))
  const isTrained = run.pipeline === 'train' && outcome === 'succeeded' && model.length > 0
  const has_model =
    isTrained && (await keepArchive(place, 'model.tar.gz', membersOf(place, model, renamed(MODEL, ''))))
  await keepArchive(place, archiveName(run.pipeline), [
    ...membersOf(place, logs, renamed('', 'log/')),
    ...missingLogs(logs),
    ...membersOf(place, others, renamed('', 'output/')),
    ...membersOf(place, model, renamed(MODEL, 'models/')),
  ])
  const said = await left.orNothing('What it wrote of its figures', readFigures)
  const left_out = left.sentences()
  return {
    said,
    artifact_bytes: outputs.reduce((sum, { object }) => sum + object.size, 0),
    has_model,
    warnings: [...left_out, ...(said?.warnings ?? [])],
    is_partial: left_out.length > 0,
  }
}

async function keepLogs({ engine, objects, run, bucket, prefix, left }: Place): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const type of LOG_TYPES) {
    const name = `${type}.log`
    const object = await left.orNothing(name, async () => {
      const log = await engine.openLog(keyOf(run), type, { from: 0, to: LOG_LIMIT })
      if (log && log.size > LOG_LIMIT) left.say(`${name} was longer than 1 GiB: the rest was left out.`)
      return log && putLog(objects, bucket, prefix + name, log.stream)
    })
    if (object) kept.push({ name, object })
  }
  return kept
}

/** Until the outputs have as many bytes as allowed; a smaller file may still fit where a larger one did not. */
async function keepOutputs(place: Place, mostBytes: number): Promise<Kept[]> {
  const { engine, run, left } = place
  const found = await left.orNothing('What the run left', () => engine.outputs(keyOf(run)))
  for (const sentence of found?.left_out ?? []) left.say(sentence)
  const kept: Kept[] = []
  let free = mostBytes
  for (const { path, size } of found?.files ?? []) {
    const object = size > free ? tooMuch(place, path) : await keepOutput(place, path, free)
    if (!object) continue
    free -= object.size
    kept.push({ name: path, object })
  }
  return kept
}

function keepOutput(place: Place, path: string, limit: number): Promise<StoredObject | null> {
  const { engine, objects, run, bucket, prefix, left } = place
  return left.orNothing(path, async () => {
    const body = await engine.openOutput(keyOf(run), path)
    return putOrDrop(objects, bucket, `${prefix}artifacts/${path}`, body, limit)
  })
}

function tooMuch({ left }: Place, path: string): null {
  left.file(path, 'the outputs together are larger than the server accepts')
  return null
}

/** With the index of the log beside it, which is made from the same bytes. */
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

/** The store leaves the body of a put that failed open. */
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

/** Whether it could be kept. */
async function keepArchive(
  { objects, bucket, prefix, left }: Place,
  name: string,
  members: Member[],
): Promise<boolean> {
  const put = () => putOrDrop(objects, bucket, prefix + name, packed(members))
  return (await left.orNothing(name, put)) !== null
}

/** Older clients open both logs without looking, so one that was never written is there and empty. */
function missingLogs(kept: readonly Kept[]): Member[] {
  const modified_at = new Date().toISOString()
  return LOG_TYPES.map((type) => `${type}.log`)
    .filter((log) => !kept.some(({ name }) => name === log))
    .map((log) => ({ name: `log/${log}`, size: 0, modified_at, open: async () => Readable.from([]) }))
}

function renamed(from: string, to: string) {
  return (name: string) => to + name.slice(from.length)
}

function membersOf({ objects, bucket }: Place, kept: Kept[], rename: (name: string) => string): Member[] {
  return kept.map(({ name, object }) => ({
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
