import type { Instance } from '@podium/contract/instances.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import text from '../../../theme/text.module.css'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { OperationStatus } from '../../runs/components/operation-status.tsx'
import styles from './instance-columns.module.css'
import { RowTags } from './row-tags.tsx'

export const instanceColumns: readonly Column<Instance>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: '15.5%',
    cell: ({ id, name, description, workspace_id }) => (
      <RowName sub={<Cut of={description} />}>
        <Link {...paths.instance(id, { ws: workspace_id })} title={name}>
          {name}
        </Link>
      </RowName>
    ),
  },
  {
    id: 'solution',
    header: 'Solution',
    width: '13.5%',
    cell: ({ solution_id, solution_name, version_num, workspace_id }) => (
      <div className={styles.solution}>
        <RowName sub={formatVersion(version_num)}>
          <Link
            {...paths.solution(solution_id, { ws: workspace_id, version: String(version_num) })}
            title={solution_name}
          >
            {solution_name}
          </Link>
        </RowName>
      </div>
    ),
  },
  { id: 'tags', header: 'Tags', width: '19%', cell: ({ tags }) => <RowTags of={tags} /> },
  {
    id: 'operation_status',
    header: 'Status',
    width: '9.5%',
    cell: ({ operation_status }) => <OperationStatus status={operation_status} />,
  },
  {
    id: 'in_use_edges',
    header: 'In-use edges',
    width: '8%',
    numeric: true,
    hiddenOnPhone: true,
    cell: ({ in_use_edges }) => formatNumber(in_use_edges),
  },
  {
    id: 'coupled',
    header: 'Relation',
    width: '9.5%',
    cell: ({ coupled }) => (coupled ? 'coupled' : 'decoupled'),
  },
  {
    id: 'created_at',
    header: 'Created',
    sortable: true,
    width: '14%',
    hiddenOnPhone: true,
    cell: ({ created_at, created_by }) => (
      <span>
        <Moment at={created_at} />
        <span className={text.sub}>
          <Cut of={created_by} />
        </span>
      </span>
    ),
  },
  {
    id: 'updated_at',
    header: 'Last updated',
    sortable: true,
    width: '11%',
    cell: ({ updated_at }) => <Moment at={updated_at} />,
  },
]

function Cut({ of: words }: { of: string }) {
  if (words === '') return null
  return (
    <span className={styles.cut} title={words}>
      {words}
    </span>
  )
}
