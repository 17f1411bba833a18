import { type Instance, listInstances, OPERATION_STATUSES } from '@podium/contract/calls/instances.ts'
import { disabledReasonFor } from '@podium/contract/rules/permissions.ts'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import { type ListFilter, ListTable } from '../../../record/list-table.tsx'
import { useDeletion } from '../../../record/use-deletion.tsx'
import { useList } from '../../../record/use-list.ts'
import { useMaker } from '../../../session/use-caller.ts'
import { useLiveRuns } from '../../../session/use-live-runs.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { MenuItem } from '../../../ui/menu/menu-popup.tsx'
import { instanceReasons, instanceTarget } from '../components/instance-actions.ts'
import { NewInstanceButton } from '../components/new-instance-button.tsx'
import { instanceColumns } from './instance-columns.tsx'

const COUPLED = 'Coupled instances have one stream. Start the run on that stream.'
const STATUSES = Object.fromEntries(OPERATION_STATUSES.map((status) => [status, status]))
const MAX_TAGS = 20

/** Every instance of the workspace, drafts included. */
export function InstanceList() {
  const { id: ws } = useWorkspace()
  const list = useList(listInstances, ({ instances }) => instances, { query: { workspace_id: ws } })
  const navigate = useNavigate()
  const makerOf = useMaker()
  const { remove, isBusy } = useDeletion('instance')
  useLiveRuns()

  function menu(instance: Instance): readonly MenuItem[] {
    const { id, draft, coupled, stream_count } = instance
    const reasons = instanceReasons(instance, makerOf(instance.created_by))
    return [
      {
        label: 'New Run',
        icon: Play,
        disabledReason: reasons.run ?? (coupled && stream_count > 0 ? COUPLED : undefined),
        onSelect: () => void navigate(paths.newRun({ instance: id, ws })),
      },
      {
        label: 'New Stream',
        icon: Plus,
        disabledReason: reasons.stream,
        onSelect: () => void navigate(paths.instance(id, { ws, stream: 'new' })),
      },
      {
        label: draft ? 'Complete the draft' : 'Edit',
        icon: Pencil,
        disabledReason: reasons.edit,
        onSelect: () => void navigate(paths.instance(id, { ws, edit: '1' })),
      },
      'divider',
      {
        label: 'Delete',
        removes: true,
        disabledReason: reasons.delete,
        onSelect: () => void remove(instanceTarget(instance)),
      },
    ]
  }

  function bulk(selected: readonly Instance[], keep: (instances: readonly Instance[]) => void) {
    const reasons = selected.map((one) => disabledReasonFor('instance.delete', makerOf(one.created_by)))
    const mine = selected.filter((_, at) => reasons[at] === undefined)
    async function removeMine() {
      const gone = await remove(...mine.map(instanceTarget))
      if (gone.length > 0) keep(selected.filter(({ id }) => !gone.includes(id)))
    }
    return (
      <Button
        small
        kind="danger"
        icon={Trash2}
        busy={isBusy}
        disabledReason={mine.length === 0 ? reasons[0] : undefined}
        onClick={() => void removeMine()}
      >
        {mine.length === 0 ? 'Delete' : `Delete ${mine.length}`}
      </Button>
    )
  }

  return (
    <ListTable<Instance>
      list={list}
      name="Instances"
      noun="instance"
      columns={instanceColumns(list.rows ?? [])}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      searched="Search name or tag"
      filters={filtersOf(list.rows ?? [], list.address.filters.tag)}
      menu={menu}
      onOpen={({ id }) => void navigate(paths.instance(id, { ws }))}
      bulk={bulk}
      empty={
        <EmptyState title="No instances yet" action={<NewInstanceButton />}>
          A solution version set up to run: its name, tiers, modes and parameters. Its runs are grouped in
          streams.
        </EmptyState>
      }
    />
  )
}

/** Offers the tags of the rows on the screen. */
function filtersOf(rows: readonly Instance[], tag: string | undefined): readonly ListFilter[] {
  const found = rows.flatMap(({ tags }) =>
    tags.map(({ key, value }) => (value === '' ? key : `${key}=${value}`)),
  )
  const offered = [...new Set(found)].sort((one, other) => one.localeCompare(other)).slice(0, MAX_TAGS)
  return [
    { id: 'status', name: 'Status', values: STATUSES },
    {
      id: 'tag',
      name: 'Tag',
      values: Object.fromEntries(offered.map((one) => [one, one])),
      none: 'No instance on this page has a tag.',
      label: tag,
    },
    { id: 'solution_id', name: 'Solution', label: rows[0]?.solution_name },
  ]
}
