import {
  type Choices,
  meantPipeline,
  type OwnChoices,
  resolveChoices,
} from '@podium/contract/calls/choices.ts'
import { isDataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import {
  type ExecutionSpec,
  isGpuTier,
  nearestTier,
  type Tier,
  tiersWithoutGpu,
} from '@podium/contract/rules/tiers.ts'
import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import { sameExceptRunChoices, unfitCopy } from '@podium/contract/solution-metadata/metadata-changes.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import type { StepValues } from '@podium/contract/solution-metadata/parameters.ts'
import { programOf } from '@podium/contract/solution-metadata/pipeline-program.ts'
import type { Program } from '@podium/contract/solution-metadata/program.ts'
import { NoGpu, type Resources, StartRefused } from '@podium/engines/engine.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { type DataSetUse, resolveDataSets } from '../../data-sets/run-addresses.ts'
import { wranglerProblems } from '../../instances/data-wrangler.ts'
import { findData } from '../../objects/data-address.ts'
import type { StartBasis } from '../../run-records/reads.ts'
import type { RunDeps } from '../../run-records/run-row.ts'
import type { InstanceTypeOf } from '../../workspaces/instance-types.ts'
import { ownVariables } from './give-variables.ts'
import { type FoundModel, findModel, refuseChoice } from './model.ts'
import { wranglerOf } from './run-metadata.ts'
import { differentProgram, parametersWith, refuseBadProgram, refuseLongCommand } from './run-program.ts'
import { findSource } from './run-source.ts'

/** The choices that a person sends with a start. */
export interface StartRequest extends OwnChoices {
  pipeline?: Mode
  model_from?: string
  /** plain variables that the start adds to those of its workspace */
  variables?: Record<string, string>
  /** what is started instead of the version's own program */
  program?: Program
}

/** The run that will be created, with all choices made and checked. */
export interface ResolvedStart extends AllocatedTier {
  mode: Mode
  tier_asked: Tier
  parameters: StepValues
  dataset_uri: string[]
  model: FoundModel | null
  data_sets: DataSetUse[]
  variables: Record<string, string>
  /** the address of the files that are laid over the source, among `dataset_uri`; null for none */
  files_uri: string | null
  /** the program that the start brings; null for that of the version */
  program: Program | null
}

export interface ResolveDeps extends RunDeps {
  instanceType: InstanceTypeOf
}

/** Makes every choice of a run, and fails with a sentence about the first one that is impossible. */
export async function resolveStart(
  deps: ResolveDeps,
  sources: StartBasis,
  request: StartRequest,
  retryOf: string | null = null,
): Promise<ResolvedStart> {
  const { version, solution, workspace } = sources
  if (sources.instance.draft) fail('INSTANCE.DRAFT')
  refuseOtherChanges(sources, request)
  const mode = meantPipeline(version.metadata_json, request.pipeline, sources.instance.modes)
  const pipeline = pipelineOf(version.metadata_json, mode)
  if (!pipeline)
    fail('RUN.NO_PIPELINE', { version: version.version_num, solution: solution.name, pipeline: mode })
  refuseTurnedOff(sources, mode)
  const variables = await ownVariables(deps.database, sources, request.variables)
  const choices = resolveChoices({ ...sources, run: request, version: version.metadata_json }, mode)
  refuseManyAddresses(choices)
  const { program = null } = request
  refuseBadProgram(program)
  const parameters = parametersWith(pipeline, mode, choices.parameters, program)
  refuseLongCommand(program ?? programOf(pipeline), parameters)
  const allocated = allocateTier(choices.tier.tier, workspace.execution_specs, deps.instanceType)
  if ('problem' in allocated) refuseChoice(allocated.problem)
  await refuseImpossible(deps, allocated, workspace.execution_specs)
  assertValidWrangler(sources)
  const { wrangler_code_uri } = wranglerOf(sources.instance.modes)
  const place = { objects: deps.objects, bucket: workspace.s3_bucket_name }
  if (wrangler_code_uri === undefined) await refuseMissingSource(place, pipeline, '')
  else
    await refuseMissingSource(
      place,
      { ...pipeline, source_uri: wrangler_code_uri },
      `The Data Wrangler of the instance ${sources.instance.name}: `,
    )
  await refuseMissingData(deps.objects, workspace.s3_bucket_name, choices)
  const reader = { workspace_id: workspace.id, run: retryOf }
  const data = await resolveDataSets(deps.database, reader, choices.dataset_uri)
  if ('problem' in data) refuseChoice(data.problem)
  const { files_uri } = program ?? programOf(pipeline) ?? {}
  const files = await resolveDataSets(deps.database, reader, [files_uri ?? []].flat())
  if ('problem' in files) refuseChoice(`The files beside the source: ${files.problem}`)
  const [both] = files.addresses.filter((address) => data.addresses.includes(address))
  if (both !== undefined) refuseChoice(`${both} is laid over the source already: choose other data, or none.`)
  const model = await findModel(deps, sources, mode, request.model_from)
  return {
    ...allocated,
    mode,
    tier_asked: choices.tier.tier,
    parameters,
    dataset_uri: [...new Set([...data.addresses, ...files.addresses])],
    data_sets: [...data.uses, ...files.uses],
    model,
    variables,
    files_uri: files.addresses[0] ?? null,
    program: differentProgram(pipeline, program),
  }
}

function refuseTurnedOff({ instance }: StartBasis, mode: Mode): void {
  if (instance.modes[mode]?.on !== false) return
  refuseChoice(
    `The ${mode} pipeline is turned off on the instance ${instance.name}. Turn it on there to start it.`,
  )
}

function refuseOtherChanges({ version }: StartBasis, { metadata_json }: StartRequest): void {
  if (!metadata_json) return
  const unfit = unfitCopy(metadata_json)
  if (unfit !== null) refuseChoice(unfit)
  const path = sameExceptRunChoices(version.metadata_json, metadata_json)
  if (path === null) return
  refuseChoice(
    `The metadata differs from version ${version.version_num} at ${path || 'its top'}. A run may choose dataset_uri, selected_user_parameters and resource.default only.`,
  )
}

/** Refuses resources that the engine can never give; after any other error of the engine the run waits in the queue. */
async function refuseImpossible(
  { engine, instanceType }: ResolveDeps,
  { asked }: AllocatedTier,
  set: readonly ExecutionSpec[],
): Promise<void> {
  try {
    await engine.admit(asked, [])
  } catch (error) {
    if (error instanceof NoGpu) refuseChoice(`${error.reason}: ${withoutGpu(set, instanceType)}.`)
    if (error instanceof StartRefused) refuseChoice(error.message)
  }
}

/** Advises which tier to choose without a GPU. A tier of any name may have an instance type with one. */
function withoutGpu(set: readonly ExecutionSpec[], typeOf: InstanceTypeOf): string {
  const sizes = set.filter(({ name }) => !isGpuTier(name))
  const fit = sizes.filter(({ instance }) => typeOf(instance)?.gpu_count === 0).map(({ name }) => name)
  return sizes.length > 0 && fit.length === 0
    ? 'ask an administrator for a tier without GPU'
    : `choose ${tiersWithoutGpu(fit)}`
}

/**
 * Refuses code that does not exist.
 * @param by names the source of the address, if that is not the version
 */
async function refuseMissingSource(
  { objects, bucket }: { objects: ObjectStore; bucket: string },
  pipeline: Pipeline,
  by: string,
): Promise<void> {
  const found = await findSource(objects, bucket, pipeline)
  if ('problem' in found) refuseChoice(by + found.problem)
}

/** Limits the addresses, because each is looked up in the store, now and when the run begins. */
function refuseManyAddresses({ dataset_uri: { length } }: Choices): void {
  const most = limits.dataset_addresses
  if (length <= most) return
  refuseChoice(
    `A run reads from at most ${most} addresses, and these are ${length}: put the data in one folder.`,
  )
}

async function refuseMissingData(objects: ObjectStore, bucket: string, choices: Choices): Promise<void> {
  for (const address of choices.dataset_uri) {
    if (isDataSetAddress(address)) continue
    const found = await findData(objects, bucket, address)
    if ('problem' in found) refuseChoice(found.problem)
    if ('nothing' in found && !choices.sample) refuseChoice(found.nothing)
  }
}

/** Checks the addresses again, because an instance of an earlier release may name any. */
function assertValidWrangler({ instance, workspace }: StartBasis): void {
  const { data_wrangler } = instance.modes
  const [first] = data_wrangler ? wranglerProblems(data_wrangler, workspace.s3_bucket_name) : []
  if (first) refuseChoice(`The Data Wrangler of the instance ${instance.name}: ${first.problem}`)
}

/** The resources of a run if no tier is set that could serve it. */
const ENGINE_DEFAULT: Resources = { cpu: 1, memory_mib: 1024, gpu: 0 }

export interface AllocatedTier {
  tier_given: Tier | null
  instance_type: string | null
  asked: Resources
}

/** The workspace's tier nearest to the one asked for, and the resources its instance type stands for. */
export function allocateTier(
  asked: Tier,
  set: readonly ExecutionSpec[],
  typeOf: InstanceTypeOf,
): AllocatedTier | { problem: string } {
  const allocated = nearestTier(
    asked,
    set.map((spec) => spec.name),
  )
  if (allocated === null && isGpuTier(asked))
    return { problem: `This workspace has no GPU tier: ${withoutGpu(set, typeOf)}.` }
  const instance = set.find((spec) => spec.name === allocated)?.instance
  if (allocated === null || instance === undefined)
    return { tier_given: null, instance_type: null, asked: ENGINE_DEFAULT }
  const type = typeOf(instance)
  if (!type)
    return {
      problem: `The tier ${allocated} of this workspace uses the instance type ${instance}, which is not known here: ask an administrator to choose another.`,
    }
  const { vcpu: cpu, memory_gib, gpu_count: gpu } = type
  if (gpu === 0 && isGpuTier(allocated))
    return {
      problem: `The tier ${allocated} of this workspace uses the instance type ${instance}, which has no GPU: ${withoutGpu(set, typeOf)}, or have an administrator choose another type.`,
    }
  return {
    tier_given: allocated,
    instance_type: instance,
    asked: { cpu, memory_mib: Math.floor(memory_gib * 1024), gpu },
  }
}
