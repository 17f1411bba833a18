import { withLocalDays } from '@podium/contract/rules/local-days.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { ListRules, Route } from '@podium/contract/wire/route.ts'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { addressOf } from '../api/address-of.ts'
import { q, readAhead } from '../api/query.ts'
import { useAddress } from '../navigation/use-address.ts'
import { PAGE_SIZES } from '../ui/table/pagination.tsx'
import { type ListAddress, readListAddress } from './list-address.ts'

/** A call that answers a page of a list. */
export type ListRoute = Route & { method: 'GET'; list: ListRules }

type FilterOf<R extends ListRoute> = keyof R['list']['filters'] & string

/** What of the call does not come from the address: the workspace, or the record that the list belongs to. */
export interface FixedPart {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
}

/** The address of a file of all that the list shows, on however many pages. */
export function fileAddressOf(
  route: Route,
  { sort, q: text, filters }: ListAddress,
  fixed: FixedPart = {},
): string {
  return addressOf(route, {
    params: fixed.params,
    query: { sort, q: text, ...withLocalDays(filters), ...fixed.query },
  })
}

/** The page of the list that the address asks for, as a query. */
export function listQuery<R extends ListRoute>(route: R, address: ListAddress, fixed: FixedPart = {}) {
  const { filters, ...paged } = address
  const query = { ...paged, ...withLocalDays(filters), ...fixed.query }
  // The rules of the list let no other values through than its query takes.
  const queryOf = q as unknown as (route: R, args: object) => ReturnType<typeof q<R>>
  return queryOf(route, { ...(fixed.params && { params: fixed.params }), query })
}

/** Reads the page that an address asks for before its list is shown. */
export function prefetchList(
  { queries, search }: { queries: QueryClient; search: Record<string, string> },
  route: ListRoute,
  fixed?: FixedPart,
): Promise<void> {
  return readAhead(queries, listQuery(route, readListAddress(search, route.list), fixed))
}

interface ListOptions {
  /** before each of its names in the address, such as 'nodes_': of two lists on a page one has it */
  prefix?: string
  /** how often it is read again, in milliseconds, where no event tells of what changed */
  refetchInterval?: number
}

/** The part of the address that is a list's, by the names that every list has. */
function usePartOfAddress(prefix: string) {
  const { search, change } = useAddress()
  const own = Object.entries(search).filter(([name]) => name.startsWith(prefix))
  return {
    search: Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value])),
    change(part: Record<string, string | undefined>, options?: { replace: boolean }) {
      change(Object.fromEntries(Object.entries(part).map(([name, value]) => [prefix + name, value])), options)
    },
  }
}

/**
 * A list whose page, order, search and filters are kept in the address: shareable, and restored by Back. Every change
 * but that of the page leads to the first page.
 */
export function useList<R extends ListRoute, Row>(
  route: R,
  rowsOf: (reply: ReplyOf<R>) => readonly Row[],
  fixed?: FixedPart,
  { prefix = '', refetchInterval }: ListOptions = {},
) {
  const { search, change } = usePartOfAddress(prefix)
  const address = readListAddress<FilterOf<R>>(search, route.list)
  const query = useQuery({
    ...listQuery(route, address, fixed),
    placeholderData: keepPreviousData,
    refetchInterval: refetchInterval ?? false,
    // A part that is fetched later reads the error after it came; the query would not tell what nothing has read yet.
    notifyOnChangeProps: 'all',
  })
  const { data } = query
  const reply = data as (ReplyOf<R> & { total: number }) | undefined

  const isFiltered = Object.keys(address.filters).length > 0
  const isWhole = address.q === '' && !isFiltered

  const set = (part: Record<string, string | undefined>, options?: { replace: boolean }) =>
    change({ page: undefined, ...part }, options)

  return {
    address,
    query,
    reply,
    rows: reply && rowsOf(reply),
    total: reply?.total,
    sort: { id: address.sort.replace(/^-/, ''), desc: address.sort.startsWith('-') },
    isFiltered,
    /** Nothing is searched for or filtered. */
    isWhole,
    /** There is none at all, rather than none that is looked for. */
    isEmpty: reply?.total === 0 && isWhole,
    setSort: ({ id, desc }: { id: string; desc: boolean }) => set({ sort: desc ? `-${id}` : id }),
    setPage: (page: number) => change({ page: page === 1 ? undefined : String(page) }),
    setPageSize: (size: number) => set({ page_size: size === PAGE_SIZES[0] ? undefined : String(size) }),
    /** Typing makes no step in the history. */
    setSearch: (text: string) => set({ q: text || undefined }, { replace: true }),
    setFilter(name: FilterOf<R>, value: string | undefined) {
      set({ [name]: value })
    },
    /** Takes search and filters away. */
    clear: () =>
      set({
        q: undefined,
        ...Object.fromEntries(Object.keys(route.list.filters).map((name) => [name, undefined])),
      }),
  }
}

export type List<R extends ListRoute = ListRoute, Row = unknown> = ReturnType<typeof useList<R, Row>>
