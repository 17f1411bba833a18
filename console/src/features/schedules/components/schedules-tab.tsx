import {
  deleteSchedule,
  editSchedule,
  listSchedules,
  type Schedule,
} from '@podium/contract/calls/schedules.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Pencil, Plus } from 'lucide-react'
import { NOTHING } from '../../../format/nothing.ts'
import { formatVersion } from '../../../format/version.ts'
import { MainButton } from '../../../navigation/main-button.tsx'
import { paths } from '../../../navigation/paths.ts'
import { ListTable } from '../../../record/list-table.tsx'
import { useChange } from '../../../record/use-change.ts'
import { useDeletion } from '../../../record/use-deletion.tsx'
import { useList } from '../../../record/use-list.ts'
import text from '../../../theme/text.module.css'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { TimeOutcomeChip } from '../time-outcome.tsx'
import { NEXT, WHEN } from './schedule-columns.tsx'

interface SchedulesTabProps {
  workspaceId: string
  /** why the person may not change them */
  disabledReason: string | undefined
}

/** The schedules that start runs of the workspace's streams. */
export function SchedulesTab({ workspaceId, disabledReason }: SchedulesTabProps) {
  const navigate = useNavigate()
  const list = useList(listSchedules, ({ schedules }) => schedules, { query: { workspace_id: workspaceId } })
  const { remove } = useDeletion('schedule')
  const { change: turn } = useChange({
    change: ({ id, active }: Schedule, send) =>
      send(editSchedule, { params: { id }, body: { active: !active } }),
    tell: ({ active, stream_name, runs_as }) => ({
      snackbar: active
        ? `The schedule of ${stream_name} is on and runs as ${runs_as}.`
        : `The schedule of ${stream_name} is off.`,
    }),
    failed: 'Failed to change the schedule.',
  })
  const start = () => void navigate(paths.newSchedule(workspaceId))
  const newButton = (
    <MainButton small icon={Plus} disabledReason={disabledReason} onClick={start}>
      New Schedule
    </MainButton>
  )
  return (
    <ListTable<Schedule>
      list={list}
      name="Schedules"
      noun="schedule"
      columns={columnsFor(disabledReason, (schedule) => void turn(schedule))}
      rowId={({ id }) => id}
      rowName={({ stream_name }) => stream_name}
      searched="Search stream"
      trailing={list.isEmpty ? undefined : newButton}
      onOpen={({ id }) => void navigate(paths.editSchedule(id))}
      menu={({ id, stream_name }) => [
        {
          label: 'Edit',
          icon: Pencil,
          disabledReason,
          onSelect: () => void navigate(paths.editSchedule(id)),
        },
        'divider',
        {
          label: 'Delete',
          removes: true,
          disabledReason,
          onSelect: () =>
            void remove({
              id,
              name: stream_name,
              consequences: `The schedule of ${stream_name} starts no more runs. The runs it has started stay.`,
              remove: (send) => send(deleteSchedule, { params: { id } }),
            }),
        },
      ]}
      empty={
        <EmptyState title="No schedules yet" action={newButton}>
          A schedule starts runs of a stream by itself, such as a training every Monday at 06:00.
        </EmptyState>
      }
    />
  )
}

function columnsFor(
  disabledReason: string | undefined,
  turn: (schedule: Schedule) => void,
): readonly Column<Schedule>[] {
  return [
    {
      id: 'stream_name',
      header: 'Stream',
      width: 'auto',
      cell: ({ id, stream_name, solution_name, version_num }) => (
        <RowName sub={`${solution_name} ${formatVersion(version_num)}`}>
          <Link {...paths.editSchedule(id)}>{stream_name}</Link>
        </RowName>
      ),
    },
    { ...WHEN, width: 'max(208px, 20vw)' },
    {
      ...NEXT,
      width: 'max(192px, 16vw)',
      // The switch in the row already says that it is off.
      cell: (schedule, isPhone) =>
        schedule.active || schedule.detail !== '' ? NEXT.cell(schedule, isPhone) : NOTHING,
    },
    {
      id: 'last',
      header: 'Last run',
      width: '15%',
      cell: ({ last, workspace_id }) => <TimeOutcomeChip time={last} workspaceId={workspace_id} />,
    },
    { id: 'runs_as', header: 'Runs as', width: '12%', cell: ({ runs_as }) => runs_as },
    {
      id: 'active',
      header: 'Active',
      width: '8%',
      onPhone: 'whole',
      cell: (schedule) => (
        <Switch
          label={<span className={text.hidden}>{schedule.stream_name} on</span>}
          checked={schedule.active}
          disabled={disabledReason !== undefined}
          onChange={() => turn(schedule)}
        />
      ),
    },
  ]
}
