import type { FetchedPackages } from '@podium/contract/calls/run-packages.ts'
import { isLock } from '@podium/contract/python-packages/package-lines.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { RunLink } from '../runs/components/run-link.tsx'
import { fetchedText, runsText } from './package-facts.tsx'
import type { Packages } from './package-rows.ts'
import styles from './packages.module.css'

interface PackageCardsProps {
  list: Packages
  run: string
}

/** Lists the files that name the packages, and the runs with the same packages. */
export function PackageCards({ list, run }: PackageCardsProps) {
  const read = <FilesCard list={list} />
  if (list.shared_by.total < 2) return read
  return (
    <div className={classNames(layout.columns, layout.alike, styles.beside)}>
      <div className={layout.seven}>{read}</div>
      <div className={layout.five}>
        <RunsCard list={list} run={run} />
      </div>
    </div>
  )
}

interface ReadFile {
  file: string
  /** the packages that the file requires */
  packages: Set<string>
  /** the lines that require them, as far as they are known */
  lines: number[]
}

function FilesCard({ list }: { list: Packages }) {
  const columns: Column<ReadFile>[] = [
    { id: 'file', header: 'File', width: '36%', cell: ({ file }) => <RowName>{file}</RowName> },
    {
      id: 'by',
      header: 'By',
      width: '22%',
      onPhone: 'title',
      cell: () => <span className={text.muted}>{list.tool}</span>,
    },
    {
      id: 'for',
      header: 'Used for',
      width: 'auto',
      onPhone: 'beside',
      cell: (read) => <span className={classNames(text.muted, styles.wrapped)}>{purposeOf(read)}</span>,
    },
  ]
  return (
    <Card title="What was read" flush>
      <DataTable
        name="What was read"
        columns={columns}
        rows={filesRead(list)}
        rowId={({ file }) => file}
        rowName={({ file }) => file}
        bare
      />
    </Card>
  )
}

/** Returns the file with the list of packages, and other files that require some of them. */
function filesRead({ file, packages }: Packages): ReadFile[] {
  const found = new Map<string, ReadFile>([[file, { file, packages: new Set(), lines: [] }]])
  for (const { name, asked_in = [] } of packages)
    for (const place of asked_in) {
      const [, path = place, line] = /^(.*?)(?: line (\d+))?$/.exec(place) ?? []
      const read = found.get(path) ?? { file: path, packages: new Set(), lines: [] }
      found.set(path, read)
      read.packages.add(name)
      if (line !== undefined) read.lines.push(Number(line))
    }
  return [...found.values()]
}

/** Returns the purpose of a file, such as '8 packages, lines 2 to 9'. */
function purposeOf({ file, packages, lines }: ReadFile): string {
  if (packages.size === 0) return isLock(file) ? 'the versions of all packages' : 'other files'
  const [first, last] = [Math.min(...lines), Math.max(...lines)]
  const where =
    lines.length === 0
      ? ''
      : first === last
        ? `, line ${first}`
        : `, lines ${formatNumber(first)} to ${formatNumber(last)}`
  return `${countOf(packages.size, 'package')}${where}`
}

type SharingRun = Packages['shared_by']['runs'][number]

function RunsCard({ list: { shared_by, packages }, run }: PackageCardsProps) {
  const columns: Column<SharingRun>[] = [
    {
      id: 'run',
      header: 'Run',
      width: '46%',
      cell: (one) => <RowName>{one.id === run ? one.name : <RunLink run={one} />}</RowName>,
    },
    {
      id: 'packages',
      header: 'Packages',
      width: 'auto',
      onPhone: 'beside',
      cell: ({ fetched }) => (
        <span className={classNames(text.muted, styles.wrapped)}>
          these {formatNumber(packages.length)}
          {wayText(fetched)}
        </span>
      ),
    },
  ]
  return (
    <Card title="Runs with these packages" note={runsText(shared_by.total)} flush>
      <DataTable
        name="Runs with these packages"
        columns={columns}
        rows={shared_by.runs}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        bare
      />
    </Card>
  )
}

function wayText(fetched: FetchedPackages | null): string {
  if (fetched === null) return ''
  if (fetched.seconds === 0) return ', installed before'
  return fetched.packages === 0 ? ', installed for it' : `, installed for it: ${fetchedText(fetched)}`
}
