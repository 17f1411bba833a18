import type { Instance } from '@podium/contract/calls/instances.ts'
import { useState } from 'react'
import { NOTHING } from '../../../format/nothing.ts'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { RowLink } from '../../../navigation/row-link.tsx'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { CellLines } from '../../../ui/table/cell-text.tsx'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import { ListTime } from '../../../ui/text/moment.tsx'
import { OperationStatus } from '../../runs/components/operation-status.tsx'
import { tagText } from '../form/instance-changes.ts'
import styles from './instance-columns.module.css'

/** Returns the columns. If no row has a tag, the names take the width of that column. */
export function instanceColumns(rows: readonly Instance[]): readonly Column<Instance>[] {
  const hasTags = rows.some(({ tags }) => tags.length > 0)
  if (hasTags) return COLUMNS
  return COLUMNS.filter(({ id }) => id !== 'tags').map((column) => ({
    ...column,
    width: WIDTHS_WITHOUT_TAGS[column.id] ?? column.width,
  }))
}

const WIDTHS_WITHOUT_TAGS: Readonly<Record<string, string>> = { name: '24%', solution: '22%' }

const COLUMNS: readonly Column<Instance>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: '17%',
    cell: ({ id, name, coupled, description, workspace_id }) => (
      <RowLink
        to={paths.instance(id, { ws: workspace_id })}
        name={name}
        sub={[coupled ? 'coupled' : 'decoupled', description].filter(Boolean).join(' · ')}
      />
    ),
  },
  {
    id: 'solution',
    header: 'Solution',
    onPhone: 'whole',
    width: '15%',
    cell: ({ solution_id, solution_name, version_num, workspace_id }) => (
      <div className={layout.grow}>
        <RowLink
          to={paths.solution(solution_id, { ws: workspace_id, version: String(version_num) })}
          name={solution_name}
          sub={formatVersion(version_num)}
        />
      </div>
    ),
  },
  {
    id: 'tags',
    header: 'Tags',
    onPhone: 'hidden',
    width: '14%',
    cell: ({ tags }) => <RowTags tags={tags} />,
  },
  {
    id: 'operation_status',
    header: 'Status',
    onPhone: 'title',
    width: '11%',
    cell: ({ operation_status }) => <OperationStatus status={operation_status} />,
  },
  {
    id: 'streams',
    header: 'Streams',
    width: '8%',
    numeric: true,
    onPhone: 'hidden',
    cell: ({ stream_count }) => formatNumber(stream_count),
  },
  {
    id: 'runs',
    header: 'Runs',
    width: '6%',
    numeric: true,
    onPhone: 'hidden',
    cell: ({ run_count }) => formatNumber(run_count),
  },
  {
    id: 'updated_at',
    header: 'Last updated',
    sortable: true,
    also: { id: 'created_at', header: 'Created' },
    width: '19%',
    cell: ({ created_at, created_by, updated_at }, isPhone) =>
      isPhone ? (
        <CellLines first={<ListTime at={updated_at} />} second={created_by} />
      ) : (
        <div className={text.cut}>
          <ListTime at={updated_at} />
          <span className={classNames(text.sub, text.cut)}>
            <ListTime at={created_at} />, {created_by || NOTHING}
          </span>
        </div>
      ),
  },
]

/** Shows two of the tags if both fit, else one, and counts the others. */
function RowTags({ tags }: Pick<Instance, 'tags'>) {
  const [fits, setFits] = useState(true)

  function watch(line: HTMLElement) {
    const observer = new ResizeObserver(() => setFits(fitsUncut(line)))
    observer.observe(line)
    return () => observer.disconnect()
  }
  if (tags.length === 0) return NOTHING
  const more = tags.length - (fits ? 2 : 1)
  return (
    <span ref={watch} className={classNames(styles.tags, !fits && styles.one)} title={tagText(tags)}>
      {tags.slice(0, 2).map(({ key, value }) => (
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

/** Measures the uncut width before anything is painted. */
function fitsUncut(line: HTMLElement): boolean {
  line.dataset.uncut = ''
  const fits = line.scrollWidth <= line.clientWidth
  delete line.dataset.uncut
  return fits
}
