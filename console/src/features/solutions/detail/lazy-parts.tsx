import type { Instance } from '@podium/contract/calls/instances.ts'
import { listSolutionRuns, type Run } from '@podium/contract/calls/runs.ts'
import type { Solution, VersionDetail } from '@podium/contract/calls/solutions.ts'
import type { Stream } from '@podium/contract/calls/streams.ts'
import { RUN_STATES, type ShownState, shownState } from '@podium/contract/rules/run-state.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { type ParameterField, parameterFields } from '@podium/contract/solution-metadata/parameters.ts'
import { withoutEffect } from '@podium/contract/solution-metadata/without-effect.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatDuration } from '../../../format/duration.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf, formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { CodeBlock } from '../../../ui/code/code-block.tsx'
import { RunStrip } from '../../../ui/drawing/run-strip.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card, DisclosureCard } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Chip, StateChip } from '../../../ui/text/chip.tsx'
import { ListTime } from '../../../ui/text/moment.tsx'
import { Mono } from '../../../ui/text/mono.tsx'
import { Person } from '../../workspaces/components/person.tsx'
import { useHost } from '../checks/use-host.ts'
import { WithoutEffect } from '../components/without-effect.tsx'
import { textOf } from '../metadata-text.ts'
import styles from '../solution-page.module.css'
import { instancesQuery, streamsQuery } from '../solution-record.tsx'
import { allowedWords, valueWords } from './parameter-words.ts'

const SHOWN = 20
const RUNS_SHOWN = 5
const TONES = { draft: 'outline', idle: 'quiet', training: 'info', failed: 'bad' } as const

/** Shows what uses the solution: instances, their streams, and the newest runs. */
export function UsesPart({ solution }: { solution: Solution }) {
  const { id, workspace_id: ws } = solution
  const instances = useQuery(instancesQuery(solution))
  const streams = useQuery(streamsQuery(solution))
  const runs = useQuery(
    q(listSolutionRuns, { params: { id }, query: { page_size: RUNS_SHOWN, sort: '-created_at' } }),
  )
  const streamCount = streams.data?.total ?? 0
  const runCount = runs.data?.total ?? 0
  return (
    <>
      <UsesCard
        title="Instances"
        note={instances.data && amountOf(instances.data.total)}
        query={instances}
        rows={instances.data?.instances.slice(0, SHOWN)}
        columns={instanceColumns}
        empty="New Run creates one with its first run."
      />
      <UsesCard
        title="Streams"
        note={streamCount > 0 ? formatNumber(streamCount) : undefined}
        trailing={
          streamCount > SHOWN && (
            <Link {...paths.models({ solution_id: id, ws })}>All {formatNumber(streamCount)} streams</Link>
          )
        }
        query={streams}
        rows={streams.data?.streams.slice(0, SHOWN)}
        columns={streamColumns}
        empty="The first run creates one."
      />
      <UsesCard
        title="Recent runs"
        trailing={
          runCount > RUNS_SHOWN && (
            <Link {...paths.models({ view: 'runs', solution_id: id, ws })}>All {formatNumber(runCount)}</Link>
          )
        }
        query={runs}
        rows={runs.data?.stream_histories}
        columns={runColumns(ws)}
        empty="New Run starts the first one."
      />
    </>
  )
}

/** '20 of 1,204', or '3' if all are shown. */
function amountOf(total: number): string {
  return total > SHOWN ? `${SHOWN} of ${formatNumber(total)}` : formatNumber(total)
}

interface UsesCardProps<Row> {
  /** such as 'Recent runs'; the last word is the plural of the rows */
  title: string
  note?: string | undefined
  trailing?: ReactNode
  query: UseQueryResult
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  /** the sentence shown without rows */
  empty: string
}

