import type { ListRules } from '@podium/contract/wire/route.ts'
import { PAGE_SIZES } from '../ui/table/pagination.tsx'

/** The state of a list in its address. */
export interface ListAddress<Filter extends string = string> {
  page: number
  page_size: number
  /** such as `-created_at` */
  sort: string
  q: string
  filters: { readonly [name in Filter]?: string }
}

/** Reads the state of a list from the address, and ignores invalid values. */
export function readListAddress<Filter extends string>(
  search: Readonly<Record<string, string | undefined>>,
  { sorts, defaultSort, filters }: ListRules,
): ListAddress<Filter> {
  const page = Number(search.page)
  const pageSize = Number(search.page_size)
  const isSort = sorts.includes(search.sort?.replace(/^-/, '') ?? '')
  const set = Object.entries(filters).flatMap(([name, values]) => {
    const value = search[name]
    return value && (values === null || values.includes(value)) ? [[name, value]] : []
  })
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    page_size: PAGE_SIZES.find((size) => size === pageSize) ?? PAGE_SIZES[0],
    sort: isSort && search.sort ? search.sort : defaultSort,
    q: (search.q ?? '').slice(0, 200),
    filters: Object.fromEntries(set) as ListAddress<Filter>['filters'],
  }
}
