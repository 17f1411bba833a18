import { listRuns } from '@podium/contract/calls/run-list.ts'
import { readRun } from '@podium/contract/calls/runs.ts'
import { readEngine } from '@podium/contract/calls/system.ts'
import { diskWarning } from '@podium/contract/rules/disk-space.ts'
import { call } from '../client.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { findRun } from '../find-run.ts'
import { print, printFault, printJson, printRows } from '../print.ts'
import { chooseWorkspace } from '../workspace.ts'

/** Prints the newest runs, or with a name the details of one. */
export const status = command({
  name: 'status',
  args: '[<run>]',
  about: 'the newest runs, or one of them',
  options: { json: { help: 'print JSON, for a run that is named' } },
  async run({ words: [name], options, connect }) {
    const connection = await connect()
    await warnOfDisk(connection)
    if (!name) {
      const workspace = await chooseWorkspace(connection, options.workspace)
      const query = { workspace_id: workspace.id, sort: '-created_at', page_size: 10 } as const
      const { stream_histories } = await call(connection, listRuns, { query })
      printRows(
        stream_histories.map((run) => [
          run.name,
          run.state,
          run.model_version && `v${run.model_version}`,
          run.created_at,
          run.detail,
        ]),
      )
      if (stream_histories.length === 0) print(`No run yet in ${workspace.display_name}.`)
      return
    }
    const found = await findRun(connection, name, options.workspace)
    const run = await call(connection, readRun, { params: { id: found.id } })
    if (options.json) return printJson(run)
    printRows([
      ['Run', `${run.name} (${run.id})`],
      ['State', `${run.state}. ${run.detail}`],
      ['Solution', `${run.solution_name} v${run.version_num}, ${run.pipeline}`],
      ['Model', run.model_version && `v${run.model_version}`],
      [
        'Tier',
        run.tier_given === run.tier_asked
          ? run.tier_asked
          : `${run.tier_asked}, allocated ${run.tier_given || 'the engine’s default'}`,
      ],
      ['Created', `${run.created_at} by ${run.created_by}`],
      ['Started', run.started_at ?? ''],
      ['Ended', run.ended_at ?? ''],
      ...Object.entries(run.metrics).map(([figure, value]) => [figure, String(value)]),
    ])
  },
})

/** On standard error, so that programs can still parse the output. */
async function warnOfDisk(connection: Connection): Promise<void> {
  const { disk } = await call(connection, readEngine, {})
  const warning = disk && diskWarning(disk)
  if (warning) printFault(warning)
}
