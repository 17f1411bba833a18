import { trustAuthority } from './authority.ts'
import { CliError } from './cli-error.ts'
import { runPassword, runUnlock } from './commands/accounts.ts'
import { runExport, runImport, runObjects } from './commands/backup.ts'
import { runCompare } from './commands/compare.ts'
import { runDataSets } from './commands/data-sets.ts'
import { runDownload } from './commands/download.ts'
import { runInit } from './commands/init.ts'
import { runLogin, runLogout } from './commands/login.ts'
import { runLogs } from './commands/logs.ts'
import { runRetry, runStop } from './commands/many.ts'
import { runAlias, runModels } from './commands/models.ts'
import { runPackages } from './commands/packages.ts'
import { runRegister } from './commands/register.ts'
import { runRetention } from './commands/retention.ts'
import { runRun } from './commands/run.ts'
import { runRuns } from './commands/runs.ts'
import { runSchedules } from './commands/schedules.ts'
import { runSolutions } from './commands/solutions.ts'
import { runDemo, runStart } from './commands/start.ts'
import { runStatus } from './commands/status.ts'
import { runTrash } from './commands/trash.ts'
import { runUpload } from './commands/upload.ts'
import { runVariables } from './commands/variables.ts'
import { HELP } from './help.ts'
import { type Options, parseOptions } from './options.ts'
import manifest from './package.json' with { type: 'json' }
import { printFault } from './print.ts'

const COMMANDS: Record<string, (words: string[], options: Options) => Promise<void>> = {
  login: runLogin,
  logout: runLogout,
  init: runInit,
  register: runRegister,
  run: runRun,
  logs: runLogs,
  status: runStatus,
  runs: runRuns,
  compare: runCompare,
  stop: runStop,
  retry: runRetry,
  download: runDownload,
  packages: runPackages,
  models: runModels,
  alias: runAlias,
  solutions: runSolutions,
  upload: runUpload,
  'data-sets': runDataSets,
  variables: runVariables,
  schedules: runSchedules,
  retention: runRetention,
  trash: runTrash,
  unlock: runUnlock,
  password: runPassword,
  export: runExport,
  import: runImport,
  objects: runObjects,
  start: runStart,
  demo: runDemo,
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  // Only without other arguments: after `run` it takes a solution's version.
  if (args[0] === '--version') return console.log(`podium ${manifest.version}`)
  const { values, positionals } = parseOptions(args)
  const [name, ...words] = positionals
  if (values.help || !name) return console.log(HELP)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new CliError(`There is no command '${name}'. See podium --help.`)
  if (values.ca !== undefined && (await trustAuthority(values.ca))) return
  await command(words, values)
}

// The reader closed the pipe, as in `podium logs RUN | head`, which is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(1)
})

main().catch((error: unknown) => {
  if (error instanceof CliError) printFault(error.message)
  else console.error(error)
  process.exitCode = 1
})
