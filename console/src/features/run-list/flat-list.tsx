import { exportRuns, listRunNames, listRuns } from '@podium/contract/calls/run-list.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Columns3, Download, Link as LinkIcon } from 'lucide-react'
import { useState } from 'react'
import { addressOf } from '../../api/address-of.ts'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { formatNumber } from '../../format/number.ts'
import { ButtonLink } from '../../navigation/button-link.tsx'
import { useRunsInTab } from '../../navigation/page-name.tsx'
import { paths } from '../../navigation/paths.ts'
import { AddressSearch } from '../../record/list-table.tsx'
import { useListKeys } from '../../record/use-list-keys.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState, NoSuchPage } from '../../ui/feedback/empty-state.tsx'
import { MoreMenu } from '../../ui/menu/more-menu.tsx'
import { CursorPagination } from '../../ui/table/cursor-pagination.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Toolbar } from '../../ui/table/toolbar.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { ColumnDialog } from './column-dialog.tsx'
import { NewRuns } from './new-runs.tsx'
import { columnsOf, filtersOf, queryOf, useRunAddress } from './run-address.ts'
import { type ListedRun, phoneColumns, runColumns } from './run-columns.tsx'
import { RunFilterChips } from './run-filters.tsx'
import { useRunSelection } from './run-selection.ts'
import { RunSelectionBar } from './run-selection-bar.tsx'
import { useCopyLink } from './use-copy-link.ts'
import { useRunMenu } from './use-run-menu.ts'
import { ViewsMenu } from './views/views-menu.tsx'

/** Lists all runs of the workspace without grouping. */
export function FlatList() {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const address = useRunAddress()
  const { search, set } = address
  const names = useQuery(q(listRunNames, { query: { workspace_id: ws } }))
  const columns = columnsOf(search, names.data)
  const listQuery = queryOf(search, ws, columns)
  const query = useQuery({
    ...q(listRuns, { query: listQuery }),
    placeholderData: keepPreviousData,
    enabled: !names.isPending,
  })
  const rows = query.data?.stream_histories
  useRunsInTab(rows?.filter(({ state }) => state === 'running').length ?? 0)
  const filters = filtersOf(search)
  const selection = useRunSelection(ws, rows ?? [], filters)
  const menuOf = useRunMenu()
  const copyLink = useCopyLink()
  const keys = useListKeys()
  const isPhone = useIsPhone()
  const [isChoosing, setChoosing] = useState(false)
  const { total = 0, total_is_capped = false, next_cursor = null } = query.data ?? {}
  const totalWords = `${formatNumber(total)}${total_is_capped ? '+' : ''}`
  const { sort, page_size: _, cursor: __, ...exported } = listQuery

  return (
    <div ref={keys}>
      <NewRuns
        filters={filters}
        rows={rows}
        onShow={() => {
          if (!address.isFirst) set({})
        }}
      />
      {selection.isAll || selection.ids.length > 0 ? (
        <RunSelectionBar selection={selection} total={total} totalWords={totalWords} />
      ) : (
        <Toolbar
          search={
            <AddressSearch
              label="Search runs"
              placeholder="Search runs"
              text={search.q ?? ''}
              onChange={(text) => set({ q: text || undefined }, { replace: true })}
            />
          }
          filters={<RunFilterChips {...address} like={rows?.[0]} />}
          trailing={
            <>
              <ViewsMenu view="runs" />
              <Button small icon={Columns3} onClick={() => setChoosing(true)}>
                Columns
              </Button>
              <MoreMenu
                label="More for this list"
                outline
                items={[
                  { label: 'Copy link', icon: LinkIcon, onSelect: () => void copyLink(window.location.href) },
                  {
                    label: 'Export CSV',
                    icon: Download,
                    onSelect: () => save(addressOf(exportRuns, { query: { ...exported, sort } }), 'runs.csv'),
                  },
                ]}
              />
            </>
          }
        />
      )}
      <DataTable<ListedRun>
        name="Runs"
        tall
        columns={isPhone ? phoneColumns(columns, address.sort.id) : runColumns(columns)}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        sort={address.sort}
        onSort={address.setSort}
        selected={selection.ids}
        onSelect={selection.select}
        menu={menuOf}
        onOpen={({ id }) => void navigate(paths.run(id, { ws }))}
        stale={query.isPlaceholderData}
        placeholder={
          queryPlaceholder(query, 'runs', { tall: true }) ?? (rows?.length === 0 && <NoRuns {...address} />)
        }
        foot={
          rows &&
          rows.length > 0 && (
            <CursorPagination
              words={`${rows.length === total ? '' : `${rows.length} of `}${totalWords} ${nounFor(total, address.isFiltered)}`}
              pageSize={listQuery.page_size ?? rows.length}
              onPageSize={(size) => set({ page_size: String(size) })}
              onPrevious={address.isFirst ? undefined : address.previous}
              onNext={next_cursor === null ? undefined : () => address.next(next_cursor)}
            />
          )
        }
      />
      {isChoosing && (
        <ColumnDialog shown={columns} onChange={address.setColumns} onClose={() => setChoosing(false)} />
      )}
    </div>
  )
}

function save(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

function nounFor(total: number, isFiltered: boolean): string {
  if (total === 1) return isFiltered ? 'run that matches' : 'run'
  return isFiltered ? 'runs that match' : 'runs'
}

function NoRuns({ isFirst, isFiltered, clear, set }: ReturnType<typeof useRunAddress>) {
  if (!isFirst) return <NoSuchPage onFirst={() => set({})} />
  if (isFiltered)
    return (
      <EmptyState
        title="No run matches"
        drawing="search"
        action={<Button onClick={clear}>Clear search and filters</Button>}
      >
        Filters narrow the list.
      </EmptyState>
    )
  return (
    <EmptyState title="No runs yet" action={<ButtonLink {...paths.solutions()}>See AI solutions</ButtonLink>}>
      Train a solution, and its runs appear here.
    </EmptyState>
  )
}
