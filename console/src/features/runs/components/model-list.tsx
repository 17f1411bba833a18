import { shownState } from '@podium/contract/run-state.ts'
import { listRuns } from '@podium/contract/runs.ts'
import { listStreamsByInstance } from '@podium/contract/streams.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { ListFoot } from '../../../navigation/list-foot.tsx'
import { readListQuery, useListState } from '../../../navigation/list-state.ts'
import type { PageContext } from '../../../navigation/page.ts'
import { paths } from '../../../navigation/paths.ts'
import { isNew } from '../../../session/run-changes.ts'
import { useWhyNot } from '../../../session/use-caller.ts'
import { useLiveRuns } from '../../../session/use-live-runs.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ConnectionNote } from '../../../ui/feedback/connection-note.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { FilterChip } from '../../../ui/table/filter-chip.tsx'
import { SearchField } from '../../../ui/table/search-field.tsx'
import { Toolbar } from '../../../ui/table/toolbar.tsx'
import { InsteadOfModels } from '../list/instead-of-models.tsx'
import { MODEL_RULES, modelQuery, openStreams, openWord, stateOf } from '../list/model-query.ts'
import { ModelTable } from '../list/model-table.tsx'
import { NewRunsNote } from '../list/new-runs-note.tsx'
import { ModelViewSwitch } from './model-view-switch.tsx'

export async function loadModels({ queries, search, workspace }: PageContext) {
  await queries.prefetchQuery(modelQuery(workspace, readListQuery(search, MODEL_RULES)))
}

/** Every run of every stream, grouped by instance. */
export function ModelList() {
  const list = useListState(MODEL_RULES)
  const { id: ws } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const reason = useWhyNot('run.start')
  const [fresh, setFresh] = useState<readonly string[]>([])
  const models = useQuery({ ...modelQuery(ws, list.query), placeholderData: keepPreviousData })
  const groups = models.data?.instances ?? []
  const { solution_id, open } = list.query.filters
  const state = stateOf(list.query.filters.state)
  const { connected } = useLiveRuns({
    onChange(run) {
      if (isNew(queries, run)) setFresh((known) => (known.includes(run.id) ? known : [...known, run.id]))
    },
  })

  function showFresh() {
    setFresh([])
    for (const { id } of [listRuns, listStreamsByInstance]) void queries.invalidateQueries({ queryKey: [id] })
  }

  /** What is open belongs to the address, but is no step back and leads to no other page. */
  function keepOpen(word: string) {
    const search = (before: Record<string, unknown>) => ({ ...before, open: word })
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
  }

  const newRun = (
    <Button kind="primary" icon={Play} reason={reason} onClick={() => void navigate(paths.newRun({ ws }))}>
      New Run
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Inference models"
        lead="Every run of every stream, grouped by instance. A training run that succeeds leaves a model."
        actions={newRun}
      />
      <Toolbar
        search={
          <SearchField
            label="Search instances"
            placeholder="Search instances"
            defaultValue={list.query.q}
            onChange={list.setSearch}
          />
        }
        filters={
          <>
            {solution_id !== undefined && (
              <FilterChip
                name="Solution"
                value={groups[0]?.solution_name ?? solution_id}
                onRemove={() => list.setFilter('solution_id', undefined)}
              />
            )}
            {state !== undefined && (
              <FilterChip
                name="State"
                value={shownState(state)}
                onRemove={() => list.setFilter('state', undefined)}
              />
            )}
          </>
        }
        aside={<ModelViewSwitch view="runs" />}
      />
      <ConnectionNote connected={connected} />
      <NewRunsNote count={fresh.length} onShow={showFresh} />
      <ModelTable
        groups={groups}
        open={openStreams({ open, state }, groups)}
        state={state}
        onOpen={(ids) => keepOpen(openWord(ids))}
        sort={list.sort}
        onSort={list.setSort}
        stale={models.isPlaceholderData}
        instead={
          <InsteadOfModels
            models={models}
            list={list}
            filtered={solution_id !== undefined || state !== undefined}
          />
        }
        foot={<ListFoot list={list} total={models.data?.total} noun="instance" />}
      />
    </>
  )
}
