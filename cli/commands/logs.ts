import { pipeline } from 'node:stream/promises'
import { logTypeOf, readLog } from '@podium/contract/calls/run-files.ts'
import { fail } from '../cli-error.ts'
import { open } from '../client.ts'
import { connect } from '../connection.ts'
import { findRun } from '../find-run.ts'
import { followRun } from '../follow.ts'
import { openLogView } from '../log-view.ts'
import type { Options } from '../options.ts'

/** Prints a run's log; with -f until the run has ended. */
export async function runLogs([name]: string[], options: Options): Promise<void> {
  if (!name) return fail('Name the run: podium logs [-f] <run>')
  const log_type = logTypeOf(options.type ?? 'process')
  if (!log_type) return fail('Unsupported log type. The types are pipeline and process.')
  const connection = await connect(options.server)
  const run = await findRun(connection, name, options.workspace)
  if (options.follow) return followRun(connection, run.id, log_type)
  const response = await open(connection, readLog, { params: { id: run.id }, query: { log_type } })
  const { body } = response
  if (!body) return
  await (process.stdout.isTTY ? showOnTerminal(body) : pipeline(body, process.stdout, { end: false }))
}

async function showOnTerminal(log: AsyncIterable<Uint8Array>): Promise<void> {
  const view = openLogView()
  const decoder = new TextDecoder()
  for await (const bytes of log) view.write(decoder.decode(bytes, { stream: true }))
  view.endLine()
}
