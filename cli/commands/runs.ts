import { listRuns, RUN_SORT } from '@podium/contract/calls/run-list.ts'
import { namesInList } from '@podium/contract/rules/name-list.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { command } from '../command.ts'
import { JSON_OUTPUT } from '../options.ts'
import { print, printFault, printJson, printRows, written } from '../print.ts'
import { RUN_FILTERS, runFiltersOf } from '../run-filters.ts'

type ListedRun = ReplyOf<typeof listRuns>['stream_histories'][number]

const PAGE = 20
const LARGEST_PAGE = 1000

/** Prints the matching runs: the first twenty, or all with --all. */
export const runs = command({
  name: 'runs',
  args: '[FILTERS]',
  about: 'the newest 20 runs; --all for all that match',
  options: {
    ...RUN_FILTERS,
    sort: { value: 'FIELD', help: 'such as -created_at, duration or figure:loss' },
    figures: { value: 'NAMES', help: 'columns of figures: loss,accuracy' },
    parameters: { value: 'NAMES', help: 'columns of parameters: epochs,lr' },
    all: { help: 'all that match' },
    json: JSON_OUTPUT,
  },
  async run({ options, open }) {
    const filters = runFiltersOf(options)
    const sort = sortOf(options.sort ?? '-created_at')
    const { connection, workspace } = await open()
    const query = {
      ...filters,
      workspace_id: workspace.id,
      sort,
      page_size: options.all ? LARGEST_PAGE : PAGE,
      ...(options.figures && { figures: options.figures }),
      ...(options.parameters && { parameters: options.parameters }),
    }
    const first = await call(connection, listRuns, { query })
    const found = first.stream_histories
    let cursor = options.all ? first.next_cursor : null
    while (cursor !== null) {
      const page = await call(connection, listRuns, { query: { ...query, cursor } })
      found.push(...page.stream_histories)
      cursor = page.next_cursor
    }
    if (options.json) return printJson(found)
    if (found.length === 0) return print(`No run matches in ${workspace.display_name}.`)
    printRows(rowsOf(found, namesInList(options.figures ?? ''), namesInList(options.parameters ?? '')))
    if (found.length < first.total)
      printFault(
        `${found.length} of ${first.total}${first.total_is_capped ? ' or more' : ''} runs. All of them: --all`,
      )
  },
})

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
