import { bodyProblem, FieldProblems } from '@podium/contract/rules/errors.ts'
import { canonicalJson } from '@podium/contract/rules/metadata-json.ts'
import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import {
  byStep,
  mergeParameters,
  ownParameters,
  type StepValues,
} from '@podium/contract/solution-metadata/parameters.ts'
import { programOf } from '@podium/contract/solution-metadata/pipeline-program.ts'
import { type Arguments, type Program, wordsOf } from '@podium/contract/solution-metadata/program.ts'
import { commandLengthProblem, programProblems } from '@podium/contract/solution-metadata/program-check.ts'
import { checkedParameters } from '../../instances/checked-parameters.ts'
import { refuseChoice } from './model.ts'

/** @throws FieldProblems if a start brings a program that no version could have */
export function refuseBadProgram(sent: Program | null): void {
  const problems = programProblems({ ...sent }, 'program')
  if (problems.length > 0)
    throw new FieldProblems(
      problems.map(({ path, message }) => bodyProblem(path.split(/[.[\]]+/).filter(Boolean), message)),
    )
}

/** The program that a start brings, or null if it is the version's own. */
export function differentProgram(pipeline: Pipeline, sent: Program | null): Program | null {
  return canonicalJson(sent) === canonicalJson(programOf(pipeline)) ? null : sent
}

/**
 * Returns the parameters of a run: the chosen values over the version's own. Chosen values are checked, except those
 * that stand on the command line which the start brings: only its program knows what it takes. What was typed on the
 * version's command line and is missing on this one is no parameter of the run.
 */
export function parametersWith(
  pipeline: Pipeline,
  mode: Mode,
  chosen: StepValues,
  program: Program | null,
): StepValues {
  const names = namesIn(program?.arguments)
  const isTyped = (step: string, name: string) => names.has(name) || names.has(`${step}.${name}`)
  const typed = pick(chosen, (step, name, value) => isTyped(step, name) && isPlain(value))
  const others = pick(chosen, (step, name) => typed[step]?.[name] === undefined)
  const checked = checkedParameters(pipeline, others, ['parameters', mode])
  const typedBefore = program === null ? new Set<string>() : namesIn(programOf(pipeline)?.arguments)
  const own = pick(
    ownParameters(pipeline),
    (step, name) => isTyped(step, name) || !(typedBefore.has(name) || typedBefore.has(`${step}.${name}`)),
  )
  return mergeParameters(typed, checked, own)
}

/** Refuses a command line that no operating system starts. */
export function refuseLongCommand(program: Program | null, parameters: StepValues): void {
  const problem = program && commandLengthProblem(wordsOf(program, parameters))
  if (problem) refuseChoice(problem)
}

/** Replaces the program of a pipeline. */
export function withProgram(pipeline: Pipeline, program: Program): Pipeline {
  const { command: _, arguments: __, working_directory: ___, files_uri: ____, ...rest } = pipeline
  return { ...rest, ...program }
}

function namesIn(form: Arguments | undefined): ReadonlySet<string> {
  if (!Array.isArray(form)) return new Set()
  return new Set(form.flatMap((argument) => (typeof argument === 'string' ? [] : [argument.name])))
}

function pick(
  values: StepValues,
  isWanted: (step: string, name: string, value: unknown) => boolean,
): StepValues {
  return byStep(
    Object.entries(values).flatMap(([step, chosen]) =>
      Object.entries(chosen).flatMap(([name, value]) =>
        isWanted(step, name, value) ? [{ step, name, value }] : [],
      ),
    ),
  )
}

/** True for what a command line can hold: a text, a number, a bool or a list of them. */
function isPlain(value: unknown): boolean {
  return [value].flat().every((one) => ['string', 'number', 'boolean'].includes(typeof one))
}
