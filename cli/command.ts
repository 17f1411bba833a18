import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { Connection } from './connection.ts'
import type { COMMON, OptionTable, ValuesOf } from './options.ts'

export interface At {
  connection: Connection
  workspace: Workspace
}

/** The arguments, options and connections that a command receives. */
export interface Given<Table extends OptionTable> {
  /** the arguments; those that the help shows as <required> are there */
  words: string[]
  options: ValuesOf<Table & typeof COMMON>
  /** the words of a program, if the command takes one; null if none was typed */
  program: string[] | null
  /** Connects to the server, once the command has checked its arguments. */
  connect(): Promise<Connection>
  /** Connects and chooses the workspace. */
  open(): Promise<At>
}

export interface Command<Table extends OptionTable = OptionTable> {
  /** A word in brackets may be left out: `schedules [list]`. */
  name: string
  /** as the help shows them: `<run> [PATH]` */
  args?: string
  about: string
  /** begins the sentence for a missing argument: 'Name the run' */
  missing?: string
  options?: Table
  /** True if the words after this argument, and those after `--`, belong to a program and are none of the command's. */
  programAfter?(argument: string): boolean
  run(given: Given<Table>): Promise<void>
}

/** Checks that a command uses only its own options, and those that every command has. */
export function command<const Table extends OptionTable = Record<never, never>>(
  stated: Command<Table>,
): Command {
  return stated
}

/** The name with the words that may be left out: `schedules list`. */
export function longName({ name }: Command): string {
  return name.replaceAll(/[[\]]/g, '')
}

export function usageOf({ name, args }: Command): string {
  return ['podium', name, args].filter(Boolean).join(' ')
}
