import { checkInstanceDeletion, deleteInstance } from '@podium/contract/calls/instances.ts'
import type { RunFilters } from '@podium/contract/calls/run-list.ts'
import {
  checkStreamDeletion,
  deleteStream,
  type listStreamsByInstance,
  type Stream,
} from '@podium/contract/calls/streams.ts'
import { disabledReasonFor } from '@podium/contract/rules/permissions.ts'
import { RUN_STATES, shownState } from '@podium/contract/rules/run-state.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarPlus, Pencil, Play } from 'lucide-react'
import { Fragment, useState } from 'react'
import { countOf } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import type { Target } from '../../navigation/target.ts'
import type { RowsElsewhere } from '../../record/list-table.tsx'
import { type DeletionTarget, useDeletion } from '../../record/use-deletion.tsx'
import { useMaker } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { RunStrip } from '../../ui/drawing/run-strip.tsx'
import { MoreMenu } from '../../ui/menu/more-menu.tsx'
import { PhoneBar } from '../../ui/table/data-table.tsx'
import table from '../../ui/table/table.module.css'
import { TableFrame } from '../../ui/table/table-frame.tsx'
import { DataTableHead, type Sort, TwistButton } from '../../ui/table/table-rows.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { OperationStatus } from '../runs/components/operation-status.tsx'
import { RUN_COLUMNS, StreamRuns } from './stream-runs.tsx'
import styles from './stream-tree.module.css'

export type InstanceGroup = ReplyOf<typeof listStreamsByInstance>['instances'][number]

interface StreamTreeProps extends RowsElsewhere<InstanceGroup> {
  /** the ids of the streams whose runs are shown */
  open: readonly string[]
  onOpen: (ids: string[]) => void
  /** the filters of the shown runs */
  filters: RunFilters
  sort: Sort
  onSort: (sort: Sort) => void
}

const FACT = classNames(text.small, text.muted)

/** Shows instances, their streams and the runs of open streams as a tree in a table. */
export function StreamTree(props: StreamTreeProps) {
  const { rows: groups = [], stale, placeholder, foot, open, onOpen, filters, sort, onSort } = props
  const [closed, setClosed] = useState<readonly string[]>([])
  const isPhone = useIsPhone()
  return (
    <div className={styles.tree}>
      <TableFrame
        name="Streams"
        {...{ stale, placeholder, foot }}
        fitted
        bar={
          isPhone &&
          groups.length > 0 && <PhoneBar {...{ columns: RUN_COLUMNS, selection: undefined, sort, onSort }} />
        }
      >
        <DataTableHead
          columns={RUN_COLUMNS}
          isHidden={isPhone}
          hasMenu
          sort={sort}
          onSort={(id) => onSort({ id, desc: sort.id === id && !sort.desc })}
        />
        {groups.map((group) => {
          const isClosed = closed.includes(group.instance_id)
          return (
            <tbody key={group.instance_id}>
              <InstanceRow
                group={group}
                open={!isClosed}
                onToggle={() => setClosed(toggled(closed, group.instance_id))}
              />
              {!isClosed &&
                group.streams.map((stream) => (
                  <Fragment key={stream.id}>
                    <StreamRow
                      stream={stream}
                      open={open.includes(stream.id)}
                      onToggle={() => onOpen(toggled(open, stream.id))}
                    />
                    {open.includes(stream.id) && <StreamRuns stream={stream} filters={filters} />}
                  </Fragment>
                ))}
            </tbody>
          )
        })}
      </TableFrame>
    </div>
  )
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
}

const DRAFT = 'This instance is a draft. Complete it before using it.'
const COUPLED = 'Coupled instances have one stream. Start the run on that stream.'

interface InstanceRowProps {
  group: InstanceGroup
  open: boolean
  onToggle: () => void
}

