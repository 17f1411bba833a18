import { useNavigate, useSearch } from '@tanstack/react-router'

export interface ListRules<S extends string, F extends string> {
  /** the fields the server can sort by */
  sorts: readonly S[]
  /** such as `-created_at` */
  defaultSort: S | `-${S}`
  /** the names of further filters in the address, with the values each may have; null takes any text */
  filters?: Record<F, readonly string[] | null>
}

export interface ListQuery<S extends string, F extends string> {
  page: number
  page_size: number
  sort: S | `-${S}`
  q: string
  filters: Partial<Record<F, string>>
}

export const PAGE_SIZES = [20, 50, 100] as const

/** Reads a list's state from the address; whatever makes no sense there counts as not said. */
export function readListQuery<S extends string, F extends string>(
  search: Record<string, string | undefined>,
  { sorts, defaultSort, filters }: ListRules<S, F>,
): ListQuery<S, F> {
  const page = Number(search.page)
  const pageSize = Number(search.page_size)
  const field = search.sort?.replace(/^-/, '')
  const named = Object.entries<readonly string[] | null>(filters ?? {}).flatMap(([name, values]) => {
    const value = search[name]
    return value && (values === null || values.includes(value)) ? [[name, value]] : []
  })
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    page_size: PAGE_SIZES.find((size) => size === pageSize) ?? PAGE_SIZES[0],
    sort: sorts.some((sort) => sort === field) ? (search.sort as S) : defaultSort,
    q: (search.q ?? '').slice(0, 200),
    filters: Object.fromEntries(named),
  }
}

/**
 * A list's state, kept in the address: shareable, and restored by Back. Every change but that of the page leads
 * to the first page; `replace` (for typing) makes no new step in the history.
 */
export function useListState<S extends string, F extends string = never>(rules: ListRules<S, F>) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = readListQuery(search, rules)
  const sort = { id: query.sort.replace(/^-/, ''), desc: query.sort.startsWith('-') }

  function change(part: Record<string, string | number | undefined>, replace = false) {
    const next = { ...search, page: undefined, ...part }
    void navigate({ to: '.', search: next as never, replace, resetScroll: false })
  }

  return {
    query,
    sort,
    setSort: ({ id, desc }: { id: string; desc: boolean }) => change({ sort: desc ? `-${id}` : id }),
    setPage: (page: number) => change({ page: page === 1 ? undefined : page }),
    setPageSize: (size: number) => change({ page_size: size === PAGE_SIZES[0] ? undefined : size }),
    setSearch: (q: string) => change({ q: q || undefined }, true),
    setFilter: (name: F, value: string | undefined) => change({ [name]: value }),
    clear: () => void navigate({ to: '.', search: {} as never }),
  }
}
