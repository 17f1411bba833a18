import { listRuns, type RunFilters } from '@podium/contract/calls/run-list.ts'
import type { Run } from '@podium/contract/calls/runs.ts'
import type { Stream } from '@podium/contract/calls/streams.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { NOTHING } from '../../format/nothing.ts'
import { countOf } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { useWorkspace } from '../../session/use-session.ts'
import text from '../../theme/text.module.css'
import { TextButton } from '../../ui/button/button.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { CellText } from '../../ui/table/cell-text.tsx'
import table from '../../ui/table/table.module.css'
import { type Column, DataTableRow, RowName } from '../../ui/table/table-rows.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { RunChip, RunDuration } from '../runs/components/run-cells.tsx'
import { RunLink } from '../runs/components/run-link.tsx'
import { tierName } from '../runs/components/tier-name.ts'
import styles from './stream-tree.module.css'
import { useRunMenu } from './use-run-menu.ts'

/** The columns of the tree, for the row of a run. */
export const RUN_COLUMNS: readonly Column<Run>[] = [
  {
    id: 'name',
    header: 'Stream and run',
    sortable: true,
    width: 'auto',
    cell: (run) => (
      <div className={styles.run}>
        <RowName>
          <RunLink run={run} />{' '}
          {run.pipeline === 'inference' && <span className={text.muted}>inference</span>}
        </RowName>
      </div>
    ),
  },
  {
    id: 'model',
    header: 'Model',
    width: '7%',
    cell: (run) => formatVersion(run.model_version),
    onPhone: 'beside',
  },
  {
    id: 'state',
    header: 'State',
    width: '12%',
    cell: (run) => <RunChip state={run.state} />,
    onPhone: 'title',
  },
  {
    id: 'tier',
    header: 'Tier',
    width: '10%',
    cell: (run) => tierName(run.execution_spec),
    onPhone: 'hidden',
  },
  {
    id: 'maker',
    header: 'Started by',
    width: '14.5%',
    cell: (run) => <CellText of={run.created_by} />,
    onPhone: 'hidden',
  },
  {
    id: 'started',
    header: 'Started',
    width: '12%',
    cell: (run) => (run.started_at === null ? NOTHING : <ListTime at={run.started_at} />),
    onPhone: 'beside',
  },
  {
    id: 'duration',
    header: 'Duration',
    width: 'max(144px, 12vw)',
    cell: (run) => <RunDuration run={run} />,
    numeric: true,
    onPhone: 'beside',
  },
]

interface StreamRunsProps {
  stream: Stream
  /** the filters of the shown runs */
  filters: RunFilters
}

const FIRST = 5
const MORE = 20

/** Lists the newest runs of an open stream, and earlier ones on request. */
export function StreamRuns({ stream, filters }: StreamRunsProps) {
  const { id: workspace_id } = useWorkspace()
  const menuOf = useRunMenu()
  const isPhone = useIsPhone()
  const [shown, setShown] = useState(FIRST)
  const { data, error, refetch } = useQuery({
    ...q(listRuns, { query: { workspace_id, ...filters, stream_id: stream.id, page_size: shown } }),
    placeholderData: keepPreviousData,
  })
  if (!data)
    return (
      <WholeRow>
        {error ? (
          <span role="alert">
            {sentenceFor(error)} <TextButton onClick={() => void refetch()}>Retry</TextButton>
          </span>
        ) : (
          <SkeletonRows label={`Loading runs of ${stream.name}`} rows={Math.min(FIRST, stream.run_count)} />
        )}
      </WholeRow>
    )
  const earlier = data.total - data.stream_histories.length
  return (
    <>
      {data.stream_histories.map((run) => (
        <DataTableRow
          key={run.id}
          row={run}
          name={run.name}
          columns={RUN_COLUMNS}
          menu={menuOf(run)}
          isPhone={isPhone}
        />
      ))}
      {data.total === 0 && (
        <WholeRow>
          <span className={text.muted}>
            {Object.keys(filters).length > 0
              ? 'No run of this stream matches.'
              : 'This stream has no runs yet.'}
          </span>
        </WholeRow>
      )}
      {earlier > 0 && (
        <WholeRow>
          <TextButton onClick={() => setShown(shown + MORE)}>{countOf(earlier, 'earlier run')}</TextButton>
        </WholeRow>
      )}
    </>
  )
}

function WholeRow({ children }: { children: ReactNode }) {
  return (
    <tr className={table.leaf}>
      <td colSpan={8} className={table.bareOnPhone}>
        <div className={styles.run}>{children}</div>
      </td>
    </tr>
  )
}