/** The row of an instance: its name, version and status. */
function InstanceRow({ group, open, onToggle }: InstanceRowProps) {
  const { instance_id: id, instance_name: name, solution_id, solution_name, streams } = group
  const { id: ws } = useWorkspace()
  const coupled = group.coupled && streams.length > 0 ? COUPLED : undefined
  return (
    <tr className={table.group}>
      <td colSpan={2} className={table.nameCell}>
        <div className={classNames(layout.row, styles.instance)}>
          <TwistButton open={open} label={`Streams of ${name}`} onToggle={onToggle} />
          <Link
            {...paths.instance(id, { ws })}
            className={classNames(styles.instanceName, text.cut)}
            title={name}
          >
            {name}
          </Link>
          <Link {...paths.solution(solution_id, { ws })} className={classNames(FACT, text.cut)}>
            {solution_name} {formatVersion(group.version_num)}
          </Link>
        </div>
      </td>
      <td className={classNames(table.bareOnPhone, table.titleOnPhone)}>
        <OperationStatus status={group.operation_status} />
      </td>
      <td colSpan={4} className={classNames(FACT, table.bareOnPhone)}>
        {countOf(streams.length, 'stream')}, {group.coupled ? 'coupled' : 'decoupled'}
      </td>
      <TreeMenu
        kind="instance"
        maker={group.created_by}
        runReason={group.draft ? DRAFT : coupled}
        newRun={paths.newRun({ instance: id, ws })}
        edit={paths.instance(id, { ws, edit: '1' })}
        deletion={{
          id,
          name,
          check: (send) => send(checkInstanceDeletion, { params: { id } }),
          remove: (send) => send(deleteInstance, { params: { id } }),
        }}
      />
    </tr>
  )
}

/** The row of a stream: its newest model and the states of its last runs. */
function StreamRow({ stream, open, onToggle }: { stream: Stream; open: boolean; onToggle: () => void }) {
  const { id, name, last_states, last_run_at } = stream
  const { id: ws } = useWorkspace()
  const states = last_states.flatMap((word) => RUN_STATES.filter((state) => state === word))
  return (
    <tr className={table.branch}>
      <td className={table.nameCell}>
        <span className={classNames(layout.row, styles.stream)}>
          <TwistButton open={open} label={`Runs of ${name}`} onToggle={onToggle} />
          <b className={classNames(text.cut, text.strong)} title={name}>
            {name}
          </b>
        </span>
      </td>
      <td className={classNames(table.bareOnPhone, stream.newest_model === '' && table.hiddenOnPhone)}>
        {formatVersion(stream.newest_model)}
      </td>
      <td className={table.bareOnPhone}>
        <RunStrip states={states.map(shownState)} />
      </td>
      <td colSpan={4} className={classNames(FACT, table.bareOnPhone)}>
        <span>
          {countOf(stream.run_count, 'run')}
          {last_run_at !== null && (
            <>
              , the latest created <ListTime at={last_run_at} />
            </>
          )}
        </span>
      </td>
      <TreeMenu
        kind="stream"
        maker={stream.created_by}
        newRun={paths.newRun({ stream: id, ws })}
        newSchedule={paths.newSchedule(stream.workspace_id, { stream: id })}
        edit={paths.instance(stream.instance_id, { ws, stream: id })}
        deletion={{
          id,
          name,
          check: (send) => send(checkStreamDeletion, { params: { id } }),
          remove: (send) => send(deleteStream, { params: { id } }),
        }}
      />
    </tr>
  )
}

interface TreeMenuProps {
  kind: 'instance' | 'stream'
  /** the person who created it */
  maker: string
  newRun: Target
  /** why nobody can start a run on it */
  runReason?: string | undefined
  newSchedule?: Target
  edit: Target
  deletion: DeletionTarget
}

/** The cell with the menu of an instance or a stream. */
function TreeMenu({ kind, maker, newRun, runReason, newSchedule, edit, deletion }: TreeMenuProps) {
  const navigate = useNavigate()
  const { remove } = useDeletion(kind)
  const caller = useMaker()(maker)
  return (
    <td className={table.menuCell}>
      <MoreMenu
        label={`More for ${deletion.name}`}
        items={[
          {
            label: 'New Run',
            icon: Play,
            disabledReason: disabledReasonFor('run.start', caller) ?? runReason,
            onSelect: () => void navigate(newRun),
          },
          ...(newSchedule
            ? [
                {
                  label: 'New Schedule',
                  icon: CalendarPlus,
                  disabledReason: disabledReasonFor('schedule.edit', caller),
                  onSelect: () => void navigate(newSchedule),
                },
              ]
            : []),
          {
            label: 'Edit',
            icon: Pencil,
            disabledReason: disabledReasonFor(`${kind}.edit`, caller),
            onSelect: () => void navigate(edit),
          },
          'divider',
          {
            label: 'Delete',
            removes: true,
            disabledReason: disabledReasonFor(`${kind}.delete`, caller),
            onSelect: () => void remove(deletion),
          },
        ]}
      />
    </td>
  )
}
