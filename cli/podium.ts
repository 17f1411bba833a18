import { CliError } from './cli-error.ts'
import { runPassword, runUnlock } from './commands/accounts.ts'
import { runExport, runImport } from './commands/backup.ts'
import { runLogin, runLogout } from './commands/login.ts'
import { runLogs } from './commands/logs.ts'
import { runRegister } from './commands/register.ts'
import { runRun } from './commands/run.ts'
import { runDemo, runStart } from './commands/start.ts'
import { runStatus } from './commands/status.ts'
import { runStop } from './commands/stop.ts'
import { type Options, parseOptions } from './options.ts'
import manifest from './package.json' with { type: 'json' }
import { printFault } from './print.ts'

const HELP = `podium: the command line of Podium

  podium login [--server URL] [--id ID]      sign in; the session is kept for the next commands
  podium login --token [--server URL]        keep an access token for the next commands instead
  podium logout                              end it
  podium register <folder>                   register a solution, or its next version, from a folder
  podium run <solution> [-p step.name=value] start a run
         [--pipeline train|inference] [--version N] [--stream NAME] [--tier TIER] [--data FILE|ADDRESS] [-f]
  podium logs [-f] <run> [--type process]    print a run's log; -f goes on until it has ended
  podium status [<run>]                      the newest runs, or one of them
  podium stop <run>                          ask a run to stop
  podium unlock <id>                         unlock an account (on the server's own machine)
  podium password <id>                       print a one-time link for a new password (there as well)
  podium export <file.tar.gz>                write everything of the home into a file (there as well)
  podium import <file.tar.gz>                fill an empty home from it (there as well)
  podium start                               start the server; its settings are environment variables
  podium demo                                train the sample in a throw-away home
  podium --version                           print the version

Every command takes --server URL and --workspace NAME. PODIUM_TOKEN in the environment is used as access token.`

const COMMANDS: Record<string, (words: string[], options: Options) => Promise<void>> = {
  login: runLogin,
  logout: runLogout,
  register: runRegister,
  run: runRun,
  logs: runLogs,
  status: runStatus,
  stop: runStop,
  unlock: runUnlock,
  password: runPassword,
  export: runExport,
  import: runImport,
  start: runStart,
  demo: runDemo,
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  // only alone: after `run` it takes a solution's version
  if (args[0] === '--version') return console.log(`podium ${manifest.version}`)
  const { values, positionals } = parseOptions(args)
  const [name, ...words] = positionals
  if (values.help || !name) return console.log(HELP)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new CliError(`There is no command '${name}'. See podium --help.`)
  await command(words, values)
}

// The reader closed the pipe, as in `podium logs RUN | head`: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(1)
})

main().catch((error: unknown) => {
  if (error instanceof CliError) printFault(error.message)
  else console.error(error)
  process.exitCode = 1
})
