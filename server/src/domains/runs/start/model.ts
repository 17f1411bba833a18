import { fail } from '@podium/contract/rules/errors.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import type { Database, Handle, Transaction } from '@podium/database/connect.ts'
import { modelAliases, runs } from '@podium/database/schema/runs.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { isUuid } from '../../../http/scoped-objects.ts'
import { reasonDeleted } from '../../objects/gone-files.ts'
import { query } from '../../rows.ts'
import { keepFromTrash } from '../../run-files/lock-retention.ts'
import type { StartBasis, StartSources } from '../../run-records/reads.ts'
import type { RunRow } from '../../run-records/run-row.ts'
import { attemptPrefix } from '../../solutions/object-paths.ts'

export type FoundModel = Pick<RunRow, 'id' | 'name' | 'stream_id' | 'attempt'>

const columns = { id: runs.id, name: runs.name, stream_id: runs.stream_id, attempt: runs.attempt }

/** The path in the bucket of the model that a run left. */
export function modelPath(run: Pick<RunRow, 'id' | 'stream_id' | 'attempt'>): string {
  return `${attemptPrefix(run)}model.tar.gz`
}

/**
 * Finds the run whose model an inference run reads: the one named by its id or an alias, else the stream's newest.
 * null for training, and for solutions that are never trained.
 */
export async function findModel(
  { database, objects }: { database: Database; objects: ObjectStore },
  sources: StartBasis,
  mode: Mode,
  named: string | undefined,
): Promise<FoundModel | null> {
  if (mode === 'train') {
    if (named) refuseChoice('A training run uses no model: leave model_from out.')
    return null
  }
  if (!named && !pipelineOf(sources.version.metadata_json, 'train')) return null
  const model = named ? await namedModel(database, sources, named) : await newestModel(database, sources)
  await refuseGoneModel(database, model)
  if (!(await objects.stat(sources.workspace.s3_bucket_name, modelPath(model))))
    refuseChoice(`The run ${model.name} produced no model: choose another run, or train again.`)
  return model
}

/** @throws Failure RUN.CHOICE if its files are in the trash, or removed */
export async function refuseGoneModel(db: Handle, model: FoundModel): Promise<void> {
  const gone = await reasonDeleted(db, model, 'artifacts')
  if (gone) refuseChoice(`${gone.message} Choose another model, or train again.`)
}

async function namedModel(db: Handle, { solution }: StartBasis, named: string): Promise<FoundModel> {
  const model = await findNamed(db, solution.id, named)
  if (model) return model
  return refuseChoice(
    isUuid(named) ? notOf(solution.name) : `No model of ${solution.name} is called ${named}.`,
  )
}

/** The run of the solution with that id, or whose model has that alias, if it left a model. */
async function findNamed(db: Handle, solutionId: string, named: string): Promise<FoundModel | null> {
  const ofSolution = and(eq(runs.solution_id, solutionId), isNotNull(runs.model_number))
  if (isUuid(named)) {
    const [found] = await db
      .select(columns)
      .from(runs)
      .where(and(eq(runs.id, named), ofSolution))
    return found ?? null
  }
  const [called] = await db
    .select(columns)
    .from(modelAliases)
    .innerJoin(runs, eq(runs.id, modelAliases.run_id))
    .where(and(eq(modelAliases.solution_id, solutionId), eq(modelAliases.name, named), ofSolution))
  return called ?? null
}

/**
 * Locks the files of the named model until the transaction ends. A model that does not exist yet is accepted: the
 * alias, or the model of a training under way, may exist when a run reads it.
 * @throws Failure RUN.CHOICE if its files are in the trash, or removed, or if no run with the id can leave a model
 */
export async function keepNamedModel(
  tx: Transaction,
  { workspace, solution }: StartSources,
  named: string,
): Promise<void> {
  await keepFromTrash(tx, workspace.id)
  const model = await findNamed(tx, solution.id, named)
  if (model) await refuseGoneModel(tx, model)
  else if (isUuid(named) && !(await mayLeaveModel(tx, solution.id, named))) refuseChoice(notOf(solution.name))
}

/** True if it is a training of the solution that has not ended. */
async function mayLeaveModel(db: Handle, solutionId: string, id: string): Promise<boolean> {
  const training = and(eq(runs.solution_id, solutionId), eq(runs.pipeline, 'train'), isNull(runs.ended_at))
  const found = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, id), training))
  return found.length > 0
}

function notOf(solution: string): string {
  return `model_from is not a model of ${solution}.`
}

/** @throws Failure RUN.NO_MODEL with the newest model of the solution, which may be used instead */
async function newestModel(db: Database, { solution, stream }: StartBasis): Promise<FoundModel> {
  if (stream.id !== null) {
    const newest = await newestOf(db, stream.id)
    if (newest) return newest
  }
  const other = await query(db).first<{ id: string; model: string }>(sql`
    select r.id, s.name || ' v ' || v.version_num || '.' || r.model_number as model
    from runs r join streams s on s.id = r.stream_id join solution_versions v on v.id = r.solution_version_id
    where r.solution_id = ${solution.id} and r.model_number is not null and not exists (
      select from run_files f where f.run_id = r.id and f.kind = 'artifacts' and f.trashed_at is not null)
    order by r.created_at desc, r.id desc limit 1`)
  return fail('RUN.NO_MODEL', { solution: solution.name, ...other })
}

async function newestOf(db: Database, stream: string): Promise<FoundModel | undefined> {
  const [newest] = await db
    .select(columns)
    .from(runs)
    .where(and(eq(runs.stream_id, stream), isNotNull(runs.model_number)))
    .orderBy(desc(runs.model_number))
    .limit(1)
  return newest
}

/** Refuses a start with the problem of a choice. */
export function refuseChoice(problem: string): never {
  fail('RUN.CHOICE', { problem })
}
