import type { ProgramArgument } from '@podium/contract/solution-metadata/program.ts'

/** A parameter as `user_parameters` of metadata.json describes it. */
export interface DescribedParameter {
  name: string
  type: 'int' | 'float' | 'bool' | 'string' | 'single_selection' | 'multi_selection'
  description?: string
  default?: (string | number | boolean)[]
  range?: (number | null)[]
  selectable?: (string | number | boolean)[]
}

export interface DescribedProgram {
  parameters: DescribedParameter[]
  arguments: ProgramArgument[] | 'hydra'
  /** the parameter of each spelling that the program knows, such as '-e' and '--epochs' */
  spellings: Record<string, string>
  /** The sub-commands of which one has to be chosen; empty if there are none or one was. */
  subcommands: string[]
  /** the program's own description, or '' */
  about: string
}

const LONGEST_DESCRIPTION = 250

/** A help text as one line of bounded length. */
export function described(help: string): string {
  const line = help.replaceAll(/\s+/g, ' ').trim()
  return line.length <= LONGEST_DESCRIPTION
    ? line
    : `${line.slice(0, LONGEST_DESCRIPTION - 1).replace(/\s+\S*$/, '')}…`
}
