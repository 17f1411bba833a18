import type { ReplyOf } from '@podium/contract/call.ts'
import { checkInstanceDeletion, deleteInstance } from '@podium/contract/instances.ts'
import { disabledReasonFor } from '@podium/contract/permissions.ts'
import { RUN_STATES, type RunState, type ShownState, shownState } from '@podium/contract/run-state.ts'
import {
  checkStreamDeletion,
  deleteStream,
  type listStreamsByInstance,
  type Stream,
} from '@podium/contract/streams.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Play, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import type { RowsElsewhere } from '../../../record/list-table.tsx'
import { useDeletion } from '../../../record/use-deletion.tsx'
import { useMaker } from '../../../session/use-caller.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { RunStrip } from '../../../ui/drawing/run-strip.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import table from '../../../ui/table/table.module.css'
import { TableFrame } from '../../../ui/table/table-frame.tsx'
import { type Sort, SortButton, TwistButton } from '../../../ui/table/table-rows.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { OperationStatus } from '../components/operation-status.tsx'
import styles from './model-tree.module.css'
import { StreamRuns } from './stream-runs.tsx'

/** An instance with its streams. */
export type InstanceGroup = ReplyOf<typeof listStreamsByInstance>['instances'][number]

interface ModelTreeProps extends RowsElsewhere<InstanceGroup> {
  /** the ids of the streams whose runs are shown */
  open: readonly string[]
  onOpen: (ids: string[]) => void
  /** the only state whose runs are shown */
  state: RunState | undefined
  sort: Sort
  onSort: (sort: Sort) => void
}

const FACTS = ['Model', 'State', 'Tier', 'Started by', 'Started'] as const
const FACT = classNames(text.small, text.muted)

/** Instances, their streams and the runs of open ones, as one tree in a table. */
export function ModelTree(props: ModelTreeProps) {
  const { rows: groups = [], stale, placeholder, foot, open, onOpen, state, sort, onSort } = props
  const [closed, setClosed] = useState<readonly string[]>([])
  const isByName = sort.id === 'name'
  return (
    <div className={styles.tree}>
      <TableFrame name="Inference models" stale={stale} placeholder={placeholder} foot={foot}>
        <thead>
          <tr>
            <th scope="col" aria-sort={isByName ? (sort.desc ? 'descending' : 'ascending') : undefined}>
              <SortButton
                sorted={isByName && (sort.desc ? 'desc' : 'asc')}
                onToggle={() => onSort({ id: 'name', desc: isByName && !sort.desc })}
              >
                Stream and run
              </SortButton>
            </th>
            {FACTS.map((fact) => (
              <th key={fact} scope="col">
                {fact}
              </th>
            ))}
            <th scope="col" className={table.numeric}>
              Duration
            </th>
            <th scope="col" className={table.menuCell}>
              <span className={text.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
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
                    {open.includes(stream.id) && <StreamRuns stream={stream} state={state} />}
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
const COUPLED = 'It is coupled to its one stream. Start the run on that stream.'

interface InstanceRowProps {
  group: InstanceGroup
  open: boolean
  onToggle: () => void
}

/** The head of a group: which version runs under which name, and how it is doing. */
function InstanceRow({ group, open, onToggle }: InstanceRowProps) {
  const { instance_id: id, instance_name: name, solution_id, solution_name, streams } = group
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const { remove } = useDeletion('instance')
  const makerOf = useMaker()
  const maker = makerOf(group.created_by)
  const coupled = group.coupled && streams.length > 0 ? COUPLED : undefined

  return (
    <tr className={table.group}>
      <td colSpan={8}>
        <div className={classNames(layout.row, styles.instance)}>
          <TwistButton open={open} label={`Streams of ${name}`} onToggle={onToggle} />
          <Link
            {...paths.instance(id, { ws })}
            className={classNames(styles.instanceName, text.cut)}
            title={name}
          >
            {name}
          </Link>
          <Link {...paths.solution(solution_id, { ws })} className={FACT}>
            {solution_name} {formatVersion(group.version_num)}
          </Link>
          <Chip tone="outline">{group.coupled ? 'coupled' : 'decoupled'}</Chip>
          <OperationStatus status={group.operation_status} />
          <span className={FACT}>{countOf(streams.length, 'stream')}</span>
          <span className={styles.menu}>
            <Menu
              trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />}
              items={[
                {
                  label: 'New Run',
                  icon: Play,
                  disabledReason: disabledReasonFor('run.start', maker) ?? (group.draft ? DRAFT : coupled),
                  onSelect: () => void navigate(paths.newRun({ instance: id, ws })),
                },
                {
                  label: 'Edit',
                  icon: Pencil,
                  disabledReason: disabledReasonFor('instance.edit', maker),
                  onSelect: () => void navigate(paths.instance(id, { ws, edit: '1' })),
                },
                'divider',
                {
                  label: 'Delete',
                  icon: Trash2,
                  removes: true,
                  disabledReason: disabledReasonFor('instance.delete', maker),
                  onSelect: () =>
                    void remove({
                      id,
                      name,
                      check: (send) => send(checkInstanceDeletion, { params: { id } }),
                      remove: (send) => send(deleteInstance, { params: { id } }),
                    }),
                },
              ]}
            />
          </span>
        </div>
      </td>
    </tr>
  )
}

interface StreamRowProps {
  stream: Stream
  open: boolean
  onToggle: () => void
}

/** A stream with the model it has reached and how its last runs went. */
function StreamRow({ stream, open, onToggle }: StreamRowProps) {
  const { id, name, run_count, last_run_at } = stream
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const { remove } = useDeletion('stream')
  const makerOf = useMaker()
  const maker = makerOf(stream.created_by)
  return (
    <tr className={table.branch}>
      <td>
        <span className={classNames(layout.row, styles.streamName)}>
          <TwistButton open={open} label={`Runs of ${name}`} onToggle={onToggle} />
          <b className={text.cut} title={name}>
            {name}
          </b>
        </span>
      </td>
      <td>{formatVersion(stream.newest_model)}</td>
      <td>
        <RunStrip states={stream.last_states.flatMap(shown)} />
      </td>
      <td colSpan={4} className={FACT}>
        {countOf(run_count, 'run')}
        {last_run_at !== null && (
          <>
            , the last <Moment at={last_run_at} />
          </>
        )}
      </td>
      <td className={classNames(table.menuCell, styles.menuCell)}>
        <Menu
          trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />}
          items={[
            {
              label: 'New Run',
              icon: Play,
              disabledReason: disabledReasonFor('run.start', maker),
              onSelect: () => void navigate(paths.newRun({ stream: id, ws })),
            },
            {
              label: 'Edit',
              icon: Pencil,
              disabledReason: disabledReasonFor('stream.edit', maker),
              onSelect: () => void navigate(paths.instance(stream.instance_id, { ws, stream: id })),
            },
            'divider',
            {
              label: 'Delete',
              icon: Trash2,
              removes: true,
              disabledReason: disabledReasonFor('stream.delete', maker),
              onSelect: () =>
                void remove({
                  id,
                  name,
                  check: (send) => send(checkStreamDeletion, { params: { id } }),
                  remove: (send) => send(deleteStream, { params: { id } }),
                }),
            },
          ]}
        />
      </td>
    </tr>
  )
}

function shown(word: string): ShownState[] {
  const state = RUN_STATES.find((known) => known === word)
  return state ? [shownState(state)] : []
}
