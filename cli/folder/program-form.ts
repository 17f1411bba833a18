import type { Program, ProgramArgument } from '@podium/contract/solution-metadata/program.ts'
import type { Commit } from './git.ts'
import type { Target } from './target.ts'
import { argumentsOf, type TypedProgram } from './typed-program.ts'

/** The step of a program that was typed. */
export const STEP = 'main'

/** A program as a run starts it, with the values of its parameters. */
export interface StartedProgram {
  program: Program & { arguments: ProgramArgument[] }
  values: Record<string, unknown>
}

export function startedProgram({ workingFolder }: Target, typed: TypedProgram): StartedProgram {
  const { arguments: list, values } = argumentsOf(typed)
  return {
    program: {
      command: typed.command,
      arguments: list,
      ...(workingFolder !== '' && { working_directory: workingFolder }),
    },
    values,
  }
}

/** Completes the metadata of a version: what it was made from, and the first program that ran in it. */
export function versionMetadata(
  described: Record<string, unknown>,
  {
    name,
    folder,
    start,
  }: { name: string; folder: Commit & { digest: string }; start: StartedProgram | null },
): Record<string, unknown> {
  if ('pipeline' in described || start === null) return { ...described, name, folder }
  const parameters = {
    user_parameters: [{ step: STEP, args: Object.entries(start.values).map(parameterOf) }],
  }
  return {
    ...described,
    folder,
    pipeline: [{ type: 'train', ...start.program, resource: { default: 'standard' }, parameters }],
  }
}

/** Describes a parameter by the value that was typed first. */
function parameterOf([name, value]: [string, unknown]) {
  const isList = Array.isArray(value)
  return { name, type: isList ? 'string' : typeOf(value), default: isList ? value.map(String) : [value] }
}

function typeOf(value: unknown): string {
  if (typeof value === 'boolean') return 'bool'
  if (typeof value !== 'number') return 'string'
  return Number.isInteger(value) ? 'int' : 'float'
}
