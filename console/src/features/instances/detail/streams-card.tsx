import type { Instance } from '@podium/contract/calls/instances.ts'
import {
  type ChosenParameters,
  checkStreamDeletion,
  deleteStream,
  type Stream,
} from '@podium/contract/calls/streams.ts'
import { disabledReasonFor } from '@podium/contract/rules/permissions.ts'
import { type RunState, shownState } from '@podium/contract/rules/run-state.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Pencil, Play, Plus } from 'lucide-react'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { countOf, formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { RowLink } from '../../../navigation/row-link.tsx'
import { useAddress } from '../../../navigation/use-address.ts'
import { useDeletion } from '../../../record/use-deletion.tsx'
import { useMaker } from '../../../session/use-caller.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { RunStrip } from '../../../ui/drawing/run-strip.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { MenuItem } from '../../../ui/menu/menu-popup.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { ListTime } from '../../../ui/text/moment.tsx'
import { instanceReasons } from '../components/instance-actions.ts'
import { instanceStreams } from './instance-queries.ts'

/** The widths align two columns with those of the schedules below. */
const COLUMNS: readonly Column<Stream>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '20%',
    cell: ({ id, name, workspace_id, instance_name, parameters }) => (
      <RowLink
        to={paths.models({ ws: workspace_id, q: instance_name, open: id })}
        name={name}
        sub={ownWords(parameters)}
      />
    ),
  },
  {
    id: 'model',
    header: 'Newest model',
    width: '22%',
    cell: ({ newest_model }) => formatVersion(newest_model),
  },
  {
    id: 'strip',
    header: 'Last 10',
    width: '15%',
    cell: ({ last_states }) => (
      <RunStrip states={last_states.map((state) => shownState(state as RunState))} />
    ),
  },
  { id: 'last_run_at', header: 'Last run', cell: ({ last_run_at }) => <ListTime at={last_run_at} /> },
  { id: 'run_count', header: 'Runs', numeric: true, cell: ({ run_count }) => formatNumber(run_count) },
]

/** The streams of the instance; each links to its runs. */
export function StreamsCard({ instance }: { instance: Instance }) {
  const { id, workspace_id: ws, coupled, draft } = instance
  const navigate = useNavigate()
  const { change } = useAddress()
  const makerOf = useMaker()
  const { remove } = useDeletion('stream')
  const query = useQuery(instanceStreams(ws, id))
  const { data } = query
  const reasons = instanceReasons(instance, makerOf(instance.created_by))

  function removeStream({ id, name }: Stream) {
    return remove({
      id,
      name,
      check: (send) => send(checkStreamDeletion, { params: { id } }),
      remove: (send) => send(deleteStream, { params: { id } }),
      // A coupled instance is deleted with its stream.
      ...(coupled && { leave: () => navigate({ ...paths.instances({ ws }), replace: true }) }),
    })
  }

  function menuOf(stream: Stream): readonly MenuItem[] {
    const maker = makerOf(stream.created_by)
    return [
      {
        label: 'New Run',
        icon: Play,
        disabledReason: reasons.run,
        onSelect: () => void navigate(paths.newRun({ stream: stream.id, ws })),
      },
      {
        label: 'Edit',
        icon: Pencil,
        disabledReason: disabledReasonFor('stream.edit', maker),
        onSelect: () => change({ stream: stream.id }, { replace: true }),
      },
      'divider',
      {
        label: 'Delete',
        removes: true,
        disabledReason: disabledReasonFor('stream.delete', maker),
        onSelect: () => void removeStream(stream),
      },
    ]
  }
  return (
    <Card
      title="Streams"
      note={data && (coupled ? 'Coupled instances have one stream' : formatNumber(data.total))}
      trailing={
        <Button
          small
          icon={Plus}
          disabledReason={reasons.stream}
          onClick={() => change({ stream: 'new' }, { replace: true })}
        >
          New Stream
        </Button>
      }
      flush
    >
      <DataTable<Stream>
        name="Streams"
        bare
        tall={data?.streams.some(({ parameters }) => ownWords(parameters) !== undefined) ?? false}
        columns={COLUMNS}
        rows={data?.streams}
        rowId={(stream) => stream.id}
        rowName={(stream) => stream.name}
        menu={menuOf}
        foot={
          data &&
          data.total > data.streams.length && (
            <p className={classNames(layout.inset, text.muted, text.small)}>
              {`Only the ${data.streams.length} that changed last are shown; `}
              <Link {...paths.models({ ws, view: 'streams', q: instance.name })}>
                see all under Inf Model
              </Link>
              .
            </p>
          )
        }
        placeholder={
          queryPlaceholder(query, 'streams', { rows: 2 }) ??
          (data?.total === 0 && (
            <EmptyState title="No streams yet">
              {draft
                ? 'Complete the draft first; then streams can run on it.'
                : 'A stream holds the runs of one use of this instance.'}
            </EmptyState>
          ))
        }
      />
    </Card>
  )
}

/** '1 value of its own'; undefined for none. */
function ownWords(parameters: ChosenParameters): string | undefined {
  const steps = Object.values(parameters).flatMap((mode) => Object.values(mode))
  const count = steps.flatMap((step) => Object.keys(step)).length
  return count === 0 ? undefined : `${countOf(count, 'value')} of its own`
}
