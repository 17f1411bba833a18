import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import { ownParameters, type StepValues } from '@podium/contract/solution-metadata/parameters.ts'
import { programOf } from '@podium/contract/solution-metadata/pipeline-program.ts'
import type { Program } from '@podium/contract/solution-metadata/program.ts'

/** True if the version starts the same program, so that its parameters are those of the program. */
export function isProgramOf(pipeline: Pipeline, program: Program): boolean {
  return JSON.stringify(programOf(pipeline)?.command) === JSON.stringify(program.command)
}

/**
 * Adds the flags of parameters that have another value than the version's own and that the command line of the earlier
 * run did not name. Without them the program would not get these values.
 */
export function withChosenFlags(program: Program, pipeline: Pipeline, chosen: StepValues): Program {
  const typed = program.arguments
  const known = programOf(pipeline)?.arguments
  if (!Array.isArray(typed) || !Array.isArray(known) || !isProgramOf(pipeline, program)) return program
  const own = ownParameters(pipeline)
  const changed = new Set(
    Object.entries(chosen).flatMap(([step, values]) =>
      Object.entries(values)
        .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(own[step]?.[name]))
        .map(([name]) => name),
    ),
  )
  const named = new Set(typed.flatMap((argument) => (typeof argument === 'string' ? [] : [argument.name])))
  const added = known.filter(
    (argument) =>
      typeof argument !== 'string' &&
      argument.flag !== undefined &&
      changed.has(argument.name) &&
      !named.has(argument.name),
  )
  // Behind '--' a program reads no flags.
  const end = typed.indexOf('--')
  const at = end === -1 ? typed.length : end
  return { ...program, arguments: typed.toSpliced(at, 0, ...added) }
}
