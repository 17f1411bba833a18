import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { followLog, logTypeOf, readLog } from '@podium/contract/run-files.ts'
import { readRun } from '@podium/contract/runs.ts'
import { call, open } from '../client.ts'
import { type Connection, connect } from '../connection.ts'
import { findRun } from '../find-run.ts'
import type { Options } from '../options.ts'
import { say } from '../said.ts'
import { readEvents } from '../server-events.ts'

/** Prints a run's log; with -f it goes on until the run has ended. */
export async function runLogs([name]: string[], options: Options): Promise<void> {
  if (!name) return say('Name the run: podium logs [-f] <run>')
  const log_type = logTypeOf(options.type ?? 'process')
  if (!log_type) return say('Unsupported log type. The types are pipeline and process.')
  const connection = await connect(options.server)
  const run = await findRun(connection, name, options.workspace)
  if (options.follow) return followRun(connection, run.id, log_type)
  const response = await open(connection, readLog, { params: { id: run.id }, query: { log_type } })
  if (response.body) await pipeline(Readable.fromWeb(response.body as never), process.stdout, { end: false })
}

/** Follows a log to its end, across broken connections; the exit code says how the run ended. */
export async function followRun(
  connection: Connection,
  id: string,
  log_type: 'pipeline' | 'process',
): Promise<void> {
  let offset = '0'
  let ended = false
  while (!ended) {
    const response = await open(
      connection,
      followLog,
      { params: { id }, query: { log_type } },
      { 'last-event-id': offset },
    )
    try {
      for await (const event of readEvents(response)) {
        if (event.id) offset = event.id
        if (event.event === 'lines')
          process.stdout.write(event.data.endsWith('\n') ? event.data : `${event.data}\n`)
        if (event.event === 'end') ended = true
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  const run = await call(connection, readRun, { params: { id } })
  process.stderr.write(`${run.name} ${run.state}. ${run.detail}\n`)
  if (run.state !== 'succeeded') process.exitCode = 1
}
