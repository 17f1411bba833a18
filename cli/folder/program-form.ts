import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  ParameterArgument,
  Program,
  ProgramArgument,
} from '@podium/contract/solution-metadata/program.ts'
import { describeProgram } from './describe-program.ts'
import type { DescribedParameter, DescribedProgram } from './described-program.ts'
import type { EntryPoint } from './entry-point.ts'
import type { Commit } from './git.ts'
import type { Target } from './target.ts'
import { argumentsOf, type TypedProgram } from './typed-program.ts'

/** The step of a program that was typed. */
export const STEP = 'main'

/** A program as a run starts it, with the values of its parameters. */
export interface StartedProgram {
  program: Program
  values: Record<string, unknown>
  /** the parameters that the program declares itself, and how it takes them; null if that is not known */
  described: Pick<DescribedProgram, 'parameters' | 'arguments'> | null
}

/** The Python file of a program: its script, or the module behind `-m`; null if there is none. */
export async function pythonFileOf(
  { root, workingFolder }: Target,
  { command, file }: TypedProgram,
): Promise<string | null> {
  const working = join(root, workingFolder)
  const [option, module = ''] = command.slice(-2)
  const path = module.replaceAll('.', '/')
  const inModule = (folder: string) => [join(folder, `${path}.py`), join(folder, path, '__main__.py')]
  const places =
    file !== null
      ? [join(working, file)]
      : option === '-m'
        ? [working, root, join(root, 'src')].flatMap(inModule)
        : []
  for (const place of places) if ((await stat(place).catch(() => null))?.isFile()) return place
  return null
}

/** Reads what was typed, with the names that the program itself gives its parameters. */
export async function startedProgram(target: Target, typed: TypedProgram): Promise<StartedProgram> {
  const file = await pythonFileOf(target, typed)
  const described = file?.endsWith('.py')
    ? await describeProgram(file, { root: target.root, words: typed.words })
    : null
  const read = argumentsOf(typed)
  const { list, values } = described
    ? withOwnNames(read, described)
    : { list: read.arguments, values: read.values }
  return { program: inFolder(target, { command: typed.command, arguments: list }), values, described }
}

/** The program of an entry point, with its own defaults. */
export function startedEntry(target: Target, entry: EntryPoint): StartedProgram {
  return {
    program: inFolder(target, { command: entry.command, arguments: entry.arguments }),
    values: entry.parameters[STEP] ?? {},
    described: { parameters: entry.described, arguments: entry.arguments },
  }
}

function inFolder({ workingFolder }: Target, program: Program): Program {
  return { ...program, ...(workingFolder !== '' && { working_directory: workingFolder }) }
}

interface Read {
  arguments: ProgramArgument[]
  values: Record<string, unknown>
}

/** `-e 3` is the parameter `epochs` where the program says so, and `fit` the word of a sub-command. */
function withOwnNames(read: Read, { spellings, arguments: own }: DescribedProgram) {
  const values: Record<string, unknown> = {}
  const slots = own === 'hydra' ? [] : own.filter((one) => typeof one === 'string' || one.flag === undefined)
  const list = read.arguments.map((argument): ProgramArgument => {
    if (typeof argument === 'string') return argument
    const value = read.values[argument.name]
    const slot = argument.flag === undefined && !Array.isArray(value) ? slots.shift() : undefined
    if (typeof slot === 'string' && slot === String(argument.text ?? value)) return slot
    const name = slot !== undefined && typeof slot !== 'string' ? slot.name : ownName(argument, spellings)
    const isFree = !(name in values) && (name === argument.name || !(name in read.values))
    const renamed = isFree ? { ...argument, name } : argument
    values[renamed.name] = value
    return renamed
  })
  return { list, values }
}

function ownName({ name, flag = '' }: ParameterArgument, spellings: Record<string, string>): string {
  return spellings[flag.replace(/=$/, '')] ?? name
}

/** What a version of a folder has beside its description. */
interface VersionParts {
  name: string
  folder: Commit & { digest: string }
  start: StartedProgram | null
  /** the address of the files that are laid over the source */
  files_uri: string | null
}

/** Completes the metadata of a version: what it was made from, and the first program that ran in it. */
export function versionMetadata(
  described: Record<string, unknown>,
  { name, folder, start, files_uri }: VersionParts,
): Record<string, unknown> {
  if ('pipeline' in described || start === null) return { ...described, name, folder }
  const known = start.described?.parameters ?? []
  const typed = Object.entries(start.values).filter(([own]) => !known.some((one) => one.name === own))
  const args = [...known, ...typed.map(parameterOf)]
  const program = {
    ...start.program,
    ...(start.described && { arguments: start.described.arguments }),
    ...(files_uri !== null && { files_uri }),
  }
  const parameters = { user_parameters: [{ step: STEP, args }] }
  return {
    ...described,
    folder,
    pipeline: [{ type: 'train', ...program, resource: { default: 'standard' }, parameters }],
  }
}

/** Describes a parameter by the value that was typed first. */
function parameterOf([name, value]: [string, unknown]): DescribedParameter {
  const isList = Array.isArray(value)
  return {
    name,
    type: isList ? 'string' : typeOf(value),
    default: isList ? value.map(String) : [value as string | number | boolean],
  }
}

function typeOf(value: unknown): DescribedParameter['type'] {
  if (typeof value === 'boolean') return 'bool'
  if (typeof value !== 'number') return 'string'
  return Number.isInteger(value) ? 'int' : 'float'
}
