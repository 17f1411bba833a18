import { listStreamsWithRuns } from '@podium/contract/calls/run-list.ts'
import { listStreamsByInstance } from '@podium/contract/calls/streams.ts'
import { Link } from '@tanstack/react-router'
import { readAhead } from '../../../api/query.ts'
import type { PageContext } from '../../../navigation/page.ts'
import { useRunsInTab } from '../../../navigation/page-name.tsx'
import { paths } from '../../../navigation/paths.ts'
import type { Search } from '../../../navigation/target.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { ListTable } from '../../../record/list-table.tsx'
import { prefetchList, useList } from '../../../record/use-list.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { buttonClass } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { NewRuns, newestQuery } from '../list/new-runs.tsx'
import { filtersOf, useRunAddress } from '../list/run-address.ts'
import { RunFilterChips } from '../list/run-filters.tsx'
import { type InstanceGroup, StreamTree } from '../list/stream-tree.tsx'
import { ViewsMenu } from '../list/views/views-menu.tsx'

/** Which call has the rows of an address, and what it is asked besides: with filters those that have a run like that. */
function askedBy(search: Search, workspace_id: string) {
  // The search is for instances, whatever runs they have.
  const { q: _, ...filters } = filtersOf(search)
  // A solution has instances without a run too.
  const isOfRuns = Object.keys(filters).some((name) => name !== 'solution_id')
  const route = isOfRuns ? listStreamsWithRuns : listStreamsByInstance
  return { filters, isOfRuns, route, fixed: { query: { workspace_id, ...filters } } }
}

export async function loadStreams(at: PageContext): Promise<void> {
  const { route, fixed } = askedBy(at.search, at.workspace)
  await Promise.all([prefetchList(at, route, fixed), readAhead(at.queries, newestQuery(at.workspace))])
}

/** Every run of every stream, grouped by instance. */
export function StreamList() {
  const { id: ws } = useWorkspace()
  const { search, set, clear } = useRunAddress()
  const { filters, isOfRuns, route, fixed } = askedBy(search, ws)
  const found = useList(route, ({ instances }) => instances, fixed)
  const isFiltered = Object.keys(filters).length > 0
  const list = { ...found, clear, isFiltered, isEmpty: found.isEmpty && !isFiltered }
  const { change } = useAddress()
  const { rows = [] } = list
  const newest = rows.flatMap(({ streams }) => streams).flatMap(({ last_states }) => last_states)
  useRunsInTab(newest.filter((state) => state === 'running').length)

  return (
    <ListTable<InstanceGroup>
      list={list}
      name="Streams"
      noun="instance"
      columns={[]}
      rowId={({ instance_id }) => instance_id}
      rowName={({ instance_name }) => instance_name}
      searched="Search instances"
      chips={
        <RunFilterChips
          {...{ search, set, clear }}
          like={rows[0] && { ...rows[0], stream_name: rows[0].streams[0]?.name }}
        />
      }
      trailing={<ViewsMenu view="streams" />}
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
          <NewRuns filters={filters} />
          <StreamTree
            {...frame}
            sort={list.sort}
            onSort={list.setSort}
            open={openStreams(search.open, isOfRuns, rows)}
            // What is open belongs to the address, but is no step back and leads to no other page.
            onOpen={(ids) => change({ open: ids.join(',') || 'none' }, { replace: true })}
            filters={filters}
          />
        </>
      )}
    />
  )
}

/** So many streams are open at first where runs are looked for. */
const OPEN_AT_FIRST = 10

/**
 * The streams whose runs are shown: those of the address, else the first ones with runs that are looked for, else that
 * of the newest run.
 * @param open the ids as the address has them; 'none' when all are closed
 */
function openStreams(
  open: string | undefined,
  isOfRuns: boolean,
  groups: readonly InstanceGroup[],
): string[] {
  if (open !== undefined) return open === 'none' ? [] : open.split(',')
  const streams = groups.flatMap((group) => group.streams)
  if (isOfRuns) return streams.slice(0, OPEN_AT_FIRST).map(({ id }) => id)
  const ran = streams.filter(({ last_run_at }) => last_run_at !== null)
  const [newest] = ran.sort((one, other) => String(other.last_run_at).localeCompare(String(one.last_run_at)))
  return newest ? [newest.id] : []
}
