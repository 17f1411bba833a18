import type { DataSet } from '@podium/contract/calls/data-sets.ts'
import { Link } from '@tanstack/react-router'
import { formatFileSize } from '../../../format/file-size.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf, formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import text from '../../../theme/text.module.css'
import { CellLines } from '../../../ui/table/cell-text.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { ListTime } from '../../../ui/text/moment.tsx'
import { RunLink } from '../../runs/components/run-link.tsx'

export const dataSetColumns: readonly Column<DataSet>[] = [
  { id: 'name', header: 'Name', sortable: true, width: '26%', cell: (row) => <DataSetName of={row} /> },
  {
    id: 'version',
    header: 'Version',
    width: '9%',
    cell: ({ version }) => (version === null ? NOTHING : formatVersion(version)),
  },
  {
    id: 'files',
    header: 'Files',
    numeric: true,
    width: '9%',
    onPhone: 'hidden',
    cell: ({ files }) => formatNumber(files),
  },
  { id: 'size', header: 'Size', numeric: true, width: '128px', cell: ({ size }) => formatFileSize(size) },
  {
    id: 'last_run',
    header: 'Last used by',
    width: 'auto',
    onPhone: 'hidden',
    cell: ({ runs, last_run }) =>
      runs === 0 ? (
        <span className={text.muted}>never</span>
      ) : (
        <CellLines first={last_run ? <RunLink run={last_run} /> : NOTHING} second={countOf(runs, 'run')} />
      ),
  },
  {
    id: 'updated_at',
    header: 'Updated',
    sortable: true,
    width: '16%',
    cell: ({ updated_at, updated_by }) => (
      <div className={text.cut}>
        <ListTime at={updated_at} /> <span className={text.sub}>{updated_by}</span>
      </div>
    ),
  },
]

function DataSetName({ of: { id, name, note } }: { of: DataSet }) {
  const { id: ws } = useWorkspace()
  return (
    <RowName sub={note || undefined}>
      <Link {...paths.dataSet(id, { ws })}>{name}</Link>
    </RowName>
  )
}
