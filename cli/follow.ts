import { followLog } from '@podium/contract/run-files.ts'
import { readRun } from '@podium/contract/runs.ts'
import { readEvents } from '@podium/contract/server-events.ts'
import { call, open } from './client.ts'
import { type Connection, renewed } from './connection.ts'
import { type LogView, openLogView } from './log-view.ts'
import { type Clock, patiently, realClock } from './patience.ts'

type LogType = 'pipeline' | 'process'

/** What a server that stops takes until it is worth asking again. */
const BREATH_MS = 250

/** Follows a log to its end, across broken connections and restarts; the exit code says how the run ended. */
export async function followRun(
  connection: Connection,
  id: string,
  log_type: LogType,
  view: Omit<LogView, 'endLine'> & Clock = { ...openLogView(), ...realClock },
): Promise<void> {
  const ask = <T>(question: (by: Connection) => Promise<T>): Promise<T> =>
    patiently(
      async () => question(await renewed(connection)),
      view,
      ({ reason }) => view.tell(`${reason} Waiting for it …`),
    )
  const position = { at: '0', ended: false }
  while (!position.ended) {
    const headers = { 'last-event-id': position.at }
    const response = await ask((by) => open(by, followLog, { params: { id }, query: { log_type } }, headers))
    await showUntilCut(response, position, view, commandFor(id, log_type))
    if (!position.ended) await view.pause(BREATH_MS)
  }
  const run = await ask((by) => call(by, readRun, { params: { id } }))
  view.tell(`${run.name} ${run.state}. ${run.detail}`)
  if (run.state !== 'succeeded') process.exitCode = 1
}

function commandFor(id: string, log_type: LogType): string {
  return `podium logs ${id}${log_type === 'process' ? '' : ` --type ${log_type}`}`
}

/** Shows what comes, and notes how far it came. */
async function showUntilCut(
  { body }: Response,
  position: { at: string; ended: boolean },
  view: Pick<LogView, 'write' | 'tell'>,
  wholeLog: string,
): Promise<void> {
  if (!body) return
  try {
    for await (const { event, id, data } of readEvents(body)) {
      if (event === 'lines') view.write((JSON.parse(data) as { text: string }).text)
      if (event === 'skip') view.tell(leftOut(JSON.parse(data) as Span, wholeLog))
      if (event === 'end') position.ended = true
      if (id) position.at = id
    }
  } catch (error) {
    // a connection that breaks while it is read
    if (!(error instanceof TypeError)) throw error
  }
}

interface Span {
  from: number
  to: number
}

function leftOut({ from, to }: Span, wholeLog: string): string {
  return `${((to - from) / 1024 / 1024).toFixed(1)} MiB of the log are left out here. All of it: ${wholeLog}`
}
