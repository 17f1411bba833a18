import { pipelineIn } from '@podium/contract/calls/choices.ts'
import { packageChoiceOf } from '@podium/contract/python-packages/package-choice.ts'
import { isDataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import {
  containerOf,
  datasetAddresses,
  pipelineOf,
  stopGraceSeconds,
  stopSignal,
  timeoutSeconds,
} from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { type Program, variablesOf, wordsOf } from '@podium/contract/solution-metadata/program.ts'
import { variableNameProblem } from '@podium/contract/solution-metadata/variable-names.ts'
import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { type Input, type RunSpec, type Secret, StartRefused } from '@podium/engines/engine.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { and, eq } from 'drizzle-orm'
import type { SecretBox } from '../../../http/secret-box.ts'
import { findDataSet } from '../../data-sets/run-addresses.ts'
import { inputOf } from '../../data-sets/run-inputs.ts'
import { LOG_LIMIT } from '../../logs/log-files.ts'
import { findData, pathOf } from '../../objects/data-address.ts'
import { reasonObjectDeleted } from '../../objects/gone-files.ts'
import { askedOf, grantedOf, keyOf, type RunRow } from '../../run-records/run-row.ts'
import { giveVariables } from './give-variables.ts'
import { modelPath } from './model.ts'
import { dataAddresses, programOfRun } from './run-metadata.ts'
import { findSource } from './run-source.ts'

export interface SpecParts {
  db: Handle
  objects: ObjectStore
  /** true if the engine can run container images */
  containers: boolean
  secrets: SecretBox
  /** the variables that name proxies */
  proxies: Record<string, string>
}

export interface Launch {
  spec: RunSpec
  workspace: { id: string; number: number; name: string }
}

/**
 * Builds the engine's specification of the run's attempt.
 * @throws StartRefused if its data, code or model is missing, or a secret cannot be decrypted
 */
export async function launchOf(run: RunRow, parts: SpecParts): Promise<Launch> {
  const { workspace, settings, version } = await readSurroundings(parts.db, run)
  const pipeline = pipelineOf(version, run.pipeline)
  if (!pipeline) throw new StartRefused(`The version no longer has its ${run.pipeline} pipeline.`)
  const program = programOfRun(run)
  const command = program && wordsOf(program, run.parameters)
  const image = containerOf(pipeline)
  if (command === null && !parts.containers) throw new StartRefused(noContainers(run.pipeline, image))
  const { bucket } = workspace
  const data = await dataOf(run, pipeline, bucket, parts)
  const model = await modelOf(run, bucket, parts)
  // Uses the address in the run's own metadata, because the instance's Data Wrangler may have replaced the version's.
  const { source_uri } = pipelineIn(run.metadata_json, run.pipeline) ?? pipeline
  const code = await findSource(parts.objects, bucket, { ...pipeline, source_uri })
  if ('problem' in code) throw new StartRefused(code.problem)
  const files = await filesOf(run, program, bucket, parts)
  const given = await giveVariables(parts.db, parts.secrets, run)
  const spec: RunSpec = {
    ...keyOf(run),
    name: run.name,
    mode: run.pipeline,
    command,
    image,
    metadata: run.metadata_json,
    parameters: run.parameters,
    source: code.source,
    files,
    working_directory: program?.working_directory ?? '',
    python_path: packageChoiceOf(run.metadata_json).path ?? [],
    data,
    model,
    granted: grantedOf(run) ?? askedOf(run),
    instance_type: run.instance_type,
    timeout_seconds: timeoutSeconds(pipeline),
    log_limit: LOG_LIMIT,
    secrets: given.secrets,
    variables: { ...parts.proxies, ...given.variables, ...parameterVariables(program, run, given.secrets) },
    dev: run.dev,
    workspace_number: workspace.number,
    ...settings,
    stop_grace_seconds: stopGraceSeconds(pipeline) ?? settings.stop_grace_seconds,
    stop_signal: stopSignal(pipeline),
  }
  return { spec, workspace }
}

function noContainers(mode: string, image: string | null): string {
  return image === null
    ? `The ${mode} pipeline names no command, so there is nothing to start: register a version with one.`
    : `The ${mode} pipeline names no command, only the container ${image}, and this engine runs no containers: register a version with a command.`
}

async function readSurroundings(db: Handle, run: RunRow) {
  const rows = await db
    .select({
      id: workspaces.id,
      number: workspaces.number,
      name: workspaces.name,
      bucket: workspaces.s3_bucket_name,
      metadata: solutionVersions.metadata_json,
      settings: {
        network: workspaces.network,
        queue: workspaces.queue,
        pending_limit_minutes: workspaces.pending_limit_minutes,
        system_user: workspaces.system_user,
        stop_grace_seconds: workspaces.stop_grace_seconds,
      },
    })
    .from(workspaces)
    .innerJoin(solutionVersions, eq(solutionVersions.id, run.solution_version_id))
    .where(eq(workspaces.id, run.workspace_id))
  const [found] = rows
  if (!found) throw new StartRefused('The version of this run was deleted.')
  const { metadata, settings, ...workspace } = found
  return { workspace, settings, version: metadata }
}

/** Parameters that the program finds in its environment; a secret of the same name is not replaced. */
function parameterVariables(
  program: Program | null,
  { parameters }: RunRow,
  secrets: readonly Secret[],
): Record<string, string> {
  const variables = Object.entries(program === null ? {} : variablesOf(program, parameters))
  return Object.fromEntries(
    variables.filter(
      ([name]) => variableNameProblem(name) === null && !secrets.some((secret) => secret.name === name),
    ),
  )
}

/** The data set whose files are laid over the source. */
async function filesOf(
  run: RunRow,
  program: Program | null,
  bucket: string,
  { db }: SpecParts,
): Promise<Input[]> {
  if (program?.files_uri === undefined) return []
  const found = await findDataSet(db, { workspace_id: run.workspace_id, run: run.id }, program.files_uri)
  if ('problem' in found) throw new StartRefused(found.problem)
  return [inputOf(found.use, bucket)]
}

/** If there are no objects at the version's own addresses, the run gets an empty directory. */
async function dataOf(
  run: RunRow,
  pipeline: Pipeline,
  bucket: string,
  { db, objects }: SpecParts,
): Promise<Input[]> {
  const sample = datasetAddresses(pipeline)
  const inputs: Input[] = []
  for (const address of dataAddresses(run)) {
    if (isDataSetAddress(address)) {
      const found = await findDataSet(db, { workspace_id: run.workspace_id, run: run.id }, address)
      if ('problem' in found) throw new StartRefused(found.problem)
      inputs.push(inputOf(found.use, bucket))
      continue
    }
    const place = pathOf(address, bucket)
    const gone = 'path' in place ? await reasonObjectDeleted(db, run.workspace_id, place.path) : null
    if (gone) throw new StartRefused(gone.message)
    const found = await findData(objects, bucket, address)
    if ('input' in found) inputs.push(found.input)
    else if ('problem' in found) throw new StartRefused(found.problem)
    else if (!sample.includes(address)) throw new StartRefused(found.nothing)
  }
  return inputs
}

async function modelOf(run: RunRow, bucket: string, { db, objects }: SpecParts): Promise<Input | null> {
  if (run.model_from === null) return null
  const [from] = await db
    .select({ id: runs.id, stream_id: runs.stream_id, attempt: runs.attempt })
    .from(runs)
    .where(and(eq(runs.id, run.model_from), eq(runs.workspace_id, run.workspace_id)))
  if (!from) throw new StartRefused('The run whose model was to be used was deleted: choose another.')
  const path = modelPath(from)
  if (!(await objects.stat(bucket, path)))
    throw new StartRefused('The run whose model was to be used produced no model: choose another.')
  return { bucket, path, archive: true }
}
