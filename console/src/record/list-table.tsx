import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { queryPlaceholder } from '../api/query-placeholder.tsx'
import { shortcutOf } from '../navigation/shortcuts.ts'
import { Button } from '../ui/button/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState, NoSuchPage } from '../ui/feedback/empty-state.tsx'
import { DataTable, type DataTableProps } from '../ui/table/data-table.tsx'
import { FilterChip, FilterChoice } from '../ui/table/filter-choice.tsx'
import { Pagination } from '../ui/table/pagination.tsx'
import { BulkBar, SearchField, Toolbar } from '../ui/table/toolbar.tsx'
import styles from './list-table.module.css'
import type { List, ListRoute } from './use-list.ts'
import { useListKeys } from './use-list-keys.ts'

/** A filter of the list: offered in a menu, or only shown while the address has it. */
export interface ListFilter {
  /** the parameter in the address */
  id: string
  name: string
  /** its values in the address with their labels; without them it is set elsewhere */
  values?: Readonly<Record<string, string>>
  /** says why no value is offered while `values` is empty */
  none?: string
  /** the label of the set value if it is not among the offered ones */
  label?: string | undefined
}

/** The parts of a list that the page renders without a table. */
export interface RowsElsewhere<Row> {
  rows: readonly Row[] | undefined
  stale: boolean
  placeholder: ReactNode
  foot: ReactNode
}

interface ListTableProps<Row extends object>
  extends Pick<
    DataTableProps<Row>,
    'name' | 'columns' | 'rowId' | 'rowName' | 'menu' | 'onOpen' | 'current'
  > {
  /** from useList */
  list: List<ListRoute, Row>
  /** the singular of a row: 'account' */
  noun: string
  /** the search's placeholder: 'Search ID, name or email' */
  searched: string
  filters?: readonly ListFilter[]
  /** Other kinds of filters, beside the usual ones. */
  chips?: ReactNode
  /** Beside the toolbar: downloads, another view. */
  trailing?: ReactNode
  /** The empty state of a list without any record. */
  empty?: ReactNode
  /** The buttons for a selection; without it, rows cannot be selected. `keep` leaves these rows selected. */
  bulk?: (selected: readonly Row[], keep: (rows: readonly Row[]) => void) => ReactNode
  /** Text after the count in the footer. */
  note?: ReactNode
  /** The record shown beside the list. */
  panel?: ReactNode
  /** Renders the rows without a table. */
  render?: ((parts: RowsElsewhere<Row>) => ReactNode) | undefined
}

/** A list: search, filters, rows with menu and selection, pages, and the states loading, failed and empty. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const {
    list,
    noun,
    searched,
    filters = [],
    chips,
    trailing,
    empty,
    bulk,
    note,
    panel,
    render,
    ...table
  } = props
  const { rowId } = table
  const [selected, setSelected] = useState<readonly Row[]>([])
  const keys = useListKeys()

  /** Keeps rows that were selected on another page. */
  function select(ids: string[]) {
    const known = [...(list.rows ?? []), ...selected]
    setSelected(ids.flatMap((id) => known.find((row) => rowId(row) === id) ?? []))
  }

  const shown = listParts(list, { noun, empty, note })
  return (
    <div ref={keys}>
      {bulk && selected.length > 0 ? (
        <BulkBar count={selected.length} noun={noun} onClear={() => setSelected([])}>
          {bulk(selected, setSelected)}
        </BulkBar>
      ) : (
        <Toolbar
          search={
            <AddressSearch
              text={list.address.q}
              onChange={list.setSearch}
              label={`Search ${noun}s`}
              placeholder={searched}
            />
          }
          filters={chips ?? (filters.length > 0 ? <Filters list={list} filters={filters} /> : undefined)}
          trailing={trailing}
        />
      )}
      <div className={classNames(Boolean(panel) && styles.beside)}>
        {render ? (
          render(shown)
        ) : (
          <DataTable<Row>
            {...table}
            {...shown}
            tall
            selected={selected.map(rowId)}
            onSelect={bulk && select}
            sort={list.sort}
            onSort={list.setSort}
          />
        )}
        {panel}
      </div>
    </div>
  )
}

interface ListWords {
  noun: string
  empty?: ReactNode
  note?: ReactNode
  tall?: boolean | undefined
}

/** The rows of a list that is rendered without a table, with its placeholder and footer. */
export function listParts<Row>(list: List<ListRoute, Row>, words: ListWords): RowsElsewhere<Row> {
  return {
    rows: list.rows,
    stale: list.query.isPlaceholderData,
    placeholder: <Placeholder list={list} {...words} />,
    foot: <Foot list={list} {...words} />,
  }
}

function Filters({ list, filters }: { list: List; filters: readonly ListFilter[] }) {
  const set: Readonly<Record<string, string | undefined>> = list.address.filters
  return filters.map(({ id, name, values, none, label }) => {
    const value = set[id]
    const change = (next: string | undefined) => list.setFilter(id, next)
    if (value !== undefined && (label !== undefined || !values))
      return <FilterChip key={id} name={name} value={label ?? value} onRemove={() => change(undefined)} />
    return (
      values && (
        <FilterChoice key={id} name={name} values={values} value={value} none={none} onChange={change} />
      )
    )
  })
}

interface PagedTableProps<Row extends object>
  extends Pick<DataTableProps<Row>, 'name' | 'columns' | 'rowId' | 'rowName' | 'menu' | 'tall' | 'bare'> {
  list: List<ListRoute, Row>
  noun: string
  empty?: ReactNode
}

/** A list that is only read and paged, such as one in a card. */
export function PagedTable<Row extends object>({ list, noun, empty, ...table }: PagedTableProps<Row>) {
  return <DataTable<Row> {...table} {...listParts(list, { noun, empty, tall: table.tall })} />
}

/** The paging of a list. An empty page shows none; its placeholder leads on. */
function Foot({ list, noun, note }: ListWords & { list: List }) {
  const { page, page_size } = list.address
  const { total } = list
  if (total === undefined || total <= (page - 1) * page_size) return null
  return (
    <Pagination
      page={page}
      pageSize={page_size}
      total={total}
      noun={noun}
      note={note}
      onPage={list.setPage}
      onPageSize={list.setPageSize}
    />
  )
}

/** In place of rows: loading, failed, a page behind the end, nothing found, or none yet. */
function Placeholder({ list, noun, empty, tall = true }: ListWords & { list: List }) {
  const { address, query, rows, isFiltered } = list
  const waiting = queryPlaceholder(query, `${noun}s`, { tall })
  if (waiting || !rows) return waiting
  if (rows.length > 0) return null
  if (address.page > 1) return <NoSuchPage onFirst={() => list.setPage(1)} />
  if (list.isEmpty) return empty ?? <EmptyState title={`No ${noun}s yet`} />
  return (
    <EmptyState
      title={address.q === '' ? `No ${noun} matches the filters` : `No ${noun} matches “${address.q}”`}
      drawing="search"
      action={
        <Button onClick={list.clear}>{isFiltered ? 'Clear search and filters' : 'Clear search'}</Button>
      }
    >
      {isFiltered ? 'Filters narrow the list.' : undefined}
    </EmptyState>
  )
}

interface AddressSearchProps
  extends Pick<ComponentProps<typeof SearchField>, 'label' | 'placeholder' | 'onChange'> {
  text: string
}

/** The search of a list. While a person types, the address follows the field, otherwise the field the address. */
export function AddressSearch({ text, ...search }: AddressSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text
  }, [text])
  return <SearchField {...shortcutOf('search')} ref={field} {...search} defaultValue={text} />
}
