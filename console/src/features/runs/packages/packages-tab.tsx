import { pinnedLines } from '@podium/contract/package-lines.ts'
import { isLive } from '@podium/contract/run-state.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { useState } from 'react'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf, formatNumber } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Fact, FactStrip } from '../../../ui/layout/definition-list.tsx'
import { SearchField, Toolbar } from '../../../ui/table/toolbar.tsx'
import type { Packages } from './package-rows.ts'
import { PackageTable } from './package-table.tsx'
import { PinButton } from './pin-button.tsx'
import { usePackages } from './use-packages.ts'

/** The Python packages that the run had, and what differs from the run before. */
export function PackagesTab({ run }: { run: RunInfo }) {
  const query = usePackages(run)
  if (run.package_count === null) return <NoList run={run} />
  const { data } = query
  if (!data)
    return (
      <section aria-label="Packages" className={layout.surface}>
        {queryPlaceholder(
          query,
          { loading: 'Loading the packages', failed: 'The packages could not be read' },
          { rows: 8 },
        )}
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
  const count = list.packages.length
  return (
    <section aria-label="Packages" className={layout.stack}>
      <PackageFacts list={list} />
      <div>
        <Toolbar
          search={
            <SearchField
              label="Search packages"
              placeholder={`Search ${countOf(count, 'package')}`}
              value={search}
              onChange={setSearch}
            />
          }
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
        <PackageTable list={list} search={search} />
      </div>
    </section>
  )
}

function PackageFacts({ list: { tool, file, python, packages } }: { list: Packages }) {
  const named = packages.filter(({ asked_by }) => asked_by.length === 0).length
  const size = packages.reduce((sum, one) => sum + one.size, 0)
  return (
    <FactStrip>
      <Fact term="Installed by">
        {tool} <span className={text.sub}>read {file}</span>
      </Fact>
      <Fact term="Python">{python}</Fact>
      <Fact term="Packages">
        {formatNumber(packages.length)}{' '}
        <span className={text.sub}>
          {formatNumber(named)} asked for, {formatNumber(packages.length - named)} came with them
        </span>
      </Fact>
      <Fact term="Size">{formatFileSize(size)}</Fact>
    </FactStrip>
  )
}
