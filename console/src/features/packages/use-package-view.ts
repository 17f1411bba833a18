import { useAddress } from '../../navigation/use-address.ts'
import type { Sort } from '../../ui/table/table-rows.tsx'
import { FILTERS, type Filter } from './package-rows.ts'

/** Reads and changes the filters and the order in the address: `only=asked,warnings` and `sort=-size`. */
export function usePackageView() {
  const { search, change } = useAddress()
  const names = search.only?.split(',') ?? []
  const filters = (Object.keys(FILTERS) as Filter[]).filter((filter) => names.includes(filter))
  const { sort: order = 'name' } = search
  return {
    filters,
    setFilter(filter: Filter, on: boolean) {
      const next = on ? [...filters, filter] : filters.filter((one) => one !== filter)
      change({ only: next.join(',') || undefined }, { replace: true })
    },
    clearFilters: () => change({ only: undefined }, { replace: true }),
    sort: { id: order.replace(/^-/, ''), desc: order.startsWith('-') },
    setSort({ id, desc }: Sort) {
      change({ sort: id === 'name' && !desc ? undefined : `${desc ? '-' : ''}${id}` }, { replace: true })
    },
  }
}
