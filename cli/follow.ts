import { followLog } from '@podium/contract/calls/run-files.ts'
import { readRun } from '@podium/contract/calls/runs.ts'
import { type Clock, realClock } from '@podium/contract/wire/clock.ts'
import { followStream } from '@podium/contract/wire/follow-stream.ts'
import { Away } from './away.ts'
import { fail } from './cli-error.ts'
import { callOnce, openOnce } from './client.ts'
import { type Connection, renewed } from './connection.ts'
import { type LogView, openLogView } from './log-view.ts'
import { PATIENCE_MS, patiently } from './patience.ts'

type LogType = 'pipeline' | 'process'

type View = Omit<LogView, 'endLine'> & Clock

/** Follows a log to its end, across broken connections and restarts. The exit code says how the run ended. */
export async function followRun(
  connection: Connection,
  id: string,
  log_type: LogType,
  view: View = { ...openLogView(), ...realClock },
): Promise<void> {
  try {
    await followToItsEnd(connection, id, log_type, view)
  } catch (error) {
    if (!(error instanceof Away)) throw error
    fail(`${error.message} The run goes on meanwhile. Follow it again: ${commandFor(id, log_type)} -f`)
  }
}

async function followToItsEnd(
  connection: Connection,
  id: string,
  log_type: LogType,
  view: View,
): Promise<void> {
  const params = { id }
  const ended = new AbortController()
  const sayThatItIsAway = (error: unknown) =>
    error instanceof Away && view.tell(`${error.reason} Waiting for it …`)
  await followStream(
    {
      async open(lastEventId, signal) {
        const headers = { 'last-event-id': lastEventId || '0' }
        const args = { params, query: { log_type } }
        const { body } = await openOnce(await renewed(connection), followLog, args, { headers, signal })
        return body ?? new ReadableStream()
      },
      mayPass: (error) => error instanceof Away,
      onEvent({ event, data }) {
        if (event === 'lines') view.write((JSON.parse(data) as { text: string }).text)
        if (event === 'skip') view.tell(leftOut(JSON.parse(data) as Span, commandFor(id, log_type)))
        if (event === 'end') ended.abort()
      },
      onAway: sayThatItIsAway,
      patienceMs: PATIENCE_MS,
      clock: view,
    },
    ended.signal,
  )
  const readIt = async () => callOnce(await renewed(connection), readRun, { params })
  const run = await patiently(readIt, view, { onWait: sayThatItIsAway })
  view.tell(`${run.name} ${run.state}. ${run.detail}`)
  if (run.state !== 'succeeded') process.exitCode = 1
}

function commandFor(id: string, log_type: LogType): string {
  return `podium logs ${id}${log_type === 'process' ? '' : ` --type ${log_type}`}`
}

interface Span {
  from: number
  to: number
}

function leftOut({ from, to }: Span, wholeLog: string): string {
  return `${((to - from) / 1024 / 1024).toFixed(1)} MiB of the log are left out here. All of it: ${wholeLog}`
}