function UsesCard<Row extends { id: string; name: string }>(props: UsesCardProps<Row>) {
  const { title, note, trailing, query, rows, columns, empty } = props
  const nouns = title.toLowerCase().split(' ').at(-1)
  const waiting = queryPlaceholder(query, String(nouns), { rows: 2, tall: true })
  return (
    <Card title={title} note={note} trailing={trailing} flush>
      <div className={styles.uses}>
        <DataTable
          name={title}
          bare
          tall
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          placeholder={
            waiting ?? (rows?.length === 0 && <EmptyState title={`No ${nouns} yet`}>{empty}</EmptyState>)
          }
        />
      </div>
    </Card>
  )
}

const instanceColumns: readonly Column<Instance>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name, coupled, workspace_id: ws }) => (
      <RowName sub={coupled ? 'coupled' : 'decoupled'}>
        <Link {...paths.instance(id, { ws })}>{name}</Link>
      </RowName>
    ),
  },
  { id: 'version', header: 'Version', cell: ({ version_num }) => formatVersion(version_num) },
  {
    id: 'status',
    header: 'Status',
    cell: ({ operation_status: status }) => <Chip tone={TONES[status]}>{status}</Chip>,
  },
  { id: 'created_by', header: 'Created by', cell: ({ created_by }) => created_by || NOTHING },
  { id: 'streams', header: 'Streams', numeric: true, cell: ({ stream_count }) => formatNumber(stream_count) },
]

const streamColumns: readonly Column<Stream>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name, instance_name, solution_id, workspace_id: ws }) => (
      <RowName sub={instance_name === name ? undefined : instance_name}>
        <Link {...paths.models({ solution_id, open: id, ws })}>{name}</Link>
      </RowName>
    ),
  },
  { id: 'version', header: 'Version', cell: ({ version_num }) => formatVersion(version_num) },
  { id: 'model', header: 'Newest model', cell: ({ newest_model }) => formatVersion(newest_model) },
  { id: 'states', header: 'Last 10', cell: ({ last_states }) => <RunStrip states={statesOf(last_states)} /> },
  { id: 'last', header: 'Last run', cell: ({ last_run_at }) => <ListTime at={last_run_at} /> },
  { id: 'runs', header: 'Runs', numeric: true, cell: ({ run_count }) => formatNumber(run_count) },
]

function statesOf(words: readonly string[]): ShownState[] {
  return words.flatMap((word) => RUN_STATES.filter((state) => state === word).map(shownState))
}

const runColumns = (ws: string): readonly Column<Run>[] => [
  {
    id: 'name',
    header: 'Run',
    cell: ({ id, name, pipeline, version_num }) => (
      <RowName sub={`${formatVersion(version_num)}, ${pipeline}`}>
        <Link {...paths.run(id, { ws })}>{name}</Link>
      </RowName>
    ),
  },
  { id: 'model', header: 'Model', cell: ({ model_version }) => formatVersion(model_version) },
  {
    id: 'state',
    header: 'State',
    onPhone: 'title',
    cell: ({ state }) => <StateChip state={shownState(state)} />,
  },
  {
    id: 'created_by',
    header: 'Started by',
    cell: ({ created_by }) => created_by || NOTHING,
    onPhone: 'hidden',
  },
  { id: 'created_at', header: 'Created', cell: ({ created_at }) => <ListTime at={created_at} /> },
  {
    id: 'duration',
    header: 'Duration',
    numeric: true,
    cell: ({ started_at, ended_at }) =>
      started_at === null || ended_at === null
        ? NOTHING
        : formatDuration((Date.parse(ended_at) - Date.parse(started_at)) / 1000),
  },
]

const USERS_SHOWN = 8

/** The users of the solution: everyone who made one of its newest instances or streams. */
export function UsersCard({ solution }: { solution: Solution }) {
  const instances = useQuery(instancesQuery(solution))
  const streams = useQuery(streamsQuery(solution))
  const users = usersOf(instances.data?.instances ?? [], streams.data?.streams ?? [])
  const isKnown = instances.data !== undefined && streams.data !== undefined
  return (
    <Card title="Used by" note={users.length || undefined}>
      {users.length === 0 && <p className={text.muted}>{isKnown ? 'Not used yet.' : NOTHING}</p>}
      <ul className={layout.stackTight}>
        {users.slice(0, USERS_SHOWN).map((user) => (
          <li key={user.name}>
            <Person name={user.name} sub={usedWords(user)} />
          </li>
        ))}
        {users.length > USERS_SHOWN && <li className={text.muted}>and {users.length - USERS_SHOWN} more</li>}
      </ul>
    </Card>
  )
}

