import { countRuns, retryRuns, stopRuns } from '@podium/contract/calls/run-selection.ts'
import { retryRun } from '@podium/contract/calls/runs.ts'
import { LIVE_STATES } from '@podium/contract/rules/run-state.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { type At, command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { findRun } from '../find-run.ts'
import { type ValuesOf, WITHOUT_ASKING } from '../options.ts'
import { print, printFault } from '../print.ts'
import { agrees } from '../questions.ts'
import { RUN_FILTERS, runFiltersOf } from '../run-filters.ts'

const ACTIONS = {
  // A filter applies to runs that have not ended.
  stop: {
    route: stopRuns,
    title: 'Stop',
    done: 'asked to stop',
    unlessFiltered: { state: LIVE_STATES.join(',') },
  },
  retry: { route: retryRuns, title: 'Retry', done: 'started again', unlessFiltered: {} },
} as const
type Action = keyof typeof ACTIONS

const OPTIONS = { ...RUN_FILTERS, yes: WITHOUT_ASKING } as const

/** Asks runs to stop, by name, id or filter. A run has stopped when its state says so. */
export const stop = command({
  name: 'stop',
  args: '<run>… | FILTERS',
  about: 'stop runs; asks before stopping several, unless --yes',
  options: OPTIONS,
  run: ({ words, options, open }) => changeRuns('stop', words, options, open),
})

/** Starts runs again with their parameters, by name, id or filter. For a single named run, prints the new one. */
export const retry = command({
  name: 'retry',
  args: '<run>… | FILTERS',
  about: 'start runs again with the same parameters; asks in the same way',
  options: OPTIONS,
  async run({ words, options, connect, open }) {
    const [only] = words
    if (only === undefined || words.length > 1 || Object.keys(runFiltersOf(options)).length > 0)
      return changeRuns('retry', words, options, open)
    const connection = await connect()
    const { id } = await findRun(connection, only, options.workspace)
    const run = await call(connection, retryRun, { params: { id } })
    print(`Started ${run.name} (${run.id}).`)
  },
})

async function changeRuns(
  action: Action,
  named: string[],
  options: ValuesOf<typeof OPTIONS>,
  open: () => Promise<At>,
): Promise<void> {
  const { route, title, done, unlessFiltered } = ACTIONS[action]
  const given = runFiltersOf(options)
  const filter = { ...unlessFiltered, ...given }
  const isFiltered = Object.keys(given).length > 0
  if (named.length === 0 && !isFiltered)
    return fail(`Name the runs, or filter them: podium ${action} <run>…, podium ${action} --state failed`)
  if (named.length > 0 && isFiltered) return fail('Name the runs or filter them, not both.')
  const { connection, workspace } = await open()
  const query = { workspace_id: workspace.id }
  const names = await namesOf(connection, named, workspace.id)
  const body = isFiltered ? { filter } : { ids: [...names.keys()] }
  const counted = await call(connection, countRuns, { query, body })
  if (counted.total === 0) return fail(`No run matches in ${workspace.display_name}.`)
  const asks = (isFiltered || named.length > 1) && !options.yes
  if (asks && !(await agrees(`${title} ${runsInWords(counted[action])} of ${counted.total} chosen?`)))
    return print('Nothing was done.')
  const {
    done: count,
    failed,
    failed_count,
  } = await call(connection, route, {
    query,
    body: { ...body, before: counted.before },
  })
  print(`${runsInWords(count)} ${count === 1 ? 'was' : 'were'} ${done}.`)
  for (const { id, detail } of failed) printFault(`${names.get(id) ?? id}: ${detail}`)
  if (failed_count > failed.length) printFault(`… and ${failed_count - failed.length} more.`)
  if (failed_count > 0) process.exitCode = 1
}

/** Returns the names of the given runs by id, each once. */
async function namesOf(
  connection: Connection,
  named: string[],
  workspace: string,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const each of named) {
    const { id, name } = await findRun(connection, each, workspace)
    names.set(id, name)
  }
  return names
}

function runsInWords(count: number): string {
  return count === 1 ? '1 run' : `${count} runs`
}
