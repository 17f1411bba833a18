import type { Instance } from '@podium/contract/calls/instances.ts'
import { listSchedules, type Schedule } from '@podium/contract/calls/schedules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatNumber } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import { RowLink } from '../../../navigation/row-link.tsx'
import { useMaker } from '../../../session/use-caller.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { NEXT, WHEN } from '../../schedules/components/schedule-columns.tsx'
import { instanceReasons } from '../components/instance-actions.ts'
import { instanceStreams } from './instance-queries.ts'

const COLUMNS: readonly Column<Schedule>[] = [
  {
    id: 'stream_name',
    header: 'Stream',
    width: '20%',
    cell: ({ id, stream_name }) => <RowLink to={paths.editSchedule(id)} name={stream_name} />,
  },
  { ...WHEN, width: '37%' },
  NEXT,
]

/** The schedules that start runs of the instance's streams. */
export function SchedulesCard({ instance }: { instance: Instance }) {
  const { id: instance_id, workspace_id } = instance
  const navigate = useNavigate()
  const makerOf = useMaker()
  const reasons = instanceReasons(instance, makerOf(instance.created_by))
  const query = useQuery(q(listSchedules, { query: { workspace_id, instance_id, page_size: 100 } }))
  const { data: streams } = useQuery(instanceStreams(workspace_id, instance_id))
  const { data } = query
  const only = streams?.total === 1 ? streams.streams[0]?.id : undefined
  return (
    <Card
      title="Schedules"
      note={data && formatNumber(data.total)}
      trailing={
        <Button
          small
          icon={CalendarPlus}
          disabledReason={reasons.schedule}
          onClick={() => void navigate(paths.newSchedule(workspace_id, only ? { stream: only } : {}))}
        >
          New Schedule
        </Button>
      }
      flush
    >
      {data?.total === 0 ? (
        <p className={classNames(layout.inset, text.muted)}>
          A schedule starts runs of a stream by itself, such as a training every Monday at 06:00.
        </p>
      ) : (
        <DataTable<Schedule>
          name="Schedules"
          bare
          tall
          columns={COLUMNS}
          rows={data?.schedules}
          rowId={({ id }) => id}
          rowName={({ stream_name }) => stream_name}
          placeholder={queryPlaceholder(query, 'schedules', { rows: 2 })}
          foot={
            data &&
            data.total > data.schedules.length && (
              <p className={classNames(layout.inset, text.muted, text.small)}>
                {`Only the newest ${data.schedules.length} are shown; `}
                <Link {...paths.workspace(workspace_id, { tab: 'schedules' })}>see all of the workspace</Link>
                .
              </p>
            )
          }
        />
      )}
    </Card>
  )
}
