import { dirname, resolve } from 'node:path'
import type { ProgramArgument } from '@podium/contract/solution-metadata/program.ts'
import { describeHydra } from './describe-hydra.ts'
import { type DescribedParameter, type DescribedProgram, described } from './described-program.ts'
import { runScript } from './python-scripts.ts'

const LONGEST_DEFAULT = 1000
const MAX_CHOICES = 1000
const MAX_PARAMETERS = 500

/**
 * Reads what the command line of a Python program takes, as argparse, click, typer, fire, tyro, HfArgumentParser or
 * Hydra declare it, and the parameters of a notebook. Nothing of the program is executed. Returns null without Python, or if the program declares nothing.
 * @param root where local modules are looked for, too
 * @param words what follows the program: they choose its sub-command
 */
export async function describeProgram(
  file: string,
  { root = dirname(file), words = [] }: { root?: string; words?: string[] } = {},
): Promise<DescribedProgram | null> {
  const path = resolve(file)
  const folders = [dirname(path), resolve(root), resolve(root, 'src')]
  const found = (await runScript('describe_program', [path, JSON.stringify(folders), ...words])) as Declared
  if (found === null) return null
  if ('hydra' in found) return describeHydra(dirname(path), found.hydra)
  const items = found.items.slice(0, MAX_PARAMETERS)
  const options = items.filter((item) => typeof item !== 'string')
  const parameters = options.map(parameterOf)
  if (parameters.length === 0 && found.subcommands.length === 0 && items.length === 0) return null
  return {
    parameters,
    arguments: items.map(argumentOf),
    spellings: Object.fromEntries(
      options.flatMap(({ name, flags, off }) =>
        [...flags, off ?? []].flat().map((flag) => [flag.replace(/=$/, ''), name]),
      ),
    ),
    subcommands: found.subcommands,
    about: described(found.about ?? ''),
  }
}

/** What the script prints. */
type Declared =
  | { items: (string | DeclaredOption)[]; subcommands: string[]; about: string | null }
  | { hydra: { config_path?: string; config_name: string } }
  | null

interface DeclaredOption {
  name: string
  kind: 'int' | 'float' | 'bool' | 'string'
  flags: string[]
  flag?: string
  off?: string
  /** a bool that is given as a word */
  text?: string
  /** takes several values */
  many: boolean
  /** may be given several times */
  each: boolean
  default?: unknown
  choices?: (string | number | boolean)[]
  range?: (number | null)[]
  help?: string
}

function parameterOf(option: DeclaredOption): DescribedParameter {
  const isList = option.many || option.each
  const choices = option.choices?.slice(0, MAX_CHOICES)
  const values = [option.default ?? []].flat() as (string | number | boolean)[]
  return {
    name: option.name,
    type: choices ? (isList ? 'multi_selection' : 'single_selection') : isList ? 'string' : option.kind,
    ...(option.help && { description: described(option.help) }),
    // A text may be a list and keeps equal values apart; a selection does not.
    ...(values.length > 0 &&
      JSON.stringify(values).length <= LONGEST_DEFAULT && {
        default: isList && !choices ? values.map(String) : values,
      }),
    ...(option.range && !isList && { range: option.range }),
    ...(choices && { selectable: choices }),
  }
}

function argumentOf(option: string | DeclaredOption): ProgramArgument {
  if (typeof option === 'string') return option
  const { name, flag, off, text, each } = option
  return {
    name,
    ...(flag !== undefined && { flag }),
    ...(off !== undefined && { off }),
    ...(text !== undefined && { text }),
    ...(each && { each: true as const }),
  }
}
