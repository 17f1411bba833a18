import type { Instance, Tag as TagOf } from '@podium/contract/instances.ts'
import { Link } from '@tanstack/react-router'
import { NOTHING } from '../../../format/nothing.ts'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import text from '../../../theme/text.module.css'
import type { Column } from '../../../ui/data-table-column.ts'
import { Moment } from '../../../ui/moment.tsx'
import { RowName } from '../../../ui/row-name.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { OperationStatus } from '../../runs/components/operation-status.tsx'
import styles from './instance-columns.module.css'

/** As many letters of two tags as a row has room for; with more, one stands and the others are counted. */
const LETTERS_OF_TWO = 18

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
    width: '12.5%',
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
  { id: 'tags', header: 'Tags', width: '16%', cell: ({ tags }) => <Tags of={tags} /> },
  {
    id: 'operation_status',
    header: 'Status',
    width: '9.5%',
    cell: ({ operation_status }) => <OperationStatus status={operation_status} />,
  },
  {
    id: 'in_use_edges',
    header: 'In-use edges',
    width: '9%',
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
    width: '14%',
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

function Tags({ of: tags }: { of: readonly TagOf[] }) {
  if (tags.length === 0) return NOTHING
  const words = tags.map(({ key, value }) => (value === '' ? key : `${key} ${value}`)).join(', ')
  const letters = tags.slice(0, 2).reduce((sum, { key, value }) => sum + key.length + value.length, 0)
  const shown = letters > LETTERS_OF_TWO ? 1 : 2
  const more = tags.length - shown
  return (
    <span className={styles.tags} title={words}>
      {tags.slice(0, shown).map(({ key, value }) => (
        <Tag key={key} name={key}>
          {value}
        </Tag>
      ))}
      {more > 0 && (
        <span className={styles.more}>
          <Tag>{`+${more}`}</Tag>
        </span>
      )}
    </span>
  )
}
