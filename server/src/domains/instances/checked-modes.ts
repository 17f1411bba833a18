import type { Modes } from '@podium/contract/calls/instances.ts'
import { bodyProblem, type FieldProblem, FieldProblems } from '@podium/contract/rules/errors.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { MODES, type Mode } from '@podium/contract/solution-metadata/modes.ts'
import { tryParameters } from './checked-parameters.ts'
import { plainWrangler, wranglerProblems } from './data-wrangler.ts'
import type { BoundVersion } from './repository.ts'

/**
 * Returns the modes with every value converted to the type of its field. A draft keeps its values as typed, so they
 * are checked here when it is completed.
 * @throws FieldProblems with all problems
 */
export function checkedModes(version: BoundVersion, modes: Modes, bucket: string): Modes {
  const tried = MODES.map((mode) => tryPipeline(version, mode, modes[mode]))
  const problems = [
    ...tried.flatMap((one) => one.problems),
    ...addressProblems(modes.data_wrangler, bucket),
    ...nothingOn(version, modes),
    ...pipelineOff(version, modes),
  ]
  if (problems.length > 0) throw new FieldProblems(problems)
  const { train: _train, inference: _inference, ...rest } = modes
  return {
    ...Object.fromEntries(tried.flatMap(({ mode, accepted }) => (accepted ? [[mode, accepted]] : []))),
    ...rest,
    ...(rest.data_wrangler && { data_wrangler: plainWrangler(rest.data_wrangler) }),
  }
}

type PipelineMode = NonNullable<Modes[Mode]>
type Tried = { mode: Mode; accepted?: PipelineMode; problems: FieldProblem[] }

function tryPipeline(version: BoundVersion, mode: Mode, sent: PipelineMode | undefined): Tried {
  if (!sent) return { mode, problems: [] }
  const pipeline = pipelineOf(version.metadata, mode)
  if (!pipeline) {
    const msg = `Version ${version.version_num} of ${version.solution_name} has no ${mode} pipeline.`
    return { mode, problems: [bodyProblem(['modes', mode], msg)] }
  }
  if (!sent.parameters) return { mode, accepted: sent, problems: [] }
  const tried = tryParameters(pipeline, sent.parameters, ['modes', mode, 'parameters'])
  if ('problems' in tried) return { mode, problems: tried.problems }
  return { mode, accepted: { ...sent, parameters: tried.values }, problems: [] }
}

function addressProblems(sent: Modes['data_wrangler'], bucket: string): FieldProblem[] {
  if (!sent) return []
  return wranglerProblems(sent, bucket).map(({ field, problem }) =>
    bodyProblem(['modes', 'data_wrangler', field], problem),
  )
}

function nothingOn({ metadata }: BoundVersion, modes: Modes): FieldProblem[] {
  if (metadata.pipeline.some(({ type }) => modes[type]?.on !== false)) return []
  return [bodyProblem(['modes'], 'Turn at least one pipeline on.')]
}

/** A run that names no pipeline must get one. */
function pipelineOff({ metadata }: BoundVersion, modes: Modes): FieldProblem[] {
  const { pipeline } = modes
  if (!pipeline || (pipelineOf(metadata, pipeline) && modes[pipeline]?.on !== false)) return []
  return [bodyProblem(['modes', 'pipeline'], 'Choose a pipeline that is turned on.')]
}
