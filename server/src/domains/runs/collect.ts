import type { Database } from '@podium/database/connect.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import type { Engine, LogType, Outcome } from '@podium/engines/engine.ts'
import { BadObjectName, type ObjectStore, type StoredObject } from '@podium/storage/object-store.ts'
import { eq } from 'drizzle-orm'
import { type Member, packed } from './archive.ts'
import { type Figures, figuresIn, LARGEST_METRICS } from './metrics.ts'
import { isMissing } from './missing.ts'
import { keyOf, type RunRow, storedPrefix } from './run-row.ts'
import { textOf } from './text-of.ts'

/** What was kept of an attempt. */
export interface Collected {
  metrics: Record<string, number>
  artifact_bytes: number
  has_model: boolean
  /** sentences about what was left out */
  warnings: string[]
}

export interface CollectDeps {
  database: Database
  engine: Engine
  objects: ObjectStore
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
}

/** A file of the attempt, under its own name and as the object it is kept in. */
interface Kept {
  name: string
  object: StoredObject
}

/**
 * Copies the logs and outputs of an ended attempt into the bucket, with the archives that older clients expect
 * beside them. Repeating it after a crash replaces what is there already.
 */
export async function collectRun(deps: CollectDeps, run: RunRow, outcome: Outcome): Promise<Collected> {
  const { database, engine, objects } = deps
  const place: Place = {
    engine,
    objects,
    run,
    bucket: await bucketOf(database, run),
    prefix: storedPrefix(run),
  }
  const logs = await keepLogs(place)
  const { outputs, warnings } = await keepOutputs(place)
  const model = outputs.filter(({ name }) => name.startsWith(MODEL))
  const others = outputs.filter(({ name }) => !name.startsWith(MODEL))
  const has_model = run.pipeline === 'train' && outcome === 'succeeded' && model.length > 0
  if (has_model) await keepArchive(place, 'model.tar.gz', membersOf(place, model, renamed(MODEL, '')))
  await keepArchive(place, `${run.pipeline}_artifacts.tar.gz`, [
    ...membersOf(place, logs, renamed('', 'log/')),
    ...membersOf(place, others, renamed('', 'output/')),
    ...membersOf(place, model, renamed(MODEL, 'models/')),
  ])
  const figures = await figuresOf(place, outputs)
  return {
    metrics: figures.metrics,
    artifact_bytes: outputs.reduce((sum, { object }) => sum + object.size, 0),
    has_model,
    warnings: [...warnings, ...figures.warnings],
  }
}

async function bucketOf(db: Database, run: RunRow): Promise<string> {
  const [workspace] = await db
    .select({ bucket: workspaces.s3_bucket_name })
    .from(workspaces)
    .where(eq(workspaces.id, run.workspace_id))
  if (!workspace) throw new Error(`The workspace of run ${run.id} is gone.`)
  return workspace.bucket
}

async function keepLogs({ engine, objects, run, bucket, prefix }: Place): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const type of LOG_TYPES) {
    const log = await engine.openLog(keyOf(run), type)
    if (!log) continue
    const name = `${type}.log`
    kept.push({ name, object: await objects.put(bucket, prefix + name, log.stream, { replace: true }) })
  }
  return kept
}

/** A file that cannot be kept under its name, or vanished, is left out and said: it must not hold the run. */
async function keepOutputs(place: Place): Promise<{ outputs: Kept[]; warnings: string[] }> {
  const { engine, objects, run, bucket, prefix } = place
  const outputs: Kept[] = []
  const warnings: string[] = []
  for (const { path } of await engine.outputs(keyOf(run))) {
    try {
      const body = await engine.openOutput(keyOf(run), path)
      const object = await objects.put(bucket, `${prefix}artifacts/${path}`, body, { replace: true })
      outputs.push({ name: path, object })
    } catch (error) {
      if (!(error instanceof BadObjectName) && !isMissing(error)) throw error
      warnings.push(`${path.slice(0, 200)} was not kept: ${(error as Error).message}`)
    }
  }
  return { outputs, warnings }
}

async function keepArchive(
  { objects, bucket, prefix }: Place,
  name: string,
  members: Member[],
): Promise<void> {
  await objects.put(bucket, prefix + name, packed(members), { replace: true })
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

async function figuresOf({ objects, bucket }: Place, outputs: Kept[]): Promise<Figures> {
  const file = outputs.find(({ name }) => name === 'metrics.json')
  if (!file) return { metrics: {}, warnings: [] }
  if (file.object.size > LARGEST_METRICS)
    return { metrics: {}, warnings: ['metrics.json is larger than 1 MiB, so it was left out.'] }
  const opened = await objects.open(bucket, file.object.path)
  return opened ? figuresIn(await textOf(opened.stream)) : { metrics: {}, warnings: [] }
}
