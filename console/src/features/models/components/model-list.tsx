import { downloadModel, listModels, type Model } from '@podium/contract/calls/models.ts'
import { modelFileName } from '@podium/contract/calls/run-files.ts'
import { listSolutions } from '@podium/contract/calls/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Box, Download, Play } from 'lucide-react'
import { addressOf } from '../../../api/address-of.ts'
import { q } from '../../../api/query.ts'
import { formatVersion } from '../../../format/version.ts'
import { ButtonLink } from '../../../navigation/button-link.tsx'
import type { PageContext } from '../../../navigation/page.ts'
import { paths } from '../../../navigation/paths.ts'
import { type ListFilter, ListTable } from '../../../record/list-table.tsx'
import { useDeletion } from '../../../record/use-deletion.tsx'
import { prefetchList, useList } from '../../../record/use-list.ts'
import { useDisabledReason, useDisabledReasonFor } from '../../../session/use-caller.ts'
import { useLiveRuns } from '../../../session/use-live-runs.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ConnectionNote } from '../../../ui/feedback/note.tsx'
import type { MenuItem } from '../../../ui/menu/menu-popup.tsx'
import styles from './model-columns.module.css'
import { modelColumns } from './model-columns.tsx'
import { modelTarget } from './model-target.ts'

export function loadModelList(at: PageContext): Promise<void> {
  return prefetchList(at, listModels, { query: { workspace_id: at.workspace } })
}

/** Lists every model of the workspace, whatever its stream. */
export function ModelList() {
  const { id: workspace_id } = useWorkspace()
  const list = useList(listModels, ({ models }) => models, { query: { workspace_id } })
  const { connected } = useLiveRuns()
  const navigate = useNavigate()
  const menu = useModelMenu(workspace_id)
  const { rows = [], address } = list
  return (
    <>
      <ConnectionNote connected={connected} />
      <ListTable<Model>
        list={list}
        name="Models"
        noun="model"
        columns={modelColumns(rows)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searched="Search name, alias, run or note"
        filters={useFilters(workspace_id, rows, address.filters)}
        menu={menu}
        onOpen={({ id }) => void navigate(paths.model(id, { ws: workspace_id }))}
        empty={
          <EmptyState
            title="No models yet"
            action={<ButtonLink {...paths.newRun({ ws: workspace_id })}>New Run</ButtonLink>}
          >
            A training run that succeeds and writes files to PODIUM_OUTPUT_DIR/model produces one.
          </EmptyState>
        }
      />
      {rows.length > 1 && (
        <p className={classNames(text.note, styles.legend)}>Bold: best of its solution on this page.</p>
      )}
    </>
  )
}

/** Filters by the solutions of the workspace, the aliases of the rows, and the stream if the address names one. */
function useFilters(
  workspace_id: string,
  rows: readonly Model[],
  set: Readonly<Record<string, string | undefined>>,
): readonly ListFilter[] {
  const { data } = useQuery(q(listSolutions, { query: { workspace_id, page_size: 200, sort: 'name' } }))
  const solutions = data?.solutions.map(({ id, name }) => [id, name]) ?? []
  const names = [...new Set(rows.flatMap(({ aliases }) => aliases.map(({ name }) => name)))].sort()
  const known = set.alias && set.alias !== '*' ? [...new Set([...names, set.alias])].sort() : names
  return [
    {
      id: 'solution_id',
      name: 'Solution',
      values: Object.fromEntries(solutions),
      none: 'No solution is registered yet.',
    },
    {
      id: 'alias',
      name: 'Alias',
      values: { '*': 'any', ...Object.fromEntries(known.map((name) => [name, name])) },
    },
    {
      id: 'stream_id',
      name: 'Stream',
      label: rows.find(({ stream_id }) => stream_id === set.stream_id)?.stream_name,
    },
  ]
}

function useModelMenu(ws: string): (model: Model) => readonly MenuItem[] {
  const navigate = useNavigate()
  const runReason = useDisabledReason('run.start')
  const reasonFor = useDisabledReasonFor()
  const { remove } = useDeletion('model')
  return (model) => [
    { label: 'Open', icon: Box, onSelect: () => void navigate(paths.model(model.id, { ws })) },
    {
      label: 'Use for inference',
      icon: Play,
      disabledReason: runReason,
      onSelect: () => void navigate(inferenceWith(model, ws)),
    },
    { label: 'Download', icon: Download, onSelect: () => download(model) },
    'divider',
    {
      label: 'Delete',
      removes: true,
      disabledReason: reasonFor('model.delete', model.created_by),
      onSelect: () => void remove(modelTarget(model)),
    },
  ]
}

function download(model: Model): void {
  const link = document.createElement('a')
  link.href = addressOf(downloadModel, { params: { id: model.id }, query: { direct: '1' } })
  link.download = modelFileName({ ...model, model_version: model.version })
  link.click()
}

/** Returns the link to New Run, filled in for inference with the model on its own stream. */
export function inferenceWith({ id, stream_id }: Pick<Model, 'id' | 'stream_id'>, ws: string) {
  return paths.newRun({ ws, stream: stream_id, pipeline: 'inference', model: id })
}

/** 'penguins v 3' */
export function solutionWords({ solution_name, version_num }: Pick<Model, 'solution_name' | 'version_num'>) {
  return `${solution_name} ${formatVersion(version_num)}`
}
