import { randomUUID } from 'node:crypto'
import { fail } from '@podium/contract/rules/errors.ts'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { TIERS } from '@podium/contract/rules/tiers.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import { wordsOf } from '@podium/contract/solution-metadata/program.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { eq } from 'drizzle-orm'
import type { Caller } from '../../../http/call.ts'
import { type Actor, record } from '../../audit/audit.ts'
import { shortenedFields } from '../../audit/shortened.ts'
import { noteUses } from '../../data-sets/run-addresses.ts'
import { checkStart } from '../../quotas/check-start.ts'
import { keepFromTrash } from '../../run-files/lock-retention.ts'
import { announce, wakeLoops } from '../../run-records/move.ts'
import {
  keepVersion,
  newestVersionRun,
  readFirstStartSources,
  readStartSources,
  readVersionIn,
  type StartSources,
} from '../../run-records/reads.ts'
import type { RunRow } from '../../run-records/run-row.ts'
import { insertRun } from '../../run-records/write-run.ts'
import { refuseLarge, refuseUnstorable } from '../../solutions/unstorable.ts'
import { nextRunNumber } from '../../streams/numbers.ts'
import { type FoundModel, modelPath, refuseChoice, refuseGoneModel } from './model.ts'
import { type ResolveDeps, type ResolvedStart, resolveStart, type StartRequest } from './resolve-start.ts'
import {
  dataAddresses,
  metadataOfAttempt,
  metadataOfRun,
  programOfRun,
  wranglerGiven,
  wranglerOf,
} from './run-metadata.ts'

/** The schedule that starts a run; `settle` runs in the transaction that queues the run. */
export interface ScheduledStart {
  id: string
  settle: (tx: Transaction, runId: string) => Promise<void>
}

interface Start extends StartRequest {
  /** another version of the stream's solution */
  solution_version_id?: string
}

interface FirstStart extends StartRequest {
  solution_version_id: string
  /** without it, a new instance without details */
  instance_id?: string
}

/** Queues a run of the stream and returns its id. Its name is `{stream}-{n}`, with n counting the stream's runs. */
export async function startRun(
  deps: ResolveDeps,
  caller: Actor,
  streamId: string,
  { solution_version_id, ...request }: Start,
  retryOf: RunRow | null = null,
  schedule: ScheduledStart | null = null,
): Promise<string> {
  // a retry repeats the earlier values, which may include long defaults of the author
  if (retryOf === null) refuseLargeRequest(request)
  const found = (await readStartSources(deps.database, streamId)) ?? fail('NOT.FOUND')
  const ofVersion = await withVersion(deps.database, found, {
    id: solution_version_id,
    isScheduled: schedule !== null,
  })
  const sources = retryOf === null ? ofVersion : withWranglerOf(ofVersion, retryOf)
  const resolved = await resolveStart(deps, sources, request, retryOf?.id)
  await checkStart(deps.database, sources.workspace, caller.account_id, resolved.asked)
  const id = randomUUID()
  await deps.database.transaction(async (tx) => {
    if (resolved.model) await keepModel(tx, sources, resolved.model)
    const { number, stream_name } = (await nextRunNumber(tx, streamId)) ?? fail('NOT.FOUND')
    if (!(await keepVersion(tx, sources.version.id))) fail('NOT.FOUND')
    const row = rowOf(id, sources, resolved)
    const name = `${stream_name}-${number}`
    const origin = {
      created_by: caller.account_id,
      retry_of: retryOf?.id ?? null,
      schedule_id: schedule?.id ?? null,
    }
    await insertRun(tx, { ...row, ...origin, name, number }, sources.solution.name)
    if (!(await noteUses(tx, id, resolved.data_sets)))
      refuseChoice('A data set of this run was just deleted: choose another.')
    await schedule?.settle(tx, id)
    await record(tx, caller, {
      action: retryOf ? 'run.retry' : 'run.start',
      object_kind: 'run',
      object_id: id,
      object_name: name,
      workspace_id: sources.workspace.id,
      after: shortenedFields({
        ...chosen(resolved, retryOf),
        ...(sources.version.id !== found.version.id && { version_num: sources.version.version_num }),
        ...(schedule && { schedule: schedule.id }),
      }),
    })
    await announce(tx, [row])
    await wakeLoops(tx)
  })
  return id
}

/** Fails if a run could not start on a stream that does not exist yet. Changes nothing. */
export async function checkFirstStart(
  deps: ResolveDeps,
  caller: Actor,
  workspace_id: string,
  { solution_version_id, instance_id, ...request }: FirstStart,
): Promise<void> {
  refuseLargeRequest(request)
  const target = { workspace_id, solution_version_id, instance_id }
  const sources = (await readFirstStartSources(deps.database, target)) ?? fail('NOT.FOUND')
  const { asked } = await resolveStart(deps, sources, request)
  await checkStart(deps.database, sources.workspace, caller.account_id, asked)
}

