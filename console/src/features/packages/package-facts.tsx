import { type FetchedPackages, MAX_SHARING } from '@podium/contract/calls/run-packages.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatFileSize } from '../../format/file-size.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { Fact, FactStrip } from '../../ui/layout/definition-list.tsx'
import type { Packages } from './package-rows.ts'

/** The facts about the installation: tool, file, Python, counts and downloads. */
export function PackageFacts({ list }: { list: Packages }) {
  const { tool, file, python, requires_python, packages, fetched, shared_by } = list
  const count = packages.length
  const named = packages.filter(({ asked_in = [] }) => asked_in.length > 0).length
  const size = packages.reduce((sum, one) => sum + one.size, 0)
  return (
    <FactStrip>
      <Fact term="Installed by">
        {tool} <span className={text.sub}>read {file}</span>
      </Fact>
      <Fact term="Python">
        {python}{' '}
        {requires_python !== undefined && (
          <span className={text.sub}>the source asks for {requires_python}</span>
        )}
      </Fact>
      <Fact term="Packages">
        {formatNumber(count)}{' '}
        <span className={text.sub}>
          {formatNumber(named)} asked for, {formatNumber(count - named)} came with them
        </span>
      </Fact>
      {fetched && (
        <Fact term="Fetched">
          {fetchedText(fetched)} <span className={text.sub}>{restText(fetched, count)}</span>
        </Fact>
      )}
      <Fact term="On disk">
        {formatFileSize(size)}{' '}
        {shared_by.total > 1 && <span className={text.sub}>shared by {runsText(shared_by.total)}</span>}
      </Fact>
    </FactStrip>
  )
}

/** Returns '2 runs', or 'more than 1,000 runs' if the count is capped. */
export function runsText(total: number): string {
  return total > MAX_SHARING ? `more than ${countOf(MAX_SHARING, 'run')}` : countOf(total, 'run')
}

/** Returns '1.18 GB in 47 s', or '5 packages in 47 s' if the tool reports no bytes. */
export function fetchedText({ packages, bytes, seconds }: FetchedPackages): string {
  if (packages === 0) return 'Nothing'
  return `${bytes === null ? countOf(packages, 'package') : formatFileSize(bytes)} in ${formatDuration(seconds)}`
}

function restText({ packages, bytes, seconds }: FetchedPackages, count: number): string {
  if (seconds === 0) return 'installed for an earlier run'
  const here = Math.max(0, count - packages)
  const rest = here === 0 ? '' : `${formatNumber(here)} ${here === 1 ? 'was' : 'were'} here already`
  return [packages > 0 && bytes !== null ? countOf(packages, 'package') : '', rest]
    .filter((part) => part !== '')
    .join(', ')
}
