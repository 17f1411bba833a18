import { type RunState, shownState } from '@podium/contract/run-state.ts'
import { listStreamsByInstance } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../../format/number.ts'
import type { PageContext } from '../../../navigation/page.ts'
import { paths } from '../../../navigation/paths.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { ListTable } from '../../../record/list-table.tsx'
import { readAgain } from '../../../record/use-change.ts'
import { prefetchList, useList } from '../../../record/use-list.ts'
import { isNew } from '../../../session/run-changes.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { useLiveRuns } from '../../../session/use-live-runs.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button, buttonClass, TextButton } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ConnectionNote, Note } from '../../../ui/feedback/note.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type InstanceGroup, ModelTree } from '../list/model-tree.tsx'
import { ModelViewSwitch } from './model-view-switch.tsx'

const inWorkspace = (workspace_id: string) => ({ query: { workspace_id } })

export function loadModels(at: PageContext): Promise<void> {
  return prefetchList(at, listStreamsByInstance, inWorkspace(at.workspace))
}

/** Every run of every stream, grouped by instance. */
export function ModelList() {
  const { id: ws } = useWorkspace()
  const list = useList(listStreamsByInstance, ({ instances }) => instances, inWorkspace(ws))
  const { search, change } = useAddress()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('run.start')
  const [fresh, setFresh] = useState<readonly string[]>([])
  const { connected } = useLiveRuns({
    onChange(run) {
      if (isNew(queries, run)) setFresh((known) => (known.includes(run.id) ? known : [...known, run.id]))
    },
  })
  const { rows = [] } = list
  const state = list.address.filters.state as RunState | undefined

  function showFresh() {
    setFresh([])
    void readAgain(queries, ['run'])
    // The button goes with its note: the focus moves to the heading, as after a change of page.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }

  return (
    <>
      <PageHeader
        title="Streams"
        lead="Every run of every stream, grouped by instance. A training run that succeeds produces a model."
        actions={
          <Button
            kind="primary"
            icon={Play}
            disabledReason={disabledReason}
            onClick={() => void navigate(paths.newRun({ ws }))}
          >
            New Run
          </Button>
        }
      />
      <ListTable<InstanceGroup>
        list={list}
        name="Inference models"
        noun="instance"
        columns={[]}
        rowId={({ instance_id }) => instance_id}
        rowName={({ instance_name }) => instance_name}
        searched="Search instances"
        filters={[
          { id: 'solution_id', name: 'Solution', label: rows[0]?.solution_name },
          { id: 'state', name: 'State', label: state && shownState(state) },
        ]}
        trailing={<ModelViewSwitch view="streams" />}
        empty={
          <EmptyState
            title="No inference models yet"
            action={
              <Link {...paths.solutions()} className={buttonClass()}>
                See AI solutions
              </Link>
            }
          >
            Train a solution, and its models appear here with every run.
          </EmptyState>
        }
        render={(frame) => (
          <>
            <ConnectionNote connected={connected} />
            <div role="status">
              {fresh.length > 0 && (
                <Note tone="info">
                  {countOf(fresh.length, 'new run')}. <TextButton onClick={showFresh}>Show</TextButton>
                </Note>
              )}
            </div>
            <ModelTree
              {...frame}
              sort={list.sort}
              onSort={list.setSort}
              open={openStreams(search.open, state, rows)}
              // What is open belongs to the address, but is no step back and leads to no other page.
              onOpen={(ids) => change({ open: ids.join(',') || 'none' }, { replace: true })}
              state={state}
            />
          </>
        )}
      />
    </>
  )
}

/**
 * The streams whose runs are shown: those of the address, else those with runs of the state, else that of the newest
 * run.
 * @param open the ids as the address has them; 'none' when all are closed
 */
function openStreams(
  open: string | undefined,
  state: RunState | undefined,
  groups: readonly InstanceGroup[],
): string[] {
  if (open !== undefined) return open === 'none' ? [] : open.split(',')
  const streams = groups.flatMap((group) => group.streams)
  const inState = streams.filter(({ last_states }) => state !== undefined && last_states.includes(state))
  if (inState.length > 0) return inState.map(({ id }) => id)
  const ran = streams.filter(({ last_run_at }) => last_run_at !== null)
  const [newest] = ran.sort((one, other) => String(other.last_run_at).localeCompare(String(one.last_run_at)))
  return newest ? [newest.id] : []
}