/** Locks the model's files until the transaction ends, and refuses if they are already gone. */
async function keepModel(tx: Transaction, { workspace }: StartSources, model: FoundModel): Promise<void> {
  await keepFromTrash(tx, workspace.id)
  await refuseGoneModel(tx, model)
}

/**
 * Replaces the version of the stream's instance. The instance's copy of its own version does not apply to another one.
 * Without a choice, a person goes on with the version of the newest run of a folder's stream; a schedule keeps its own.
 * @throws Failure NOT.FOUND, RUN.CHOICE
 */
async function withVersion(
  db: Database,
  sources: StartSources,
  chosen: { id: string | undefined; isScheduled: boolean },
): Promise<StartSources> {
  const { workspace, solution, stream, instance } = sources
  const goesOn = isObject(sources.version.metadata_json.folder) && !chosen.isScheduled
  const id = chosen.id ?? (goesOn ? await newestVersionRun(db, stream.id) : null)
  if (id === null || id === sources.version.id) return sources
  const version = (await readVersionIn(db, workspace.id, id)) ?? fail('NOT.FOUND')
  if (version.solution_id !== solution.id)
    refuseChoice(
      `The version belongs to another solution than the stream ${stream.name}, which is of ${solution.name}.`,
    )
  return { ...sources, version, instance: { ...instance, metadata_json: null } }
}

/** A retry uses the code and data of the earlier run, whatever its instance names by now. */
function withWranglerOf(sources: StartSources, run: RunRow): StartSources {
  const { data_wrangler: _, ...modes } = sources.instance.modes
  const data_wrangler = wranglerGiven(run)
  return {
    ...sources,
    instance: { ...sources.instance, modes: { ...modes, ...(data_wrangler && { data_wrangler }) } },
  }
}

function refuseLargeRequest({ metadata_json: _, ...request }: StartRequest): void {
  refuseUnstorable(request)
  refuseLarge('parameters', request.parameters, 3)
}

/** Starts a new run with the choices of an ended one. */
export async function retryRun(deps: ResolveDeps, caller: Caller, id: string): Promise<string> {
  const [run] = await deps.database.select().from(runs).where(eq(runs.id, id))
  if (!run) fail('NOT.FOUND')
  if (run.ended_at === null) fail('RUN.LIVE')
  const program = programOfRun(run)
  const request: Start = {
    solution_version_id: run.solution_version_id,
    pipeline: run.pipeline,
    parameters: { [run.pipeline]: run.parameters },
    dataset_uri: dataAddresses(run),
    ...(program && { program }),
    ...(run.model_from !== null && { model_from: run.model_from }),
    variables: run.variables,
  }
  const tier = TIERS.find((name) => name === run.tier_asked)
  return startRun(deps, caller, run.stream_id, { ...request, ...(tier && { execution_spec: tier }) }, run)
}

function rowOf(id: string, sources: StartSources, resolved: ResolvedStart) {
  const { workspace, solution, version, instance, stream } = sources
  const identity = { id, stream_id: stream.id, attempt: 1, pipeline: resolved.mode satisfies Mode }
  const bucket = workspace.s3_bucket_name
  const metadata = metadataOfRun(version.metadata_json, {
    mode: resolved.mode,
    program: resolved.program,
    files_uri: resolved.files_uri,
    dataset_uri: resolved.dataset_uri.filter((address) => address !== resolved.files_uri),
    model_uri: resolved.model && `s3://${bucket}/${modelPath(resolved.model)}`,
    parameters: resolved.parameters,
    tier: resolved.tier_given ?? resolved.tier_asked,
    wrangler: wranglerOf(instance.modes),
  })
  return {
    ...identity,
    workspace_id: workspace.id,
    solution_id: solution.id,
    solution_version_id: version.id,
    instance_id: instance.id,
    detail: 'Waiting for its turn.',
    tier_asked: resolved.tier_asked,
    tier_given: resolved.tier_given,
    instance_type: resolved.instance_type,
    asked_cpu: resolved.asked.cpu,
    asked_memory_mib: resolved.asked.memory_mib,
    asked_gpu: resolved.asked.gpu,
    parameters: resolved.parameters,
    dataset_uri: resolved.dataset_uri,
    variables: resolved.variables,
    dev: instance.modes.dev ?? false,
    model_from: resolved.model?.id ?? null,
    metadata_json: metadataOfAttempt(metadata, identity, bucket),
  }
}

function chosen(
  { mode, tier_asked, tier_given, dataset_uri, parameters, variables, program }: ResolvedStart,
  retryOf: RunRow | null,
) {
  return {
    pipeline: mode,
    tier_asked,
    tier_given,
    dataset_uri,
    parameters,
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(program && { command: wordsOf(program, parameters) }),
    ...(retryOf && { retry_of: retryOf.id, retry_of_name: retryOf.name }),
  }
}
