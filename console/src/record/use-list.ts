import { withLocalDays } from '@podium/contract/rules/local-days.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { ListRules, Route } from '@podium/contract/wire/route.ts'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { addressOf } from '../api/address-of.ts'
import { q, readAhead } from '../api/query.ts'
import { useAddress } from '../navigation/use-address.ts'
import { PAGE_SIZES } from '../ui/table/pagination.tsx'
import { type ListAddress, readListAddress } from './list-address.ts'

/** A call that returns a page of a list. */
export type ListRoute = Route & { method: 'GET'; list: ListRules }

type FilterOf<R extends ListRoute> = keyof R['list']['filters'] & string

/** The arguments of the call that are not in the address: the workspace, or the record that the list belongs to. */
export interface FixedPart {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
}

/** The address of a file with the whole list, on all its pages. */
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

/** The query of the page that the address names. */
export function listQuery<R extends ListRoute>(route: R, address: ListAddress, fixed: FixedPart = {}) {
  const { filters, ...paged } = address
  const query = { ...paged, ...withLocalDays(filters), ...fixed.query }
  // The rules of the list allow only values that its query takes.
  const queryOf = q as unknown as (route: R, args: object) => ReturnType<typeof q<R>>
  return queryOf(route, { ...(fixed.params && { params: fixed.params }), query })
}

/** Reads the page that the address names before its list is shown. */
export function prefetchList(
  { queries, search }: { queries: QueryClient; search: Record<string, string> },
  route: ListRoute,
  fixed?: FixedPart,
): Promise<void> {
  return readAhead(queries, listQuery(route, readListAddress(search, route.list), fixed))
}

interface ListOptions {
  /** the prefix of its names in the address, such as 'nodes_', for the second list of a page */
  prefix?: string
  /** how often it is read again, in milliseconds, if no event reports changes */
  refetchInterval?: number
}

/** The list's part of the address, by the names that every list has. */
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
 * A list whose page, order, search and filters are in the address, so that it can be shared and Back restores it. Any
 * change but that of the page leads to the first page.
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
    // A lazily loaded part may read `error` later; otherwise changes of unread properties are not reported.
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
    /** True without search and filters. */
    isWhole,
    /** True if there is no record at all, rather than none that matches. */
    isEmpty: reply?.total === 0 && isWhole,
    setSort: ({ id, desc }: { id: string; desc: boolean }) => set({ sort: desc ? `-${id}` : id }),
    setPage: (page: number) => change({ page: page === 1 ? undefined : String(page) }),
    setPageSize: (size: number) => set({ page_size: size === PAGE_SIZES[0] ? undefined : String(size) }),
    /** Typing adds no history entry. */
    setSearch: (text: string) => set({ q: text || undefined }, { replace: true }),
    setFilter(name: FilterOf<R>, value: string | undefined) {
      set({ [name]: value })
    },
    /** Clears search and filters. */
    clear: () =>
      set({
        q: undefined,
        ...Object.fromEntries(Object.keys(route.list.filters).map((name) => [name, undefined])),
      }),
  }
}

export type List<R extends ListRoute = ListRoute, Row = unknown> = ReturnType<typeof useList<R, Row>>
