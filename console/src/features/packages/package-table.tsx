import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatFileSize } from '../../format/file-size.ts'
import { NOTHING } from '../../format/nothing.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PhoneBar } from '../../ui/table/data-table.tsx'
import { TableFrame } from '../../ui/table/table-frame.tsx'
import { type Column, DataTableHead, DataTableRow, RowName, type Sort } from '../../ui/table/table-rows.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { RunLink } from '../runs/components/run-link.tsx'
import { askersOf, type PackageRow, type Packages } from './package-rows.ts'
import styles from './packages.module.css'

const COLUMNS: Column<PackageRow>[] = [
  {
    id: 'name',
    header: 'Package',
    width: '24%',
    sortable: true,
    cell: ({ name, warnings }) => (
      <span className={styles.name}>
        <RowName>{name}</RowName>
        {warnings.map(({ kind }) => (
          <Chip key={kind} tone="warn">
            {kind}
          </Chip>
        ))}
      </span>
    ),
  },
  {
    id: 'version',
    header: 'Version',
    width: '22%',
    sortable: true,
    onPhone: 'title',
    cell: (row) => <Version row={row} />,
  },
  {
    id: 'asked_by',
    header: 'Asked for by',
    width: '22%',
    sortable: true,
    onPhone: 'beside',
    cell: (row) => {
      const askers = askersOf(row)
      return askers.length === 0 ? (
        NOTHING
      ) : (
        <Cut whole={[...row.asked_in, ...row.asked_by].join(', ')}>{askersText(askers)}</Cut>
      )
    },
  },
  {
    id: 'from',
    header: 'From',
    width: 'auto',
    sortable: true,
    onPhone: 'hidden',
    cell: ({ from }) => (from === NOTHING ? NOTHING : <Cut whole={from}>{from}</Cut>),
  },
  {
    id: 'size',
    header: 'Size',
    width: '12%',
    numeric: true,
    sortable: true,
    onPhone: 'beside',
    cell: ({ size }) =>
      size === null ? NOTHING : <span className={text.muted}>{formatFileSize(size)}</span>,
  },
]

interface PackageTableProps {
  list: Packages
  /** the rows that match the search and the filters, sorted */
  rows: readonly PackageRow[]
  isFiltered: boolean
  onClear: () => void
  sort: Sort
  onSort: (sort: Sort) => void
}

/** Lists the packages, beginning with the ones that differ from the earlier run. */
export function PackageTable({ list, rows, isFiltered, onClear, sort, onSort }: PackageTableProps) {
  const isPhone = useIsPhone()
  const { compared_with: other } = list
  const differs = ({ before }: PackageRow) => before !== undefined
  const groups = [
    { title: 'Differs from', rows: rows.filter(differs) },
    { title: 'As in', rows: rows.filter((row) => !differs(row)) },
  ].filter((group) => group.rows.length > 0)
  return (
    <TableFrame
      name="Packages of the run"
      fitted
      bar={
        isPhone &&
        rows.length > 0 && <PhoneBar columns={COLUMNS} selection={undefined} sort={sort} onSort={onSort} />
      }
      placeholder={
        groups.length === 0 && (
          <EmptyState
            title="No package matches"
            drawing="search"
            {...(isFiltered && { action: <Button onClick={onClear}>Remove Filters</Button> })}
          >
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
        sort={sort}
        // Choosing the same column again reverses the direction.
        onSort={(id) => onSort({ id, desc: sort.id === id && !sort.desc })}
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

/** Shows the version, after that of the earlier run if it differs. */
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

/** Returns 'jinja2', 'hydra-core, omegaconf' or 'torch and 4 more'. */
function askersText(askers: readonly string[]): string {
  return askers.length > 2 ? `${askers[0]} and ${askers.length - 1} more` : askers.join(', ')
}

function countsOf({ packages, differences }: Packages): string {
  const gone = differences.filter(({ now }) => now === null).length
  return `${countOf(packages.length, 'package')}${gone > 0 ? `, ${gone} gone` : ''}`
}
