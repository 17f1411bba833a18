import { type DataSet, listDataSets } from '@podium/contract/calls/data-sets.ts'
import { useNavigate } from '@tanstack/react-router'
import { Database, Play, Plus } from 'lucide-react'
import { MainButton } from '../../navigation/main-button.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { ListTable } from '../../record/list-table.tsx'
import { useDeletion } from '../../record/use-deletion.tsx'
import { prefetchList, useList } from '../../record/use-list.ts'
import { useDisabledReason, useDisabledReasonFor } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { MenuItem } from '../../ui/menu/menu-popup.tsx'
import { dataSetColumns } from './components/data-set-columns.tsx'
import { dataSetTarget, runWith } from './components/data-set-targets.ts'

export function load(at: PageContext): Promise<void> {
  return prefetchList(at, listDataSets, { query: { workspace_id: at.workspace } })
}

export function Page() {
  const { id: workspace_id, display_name } = useWorkspace()
  const list = useList(listDataSets, ({ data_sets }) => data_sets, { query: { workspace_id } })
  const navigate = useNavigate()
  const menu = useDataSetMenu(workspace_id)
  const disabledReason = useDisabledReason('data-set.write')
  const openNew = () => void navigate(paths.newDataSet({ ws: workspace_id }))
  return (
    <>
      <PageHeader
        title="Data sets"
        lead={`Files for the runs of ${display_name}. Each upload becomes a version that never changes.`}
        actions={
          <MainButton icon={Plus} disabledReason={disabledReason} onClick={openNew}>
            New Data Set
          </MainButton>
        }
      />
      <ListTable<DataSet>
        list={list}
        name="Data sets"
        noun="data set"
        columns={dataSetColumns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searched="Search name or note"
        menu={menu}
        onOpen={({ id }) => void navigate(paths.dataSet(id, { ws: workspace_id }))}
        empty={
          <EmptyState
            title="No data sets yet"
            action={
              <Button disabledReason={disabledReason} onClick={openNew}>
                Create the first one
              </Button>
            }
          >
            Upload files here, or a whole folder with podium data-sets push.
          </EmptyState>
        }
      />
    </>
  )
}

function useDataSetMenu(ws: string): (dataSet: DataSet) => readonly MenuItem[] {
  const navigate = useNavigate()
  const runReason = useDisabledReason('run.start')
  const reasonFor = useDisabledReasonFor()
  const { remove } = useDeletion('data set')
  return (dataSet) => [
    { label: 'Open', icon: Database, onSelect: () => void navigate(paths.dataSet(dataSet.id, { ws })) },
    {
      label: 'New Run',
      icon: Play,
      disabledReason: runReason ?? (dataSet.version === null ? 'It has no version yet.' : undefined),
      onSelect: () => void navigate(runWith(dataSet, dataSet.version, ws)),
    },
    'divider',
    {
      label: 'Delete',
      removes: true,
      disabledReason: reasonFor('data-set.delete', dataSet.created_by),
      onSelect: () => void remove(dataSetTarget(dataSet)),
    },
  ]
}