type Made = Pick<Instance | Stream, 'created_by'>

/** Returns everyone who made one of them, most first. Deleted accounts have no name and are left out. */
export function usersOf(instances: readonly Made[], streams: readonly Made[]) {
  const names = new Set([...instances, ...streams].map(({ created_by }) => created_by))
  names.delete('')
  const countBy = (name: string, made: readonly Made[]) =>
    made.filter(({ created_by }) => created_by === name).length
  return [...names]
    .map((name) => ({ name, instances: countBy(name, instances), streams: countBy(name, streams) }))
    .sort((one, other) => other.instances + other.streams - one.instances - one.streams)
}

/** '2 instances, 1 stream' */
export function usedWords({ instances, streams }: Record<'instances' | 'streams', number>): string {
  const parts = [instances > 0 && countOf(instances, 'instance'), streams > 0 && countOf(streams, 'stream')]
  return parts.filter(Boolean).join(', ')
}

/** The requirements of a run of the version, and its metadata as registered. */
export function MadePart({ version, metadata }: { version: VersionDetail; metadata: Metadata | null }) {
  const json = textOf(version)
  const host = useHost()
  return (
    <>
      {metadata && <WithoutEffect sentences={withoutEffect(metadata, version.tool_files, host)} />}
      {metadata && <ParametersCard metadata={metadata} />}
      <DisclosureCard title="metadata.json" summary={formatFileSize(new Blob([json]).size)}>
        <CodeBlock label="Metadata" code={json} json copy />
      </DisclosureCard>
    </>
  )
}

type Parameter = ParameterField & { pipeline: string }

const parameterColumns: readonly Column<Parameter>[] = [
  {
    id: 'name',
    header: 'Parameter',
    cell: ({ name, description }) => (
      <>
        <span className={text.strong}>{name}</span>
        {description !== '' && <span className={text.sub}>{description}</span>}
      </>
    ),
  },
  { id: 'pipeline', header: 'Pipeline / step', onPhone: 'whole', cell: stepWords },
  {
    id: 'type',
    header: 'Type',
    cell: ({ type }) => (
      <span translate="no" className={classNames(text.mono, text.unbroken)}>
        {type}
      </span>
    ),
  },
  { id: 'default', header: 'Default', cell: (parameter) => <Mono>{valueWords(parameter.default)}</Mono> },
  {
    id: 'allowed',
    header: 'Allowed',
    onPhone: 'whole',
    cell: (parameter) => <Mono>{allowedWords(parameter)}</Mono>,
  },
]

/** 'train / input', or one word if both have the same name */
function stepWords({ pipeline, step }: Parameter): string {
  return pipeline === step ? step : `${pipeline} / ${step}`
}

function ParametersCard({ metadata }: { metadata: Metadata }) {
  const parameters = metadata.pipeline.flatMap((pipeline) =>
    parameterFields(pipeline).map((field) => ({ ...field, pipeline: pipeline.type })),
  )
  if (parameters.length === 0)
    return (
      <Card title="Parameters">
        <p className={text.muted}>This version has no parameters.</p>
      </Card>
    )
  return (
    <Card title="Parameters" note={formatNumber(parameters.length)} flush>
      <div className={styles.parameters}>
        <DataTable
          name="Parameters"
          bare
          columns={parameterColumns}
          rows={parameters}
          rowId={({ pipeline, step, name }) => JSON.stringify([pipeline, step, name])}
          rowName={({ name }) => name}
        />
      </div>
    </Card>
  )
}
