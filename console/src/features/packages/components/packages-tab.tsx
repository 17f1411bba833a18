import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { pinnedLines } from '@podium/contract/python-packages/package-lines.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { useState } from 'react'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { countOf } from '../../../format/number.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import layout from '../../../theme/layout.module.css'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilterToggle } from '../../../ui/table/filter-choice.tsx'
import type { Sort } from '../../../ui/table/table-rows.tsx'
import { SearchField, Toolbar } from '../../../ui/table/toolbar.tsx'
import { PackageCards } from '../package-cards.tsx'
import { PackageFacts } from '../package-facts.tsx'
import { FILTERS, type Filter, matching, type Packages, packageRows, sorted } from '../package-rows.ts'
import { PackageTable } from '../package-table.tsx'
import { AwaitedIndexes, PackageWarnings } from '../package-warnings.tsx'
import { PinButton } from '../pin-button.tsx'
import { usePackages } from './use-packages.ts'

/** Lists the Python packages of the run, and the differences from an earlier run. */
export function PackagesTab({ run }: { run: RunInfo }) {
  const query = usePackages(run)
  if (run.package_count === null) return <NoList run={run} />
  const { data } = query
  if (!data)
    return (
      <section aria-label="Packages" className={layout.surface}>
        {queryPlaceholder(query, 'the packages', { rows: 8 })}
      </section>
    )
  return <PackageList run={run} list={data} />
}

function NoList({ run: { state, started_at } }: { run: RunInfo }) {
  const mayCome = isLive(state) && started_at === null
  return (
    <section aria-label="Packages" className={layout.surface}>
      <EmptyState title={mayCome ? 'Not installed yet' : 'No list of packages'} drawing="search">
        {mayCome
          ? 'The packages are listed here when the program begins.'
          : 'The source names no packages, their installation failed, or the run is from before lists were kept.'}
      </EmptyState>
    </section>
  )
}

function PackageList({ run, list }: { run: RunInfo; list: Packages }) {
  const [search, setSearch] = useState('')
  const { filters, setFilter, clearFilters, sort, setSort } = usePackageView()
  const rows = packageRows(list)
  const chips = (Object.keys(FILTERS) as Filter[]).map((filter) => {
    const { label, has } = FILTERS[filter]
    return { filter, label, count: rows.filter(has).length, on: filters.includes(filter) }
  })
  return (
    <section aria-label="Packages" className={layout.stack}>
      <PackageFacts list={list} />
      <PackageWarnings rows={rows} />
      <AwaitedIndexes packages={list.packages} />
      <div>
        <Toolbar
          search={
            <SearchField
              label="Search packages"
              placeholder={`Search ${countOf(list.packages.length, 'package')}`}
              value={search}
              onChange={setSearch}
            />
          }
          filters={chips
            .filter(({ count, on }) => on || count > 0)
            .map(({ filter, label, count, on }) => (
              <FilterToggle
                key={filter}
                name={label}
                count={count}
                on={on}
                onChange={(next) => setFilter(filter, next)}
              />
            ))}
          trailing={
            <>
              <CopyButton
                framed="small"
                text={`${pinnedLines(list).join('\n')}\n`}
                label="Copy as requirements.txt"
              />
              <PinButton run={run} list={list} />
            </>
          }
        />
        <PackageTable
          list={list}
          rows={sorted(matching(rows, search, filters), sort)}
          isFiltered={filters.length > 0}
          onClear={clearFilters}
          sort={sort}
          onSort={setSort}
        />
      </div>
      <PackageCards list={list} run={run.id} />
    </section>
  )
}

/** Reads and changes the filters and the order in the address: `only=asked,warnings` and `sort=-size`. */
function usePackageView() {
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
