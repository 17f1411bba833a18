import { CliError } from './cli-error.ts'
import { runCommandLine } from './command-line.ts'
import manifest from './package.json' with { type: 'json' }
import { printFault } from './print.ts'

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  // Only without other arguments: after `run` it takes a solution's version.
  if (args[0] === '--version') return console.log(`podium ${manifest.version}`)
  await runCommandLine(args)
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
