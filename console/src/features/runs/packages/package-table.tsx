import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf, formatNumber } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { TableFrame } from '../../../ui/table/table-frame.tsx'
import { type Column, DataTableHead, DataTableRow, RowName } from '../../../ui/table/table-rows.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { RunLink } from '../components/run-link.tsx'
import { matching, type PackageRow, type Packages, packageRows } from './package-rows.ts'
import styles from './packages.module.css'

const COLUMNS: Column<PackageRow>[] = [
  { id: 'name', header: 'Package', width: '22%', cell: ({ name }) => <RowName>{name}</RowName> },
  { id: 'version', header: 'Version', width: '24%', onPhone: 'title', cell: (row) => <Version row={row} /> },
  {
    id: 'asked_by',
    header: 'Asked for by',
    width: '22%',
    onPhone: 'beside',
    cell: ({ asked_by }) =>
      asked_by.length === 0 ? NOTHING : <Cut whole={asked_by.join(', ')}>{askersText(asked_by)}</Cut>,
  },
  {
    id: 'from',
    header: 'From',
    width: 'auto',
    onPhone: 'hidden',
    cell: ({ from }) => (from === NOTHING ? NOTHING : <Cut whole={from}>{from}</Cut>),
  },
  {
    id: 'size',
    header: 'Size',
    width: '12%',
    numeric: true,
    onPhone: 'beside',
    cell: ({ size }) =>
      size === null ? NOTHING : <span className={text.muted}>{formatFileSize(size)}</span>,
  },
]

/** The packages that match the search, those that differ from the earlier run first. */
export function PackageTable({ list, search }: { list: Packages; search: string }) {
  const isPhone = useIsPhone()
  const { compared_with: other } = list
  const all = packageRows(list)
  const groups = [
    { title: 'Differs from', rows: matching(all.differing, search) },
    { title: 'As in', rows: matching(all.alike, search) },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <TableFrame
      name="Packages of the run"
      fitted
      placeholder={
        groups.length === 0 && (
          <EmptyState title="No package matches" drawing="search">
            Search for a part of a name, a version or an address.
          </EmptyState>
        )
      }
      foot={
        <p role="status" className={classNames(styles.foot, text.note)}>
          {countsOf(list)}
        </p>
      }
    >
      <DataTableHead
        columns={COLUMNS}
        isHidden={isPhone}
        selection={undefined}
        hasMenu={false}
        sort={undefined}
        onSort={() => undefined}
      />
      {groups.map(({ title, rows }) => (
        <tbody key={title}>
          {other && (
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={COLUMNS.length}>
                {title} <RunLink run={other} /> <span className={text.note}>{formatNumber(rows.length)}</span>
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <DataTableRow
              key={row.name}
              row={row}
              name={row.name}
              columns={COLUMNS}
              current={false}
              selection={undefined}
              menu={undefined}
              onOpen={undefined}
              isPhone={isPhone}
            />
          ))}
        </tbody>
      ))}
    </TableFrame>
  )
}

/** The version; where it differs, after the one that the earlier run had. */
function Version({ row: { version, before, isElsewhere } }: { row: PackageRow }) {
  if (before === undefined || isElsewhere)
    return (
      <Cut whole={version ?? ''}>
        {version}
        {isElsewhere && ', from elsewhere'}
      </Cut>
    )
  return (
    <span className={styles.versions}>
      <span className={text.muted}>{before ?? 'none'}</span>
      <Icon of={ArrowRight} size={12} />
      <span className={text.hidden}>now</span>
      <b>{version ?? 'gone'}</b>
    </span>
  )
}

function Cut({ whole, children }: { whole: string; children: ReactNode }) {
  return (
    <span className={classNames(text.line, text.muted)} title={whole}>
      {children}
    </span>
  )
}

/** 'jinja2', 'hydra-core, omegaconf', 'torch and 4 more' */
function askersText(askers: readonly string[]): string {
  return askers.length > 2 ? `${askers[0]} and ${askers.length - 1} more` : askers.join(', ')
}

function countsOf({ packages, differences }: Packages): string {
  const gone = differences.filter(({ now }) => now === null).length
  return `${countOf(packages.length, 'package')}${gone > 0 ? `, ${gone} gone` : ''}`
}
