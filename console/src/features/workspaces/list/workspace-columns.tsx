import { tierLabels } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { Link } from '@tanstack/react-router'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { roleLabel } from '../components/role-label.ts'
import { MemberCount } from './member-count.tsx'
import styles from './workspace-columns.module.css'

export const workspaceColumns: readonly Column<Workspace>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: '20%',
    cell: (row) => (
      <RowName sub={row.member ? `You are ${roleLabel(row)}` : 'not a member'}>
        <Link {...paths.workspace(row.id)} title={row.display_name} className={styles.name}>
          {row.display_name}
        </Link>
      </RowName>
    ),
  },
  {
    id: 'member_count',
    header: 'Members',
    sortable: true,
    numeric: true,
    width: '10%',
    cell: (row) => <MemberCount workspace={row} />,
  },
  {
    id: 'updated_at',
    header: 'Last Updated',
    sortable: true,
    width: '20%',
    cell: (row) => <Moment at={row.updated_at} />,
  },
  { id: 'resources', header: 'Resources', width: '13%', cell: (row) => <Resources of={row} /> },
  {
    id: 's3_bucket_name',
    header: 'Bucket Name',
    sortable: true,
    width: '16%',
    cell: (row) => <Code of={row.s3_bucket_name} />,
  },
  {
    id: 'dashboard_hash',
    header: 'Dashboard Hash',
    width: '16%',
    cell: (row) => <Code of={row.dashboard_hash} />,
  },
]

/** How many tiers, and which; their instance types when pointed at. */
function Resources({ of: { execution_specs } }: { of: Workspace }) {
  if (execution_specs.length === 0) return NOTHING
  const types = execution_specs.map(({ name, instance }) => `${tierLabels[name]} ${instance}`)
  return (
    <span className={styles.two} title={types.join(', ')}>
      {countOf(execution_specs.length, 'tier')}
      <span className={classNames(text.sub, text.cut)}>
        {execution_specs.map(({ name }) => tierLabels[name]).join(', ')}
      </span>
    </span>
  )
}

function Code({ of: words }: { of: string }) {
  if (words === '') return NOTHING
  return (
    <span className={classNames(styles.code, text.mono)} title={words}>
      {words}
    </span>
  )
}
