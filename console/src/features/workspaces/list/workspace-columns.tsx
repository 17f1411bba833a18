import { tierLabels } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { NOTHING } from '../../format/nothing.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import type { Column } from '../../ui/data-table-column.ts'
import { Moment } from '../../ui/moment.tsx'
import { RowName } from '../../ui/row-name.tsx'
import { roleLabel } from './components/role-label.ts'

export const workspaceColumns: readonly Column<Workspace>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    cell: (row) => (
      <RowName sub={row.member ? `You are ${roleLabel(row)}` : 'not a member'}>{row.display_name}</RowName>
    ),
  },
  {
    id: 'member_count',
    header: 'Members',
    sortable: true,
    numeric: true,
    cell: (row) => formatNumber(row.member_count),
  },
  {
    id: 'updated_at',
    header: 'Last Updated',
    sortable: true,
    cell: (row) => <Moment at={row.updated_at} />,
  },
  {
    id: 'resources',
    header: 'Resources',
    cell: (row) =>
      row.execution_specs.length === 0 ? (
        NOTHING
      ) : (
        <span
          title={row.execution_specs
            .map(({ name, instance }) => `${tierLabels[name]} ${instance}`)
            .join(', ')}
        >
          {countOf(row.execution_specs.length, 'tier')}
        </span>
      ),
  },
  {
    id: 's3_bucket_name',
    header: 'Bucket Name',
    sortable: true,
    hiddenOnPhone: true,
    cell: (row) => <span className={text.mono}>{row.s3_bucket_name}</span>,
  },
  {
    id: 'dashboard_hash',
    header: 'Dashboard Hash',
    hiddenOnPhone: true,
    cell: (row) =>
      row.dashboard_hash === '' ? NOTHING : <span className={text.mono}>{row.dashboard_hash}</span>,
  },
]
