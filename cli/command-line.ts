import { trustAuthority } from './authority.ts'
import { fail } from './cli-error.ts'
import { type Command, type Given, longName, usageOf } from './command.ts'
import { ALL_COMMANDS, findCommand } from './command-table.ts'
import { connect } from './connection.ts'
import { helpOf, OVERVIEW } from './help.ts'
import { COMMON, type OptionTable, parse } from './options.ts'
import { chooseWorkspace } from './workspace.ts'

type Values = Given<OptionTable>['options']

/** The options of all commands, so that the name of the command is found behind options, too. */
const ALL_OPTIONS: OptionTable = Object.assign({}, COMMON, ...ALL_COMMANDS.map(({ options }) => options))

/** Runs the command of a command line. */
export async function runCommandLine(typed: string[]): Promise<void> {
  const { args, program } = withoutProgram(typed)
  const { values, positionals } = parse(args, ALL_OPTIONS, false)
  if (positionals[0] === 'help') return console.log(helpOf(positionals.slice(1)))
  if (values.help) return console.log(helpOf(positionals))
  if (positionals.length === 0) {
    optionsOf(args)
    return console.log(OVERVIEW)
  }
  const { command, words } = findCommand(positionals)
  const options = optionsOf(args, command)
  if (options.ca !== undefined && (await trustAuthority(options.ca))) return
  assertArguments(command, words)
  const connectHere = () => connect(options.server)
  await command.run({
    words,
    options,
    program,
    connect: connectHere,
    async open() {
      const connection = await connectHere()
      return { connection, workspace: await chooseWorkspace(connection, options.workspace) }
    },
  })
}

/** Splits off the words that belong to a program, whose options may have any name: `podium run train.py --help`. */
function withoutProgram(typed: string[]): { args: string[]; program: string[] | null } {
  const name = parse(typed, ALL_OPTIONS, false).positionals[0]
  const command = ALL_COMMANDS.find((one) => one.name === name && one.programAfter)
  if (!command?.programAfter) return { args: typed, program: null }
  const { tokens } = parse(typed, { ...COMMON, ...command.options }, false)
  let words = 0
  for (const token of tokens) {
    if (token.kind === 'option-terminator')
      return { args: typed.slice(0, token.index), program: typed.slice(token.index + 1) }
    if (token.kind !== 'positional') continue
    words += 1
    const after = token.index + 1
    if (words === 2 && command.programAfter(token.value) && after < typed.length)
      return { args: typed.slice(0, after), program: typed.slice(after) }
  }
  return { args: typed, program: null }
}

/** Parses the options of the command. An option that it does not have fails with a sentence. */
function optionsOf(args: string[], command?: Command): Values {
  try {
    return parse(args, { ...COMMON, ...command?.options }, true).values as Values
  } catch (error) {
    const { message } = error as Error
    const [, unknown] = /^Unknown option '(.+?)'/.exec(message) ?? []
    const name = command ? ` ${longName(command)}` : ''
    const sentence = unknown
      ? `podium${name} has no option ${unknown}`
      : message.split('\n', 1)[0]?.replace(/\.$/, '')
    return fail(`${sentence}. See podium help${name}.`)
  }
}

function assertArguments(command: Command, words: string[]): void {
  const { missing, args = '' } = command
  const required = args.match(/<[^>]+>|"[^"]+"/g) ?? []
  if (missing && required.some((_, at) => !words[at])) fail(`${missing}: ${usageOf(command)}`)
}
