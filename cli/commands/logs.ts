import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { logTypeOf, readLog } from '@podium/contract/run-files.ts'
import { fail } from '../cli-error.ts'
import { open } from '../client.ts'
import { connect } from '../connection.ts'
import { findRun } from '../find-run.ts'
import { followRun } from '../follow.ts'
import { openLogView } from '../log-view.ts'
import type { Options } from '../options.ts'

/** Prints a run's log; with -f it goes on until the run has ended. */
export async function runLogs([name]: string[], options: Options): Promise<void> {
  if (!name) return fail('Name the run: podium logs [-f] <run>')
  const log_type = logTypeOf(options.type ?? 'process')
  if (!log_type) return fail('Unsupported log type. The types are pipeline and process.')
  const connection = await connect(options.server)
  const run = await findRun(connection, name, options.workspace)
  if (options.follow) return followRun(connection, run.id, log_type)
  const response = await open(connection, readLog, { params: { id: run.id }, query: { log_type } })
  if (!response.body) return
  const bytes = Readable.fromWeb(response.body as never)
  await (process.stdout.isTTY ? showOnTerminal(bytes) : pipeline(bytes, process.stdout, { end: false }))
}

async function showOnTerminal(bytes: Readable): Promise<void> {
  const view = openLogView()
  for await (const text of bytes.setEncoding('utf8')) view.write(text)
  view.endLine()
}
