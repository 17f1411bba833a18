import { type Command, usageOf } from './command.ts'
import { ALL_COMMANDS, findCommand, GROUPS } from './command-table.ts'
import { COMMON, type OptionTable } from './options.ts'
import { linesOf } from './print.ts'

/** The help without a command: all commands in groups. */
export const OVERVIEW = `podium: the command line of Podium

${groupsOfCommands()}

podium help run, or podium run --help, lists the options of a command; podium help runs lists the FILTERS. Every command takes
--server URL and --workspace NAME, and --ca FILE for a server with a certificate of your own authority. PODIUM_TOKEN in the
environment is used as the access token. podium --version prints the version.`

function groupsOfCommands(): string {
  const lines = indented(ALL_COMMANDS.map((command) => [usageOf(command), command.about]))
  return GROUPS.map(({ title, commands }) => [title, ...lines.splice(0, commands.length)].join('\n')).join(
    '\n\n',
  )
}

/** Returns the help of the command that the words begin with, or of all whose first word they are. */
export function helpOf(words: string[]): string {
  const [name, action] = words
  if (name === undefined) return OVERVIEW
  const family = ALL_COMMANDS.filter((command) => command.name.startsWith(`${name} `))
  const commands = family.length > 0 && action === undefined ? family : [findCommand(words).command]
  return [...commands.map(helpOfOne), ['Every command takes:', ...rowsOf(COMMON)].join('\n')].join('\n\n')
}

function helpOfOne(command: Command): string {
  const { about, options = {} } = command
  return [usageOf(command), `  ${about}`, ...rowsOf(options)].join('\n')
}

function rowsOf(options: OptionTable): string[] {
  const rows = Object.entries(options).map(([name, { short, value, help }]) => [
    [short && `-${short},`, `--${name}`, value].filter(Boolean).join(' '),
    help,
  ])
  return indented(rows).map((line) => `  ${line}`)
}

function indented(rows: string[][]): string[] {
  return linesOf(rows).map((line) => `  ${line}`)
}
