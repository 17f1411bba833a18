import type { exportRuns as exportRoute } from '@podium/contract/calls/run-list.ts'
import { namesInList } from '@podium/contract/rules/name-list.ts'
import type { QueryOf } from '@podium/contract/wire/call.ts'
import { csvHead, csvLine } from '@podium/contract/wire/csv.ts'
import type { Database } from '@podium/database/connect.ts'
import type { ListedRun } from '../../run-records/reads.ts'
import { fullNames } from './parameter-names.ts'
import type { Reading } from './run-filter.ts'
import { type Extras, type RunList, withExtras } from './run-list.ts'
import { MAX_COUNTED } from './run-page.ts'

const COLUMNS = [
  'name',
  'state',
  'detail',
  'pipeline',
  'solution_name',
  'version_num',
  'instance_name',
  'stream_name',
  'model_version',
  'execution_spec',
  'tags',
  'note',
  'created_by',
  'created_at',
  'started_at',
  'ended_at',
  'id',
] as const satisfies (keyof ListedRun)[]

const AT_ONCE = 500

type Asked = Omit<QueryOf<typeof exportRoute>, 'workspace_id' | 'workspace_name'>
type Shown = Record<'figures' | 'parameters', string[]>

/**
 * Exports the matching runs as CSV, at most MAX_COUNTED of them, some hundreds at a time. Each requested figure and
 * parameter has a column, under its full name. The first page is read before the answer begins, so that an invalid query still gets an
 * error.
 */
export async function exportRuns(db: Database, list: RunList, reading: Reading, query: Asked) {
  const asked = namesInList(query.parameters ?? '')
  const known = await Promise.all(asked.map((name) => fullNames(db, reading.workspace_id, name)))
  const shown = {
    figures: namesInList(query.figures ?? ''),
    parameters: asked.flatMap((name, at) => (known[at]?.length ? known[at] : [name])),
  }
  const readPage = (cursor: string | undefined) =>
    list(reading, { ...query, page: 1, page_size: AT_ONCE, cursor })
  const first = await readPage(undefined)

  async function* lines(): AsyncGenerator<string> {
    yield csvHead([...COLUMNS, ...shown.figures, ...shown.parameters])
    let page = first
    for (let written = 0; ; ) {
      const runs = await withExtras(db, reading.account_id, page.stream_histories, shown)
      yield runs.map((run) => csvLine(cellsOf(run, shown))).join('')
      written += runs.length
      if (page.next_cursor === null || written >= MAX_COUNTED) return
      page = await readPage(page.next_cursor)
    }
  }
  return lines()
}

function cellsOf(run: ListedRun & Extras, { figures, parameters }: Shown): (string | number)[] {
  return [
    ...COLUMNS.map((column) => cellOf(column === 'tags' ? run.tags.join(', ') : run[column])),
    ...figures.map((name) => cellOf(run.figures[name])),
    ...parameters.map((name) => cellOf(run.parameters[name])),
  ]
}

function cellOf(value: unknown): string | number {
  if (typeof value === 'number') return value
  return value === null || value === undefined ? '' : String(value)
}
