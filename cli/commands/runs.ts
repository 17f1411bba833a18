import { listRuns, RUN_SORT } from '@podium/contract/calls/run-list.ts'
import { namesInList } from '@podium/contract/rules/name-list.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { connect } from '../connection.ts'
import type { Options } from '../options.ts'
import { print, printFault, printJson, printRows, written } from '../print.ts'
import { runFiltersOf } from '../run-filters.ts'
import { chooseWorkspace } from '../workspace.ts'

type ListedRun = ReplyOf<typeof listRuns>['stream_histories'][number]

const PAGE = 20
const LARGEST_PAGE = 1000

/** Prints the matching runs: the first twenty, or all with --all. */
export async function runRuns(_: string[], options: Options): Promise<void> {
  const filters = runFiltersOf(options)
  const sort = sortOf(options.sort ?? '-created_at')
  const connection = await connect(options.server)
  const workspace = await chooseWorkspace(connection, options.workspace)
  const query = {
    ...filters,
    workspace_id: workspace.id,
    sort,
    page_size: options.all ? LARGEST_PAGE : PAGE,
    ...(options.figures && { figures: options.figures }),
    ...(options.parameters && { parameters: options.parameters }),
  }
  const first = await call(connection, listRuns, { query })
  const runs = first.stream_histories
  let cursor = options.all ? first.next_cursor : null
  while (cursor !== null) {
    const page = await call(connection, listRuns, { query: { ...query, cursor } })
    runs.push(...page.stream_histories)
    cursor = page.next_cursor
  }
  if (options.json) return printJson(runs)
  if (runs.length === 0) return print(`No run matches in ${workspace.display_name}.`)
  printRows(rowsOf(runs, namesInList(options.figures ?? ''), namesInList(options.parameters ?? '')))
  if (runs.length < first.total)
    printFault(
      `${runs.length} of ${first.total}${first.total_is_capped ? ' or more' : ''} runs. All of them: --all`,
    )
}

function sortOf(sent: string): string {
  if (RUN_SORT.test(sent)) return sent
  return fail(
    `Runs cannot be sorted by '${sent}'. Write figure:accuracy or parameter:train.epochs, or one of name, state, ` +
      'created_at, started_at, ended_at and duration; -duration lists the longest first.',
  )
}

function rowsOf(runs: ListedRun[], figures: string[], parameters: string[]): string[][] {
  const head = ['RUN', 'ID', 'STATE', 'SOLUTION', 'MODEL', 'STARTED BY', 'CREATED', ...figures, ...parameters]
  const rows = runs.map((run) => [
    run.name,
    run.id,
    run.state,
    `${run.solution_name} v${run.version_num}`,
    run.model_version && `v${run.model_version}`,
    run.created_by,
    run.created_at,
    ...figures.map((name) => String(run.figures[name] ?? '')),
    ...parameters.map((name) => written(run.parameters[name])),
    run.detail,
  ])
  return [[...head, 'DETAIL'], ...rows]
}
