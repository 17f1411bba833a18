import type { listRuns } from '@podium/contract/calls/run-list.ts'
import { shownState } from '@podium/contract/rules/run-state.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { NOTHING } from '../../format/nothing.ts'
import { formatVersion } from '../../format/version.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { Tag } from '../../ui/text/chip.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { RunChip, RunDuration } from '../runs/components/run-cells.tsx'
import { RunLink } from '../runs/components/run-link.tsx'
import { ShortFigure } from '../runs/components/short-figure.tsx'
import { StarButton } from '../runs/components/star-button.tsx'
import { tierName } from '../runs/components/tier-name.ts'
import { namesOf } from './run-address.ts'
import styles from './run-columns.module.css'

export type ListedRun = ReplyOf<typeof listRuns>['stream_histories'][number]

const NAME: Column<ListedRun> = {
  id: 'name',
  header: 'Run',
  sortable: true,
  cell: (run) => (
    <div className={classNames(layout.row, styles.run)}>
      <span className={styles.star}>
        <StarButton run={run} />
      </span>
      <div className={layout.grow}>
        <RowName sub={subOf(run)}>
          <RunLink run={run} />{' '}
          {run.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </RowName>
        {isHeld(run) && (
          <span className={classNames(text.sub, styles.why)} title={run.detail}>
            {run.detail}
          </span>
        )}
      </div>
    </div>
  ),
}

/** True for a run that failed or waits. */
function isHeld({ state }: Pick<ListedRun, 'state'>): boolean {
  return state === 'failed' || shownState(state) === 'queued'
}

/** Returns a line such as 'penguins v 1, inference, Jonas Weber'; training is not named. */
function subOf({ solution_name, version_num, pipeline, created_by }: ListedRun): string {
  const kind = pipeline === 'inference' ? ', inference' : ''
  return `${solution_name} ${formatVersion(version_num)}${kind}, ${created_by || NOTHING}`
}

/** The columns that every run fills, besides its name. */
export const FIXED_COLUMNS: readonly Column<ListedRun>[] = [
  { id: 'state', header: 'State', sortable: true, cell: ({ state }) => <RunChip state={state} /> },
  { id: 'reason', header: 'Reason or note', onlyWide: true, cell: (run) => <Reason run={run} /> },
  { id: 'stream', header: 'Stream', cell: (run) => run.stream_name, onPhone: 'hidden' },
  { id: 'pipeline', header: 'Pipeline', cell: (run) => run.pipeline, onPhone: 'hidden' },
  { id: 'tier', header: 'Tier', cell: (run) => tierName(run.execution_spec), onPhone: 'hidden' },
  { id: 'model', header: 'Model', cell: (run) => formatVersion(run.model_version), onPhone: 'hidden' },
  {
    id: 'created_at',
    header: 'Started',
    sortable: true,
    cell: (run) => <ListTime at={run.started_at} />,
  },
  {
    id: 'duration',
    header: 'Duration',
    sortable: true,
    numeric: true,
    cell: (run) => <RunDuration run={run} />,
  },
]

/** Returns the name column and the chosen columns in their order; unknown ids are left out. */
export function runColumns(ids: readonly string[]): readonly Column<ListedRun>[] {
  return [NAME, ...ids.flatMap((id) => columnOf(id) ?? [])]
}

/** On a phone, a run has two lines with one figure, and a third if it failed or waits. Other columns only sort. */
export function phoneColumns(ids: readonly string[], sortedBy: string): readonly Column<ListedRun>[] {
  const figures = namesOf(ids, 'figure:')
  const figure = figures.find((name) => sortedBy === `figure:${name}`) ?? figures[0]
  const facts: Column<ListedRun> = {
    id: 'facts',
    header: 'Stream, start and figure',
    onPhone: 'line',
    cell: (run) => <RunFacts run={run} figure={figure} />,
  }
  const others = ids.flatMap((id) => columnOf(id) ?? [])
  return [RECORD, facts, ...others.map((column) => ({ ...column, onPhone: 'hidden' as const }))]
}

/** The first line of a run on a phone. */
const RECORD: Column<ListedRun> = {
  ...NAME,
  cell: (run) => (
    <div className={layout.row}>
      <div className={layout.grow}>
        <RowName>
          <RunLink run={run} />
        </RowName>
      </div>
      <RunChip state={run.state} />
      <span className={styles.star}>
        <StarButton run={run} />
      </span>
    </div>
  ),
}

/** The other lines of a run on a phone. */
function RunFacts({ run, figure = '' }: { run: ListedRun; figure: string | undefined }) {
  const value = run.figures[figure]
  return (
    <div className={styles.facts}>
      <div className={classNames(layout.row, text.note, text.unbroken)}>
        <span className={text.line}>{run.stream_name}</span> <span>{formatVersion(run.version_num)}</span>
        <span className={layout.end}>{run.started_at !== null && <ListTime at={run.started_at} />}</span>
        {value !== undefined && (
          <>
            <span className={classNames(text.line, styles.figure)}>{figure}</span> <ShortFigure of={value} />
          </>
        )}
      </div>
      {isHeld(run) && <Reason run={run} />}
    </div>
  )
}

function columnOf(id: string): Column<ListedRun> | undefined {
  const figure = nameAfter('figure:', id)
  const parameter = nameAfter('parameter:', id)
  if (figure) return { id, header: figure, sortable: true, numeric: true, cell: figureCell(figure) }
  if (parameter)
    return { id, header: parameter, sortable: true, numeric: true, cell: parameterCell(parameter) }
  return FIXED_COLUMNS.find((column) => column.id === id)
}

function nameAfter(kind: string, id: string): string {
  return id.startsWith(kind) ? id.slice(kind.length) : ''
}

/** Shows a figure, muted if the run did not succeed. */
function figureCell(name: string) {
  return ({ figures, state }: ListedRun) => (
    <ShortFigure of={figures[name]} className={state === 'succeeded' ? undefined : text.muted} />
  )
}

function parameterCell(name: string) {
  return ({ parameters }: ListedRun) => {
    const value = parameters[name]
    if (value === undefined) return NOTHING
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

/** Shows why the run failed or waits, else the first line of its note; the tooltip has the full text. */
function Reason({ run }: { run: ListedRun }) {
  const [first = ''] = run.note.split('\n')
  const words = isHeld(run) ? run.detail : first
  if (words === '') return null
  return (
    <span className={classNames(text.muted, styles.reason)} title={words}>
      {words}
    </span>
  )
}
