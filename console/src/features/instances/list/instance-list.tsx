import type { Instance } from '@podium/contract/instances.ts'
import { whyNot } from '@podium/contract/permissions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ListFoot } from '../../../navigation/list-foot.tsx'
import { useListState } from '../../../navigation/list-state.ts'
import { paths } from '../../../navigation/paths.ts'
import { ListSearch } from '../../../record/list-search.tsx'
import { useMaker, useWhyNot } from '../../../session/use-caller.ts'
import { useLiveRuns } from '../../../session/use-live-runs.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { BulkBar } from '../../../ui/table/bulk-bar.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Toolbar } from '../../../ui/table/toolbar.tsx'
import { ModelViewSwitch } from '../../runs/components/model-view-switch.tsx'
import { instanceColumns } from './instance-columns.tsx'
import { InstanceFilters } from './instance-filters.tsx'
import { INSTANCE_RULES, instanceQuery } from './instance-query.ts'
import { InsteadOfInstances } from './instead-of-instances.tsx'
import { useInstanceMenu } from './use-instance-menu.ts'
import { useRemoveMany } from './use-remove-many.tsx'

const NONE: readonly Instance[] = []

/** Every instance of the workspace, drafts among them. */
export function InstanceList() {
  const list = useListState(INSTANCE_RULES)
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const whyNotCreate = useWhyNot('instance.create')
  const makerOf = useMaker()
  const menu = useInstanceMenu()
  const { removeMany, isBusy } = useRemoveMany()
  const [selected, setSelected] = useState(NONE)
  const query = useQuery({ ...instanceQuery(ws, list.query), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = query
  const rows = data?.instances ?? NONE
  useLiveRuns()

  /** What was selected on another page stays so. */
  function select(ids: string[]) {
    const known = [...rows, ...selected]
    setSelected(ids.flatMap((id) => known.find((one) => one.id === id) ?? []))
  }
  const mine = selected.filter(
    ({ created_by }) => whyNot('instance.delete', makerOf(created_by)) === undefined,
  )
  async function removeSelected() {
    const stayed = await removeMany(mine)
    if (stayed) setSelected(stayed)
  }
  const newInstance = (
    <Button
      kind="primary"
      icon={Plus}
      reason={whyNotCreate}
      onClick={() => void navigate(paths.newInstance({ ws }))}
    >
      New Instance
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Instances"
        lead="Solution versions under a name of their own, with tiers, modes and parameters. Streams run on them."
        actions={newInstance}
      />
      {selected.length > 0 ? (
        <BulkBar count={selected.length} noun="instance" onClear={() => setSelected(NONE)}>
          <Button
            small
            kind="danger"
            icon={Trash2}
            busy={isBusy}
            reason={
              mine.length === 0
                ? 'Only a manager of this workspace, or the person who made it, may do this.'
                : undefined
            }
            onClick={() => void removeSelected()}
          >
            {mine.length === 0 ? 'Delete' : `Delete ${mine.length}`}
          </Button>
        </BulkBar>
      ) : (
        <Toolbar
          search={
            <ListSearch
              label="Search instances"
              placeholder="Search name or tag"
              text={list.query.q}
              onSearch={list.setSearch}
            />
          }
          filters={<InstanceFilters filters={list.query.filters} rows={rows} onFilter={list.setFilter} />}
          aside={<ModelViewSwitch view="instances" />}
        />
      )}
      <DataTable<Instance>
        name="Instances"
        tall
        columns={instanceColumns}
        rows={data?.instances}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        menu={menu}
        onOpen={({ id }) => void navigate(paths.instance(id, { ws }))}
        selected={selected.map(({ id }) => id)}
        onSelect={select}
        sort={list.sort}
        onSort={list.setSort}
        stale={isPlaceholderData}
        instead={
          <InsteadOfInstances
            query={query}
            list={{ ...list, clear: () => void navigate(paths.instances({ ws })) }}
            action={newInstance}
          />
        }
        foot={<ListFoot list={list} total={data?.total} noun="instance" />}
      />
    </>
  )
}
