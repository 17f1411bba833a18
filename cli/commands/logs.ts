import { pipeline } from 'node:stream/promises'
import { readLog } from '@podium/contract/calls/run-files.ts'
import { open } from '../client.ts'
import { command } from '../command.ts'
import { findRun } from '../find-run.ts'
import { followRun } from '../follow.ts'
import { openLogView } from '../log-view.ts'
import { LOG_TYPE, logTypeFrom } from './log-type.ts'

export const logs = command({
  name: 'logs',
  args: '<run>',
  about: "print a run's log; -f follows it to its end",
  missing: 'Name the run',
  options: { follow: { short: 'f', help: 'follow it until the run has ended' }, type: LOG_TYPE },
  async run({ words: [name = ''], options, connect }) {
    const log_type = logTypeFrom(options)
    const connection = await connect()
    const run = await findRun(connection, name, options.workspace)
    if (options.follow) return followRun(connection, run.id, log_type)
    const { body } = await open(connection, readLog, { params: { id: run.id }, query: { log_type } })
    if (!body) return
    await (process.stdout.isTTY ? showOnTerminal(body) : pipeline(body, process.stdout, { end: false }))
  },
})

async function showOnTerminal(log: AsyncIterable<Uint8Array>): Promise<void> {
  const view = openLogView()
  const decoder = new TextDecoder()
  for await (const bytes of log) view.write(decoder.decode(bytes, { stream: true }))
  view.endLine()
}
