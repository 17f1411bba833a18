import { listStreamsWithRuns } from '@podium/contract/calls/run-list.ts'
import { listStreamsByInstance } from '@podium/contract/calls/streams.ts'
import { readAhead } from '../../../api/query.ts'
import { ButtonLink } from '../../../navigation/button-link.tsx'
import type { PageContext } from '../../../navigation/page.ts'
import { useRunsInTab } from '../../../navigation/page-name.tsx'
import { paths } from '../../../navigation/paths.ts'
import type { Search } from '../../../navigation/target.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { ListTable } from '../../../record/list-table.tsx'
import { prefetchList, useList } from '../../../record/use-list.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { NewRuns, newestQuery } from '../new-runs.tsx'
import { filtersOf, useRunAddress } from '../run-address.ts'
import { RunFilterChips } from '../run-filters.tsx'
import { type InstanceGroup, StreamTree } from '../stream-tree.tsx'
import { ViewsMenu } from '../views/views-menu.tsx'

/** Returns the call and the query that read the rows of an address. With filters, only streams with such a run. */
function askedBy(search: Search, workspace_id: string) {
  // The search text is for instances, whatever their runs.
  const { q: _, ...filters } = filtersOf(search)
  // A solution also has instances without a run.
  const isOfRuns = Object.keys(filters).some((name) => name !== 'solution_id')
  const route = isOfRuns ? listStreamsWithRuns : listStreamsByInstance
  return { filters, isOfRuns, route, fixed: { query: { workspace_id, ...filters } } }
}

export async function loadStreams(at: PageContext): Promise<void> {
  const { route, fixed } = askedBy(at.search, at.workspace)
  await Promise.all([prefetchList(at, route, fixed), readAhead(at.queries, newestQuery(at.workspace))])
}

/** Lists the streams with their runs, grouped by instance. */
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
          action={<ButtonLink {...paths.solutions()}>See AI solutions</ButtonLink>}
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
            // The open streams are in the address, but opening one adds no history entry and keeps the page.
            onOpen={(ids) => change({ open: ids.join(',') || 'none' }, { replace: true })}
            filters={filters}
          />
        </>
      )}
    />
  )
}

/** The number of streams that are open at first if the runs are filtered. */
const OPEN_AT_FIRST = 10

/**
 * Returns the ids of the open streams: the ones in the address, else the first ones that match the filters, else the
 * stream of the newest run.
 * @param open the ids in the address; 'none' if all are closed
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
