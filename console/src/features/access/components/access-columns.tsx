import type { OpenTo, OpenWorkspace } from '@podium/contract/calls/access.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { NOTHING } from '../../../format/nothing.ts'
import type { ListFilter } from '../../../record/list-table.tsx'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import { ListTime } from '../../../ui/text/moment.tsx'
import { Until } from '../../../ui/text/until.tsx'

type Given = Pick<
  OpenTo & OpenWorkspace,
  'role' | 'why' | 'source' | 'ends_at' | 'since' | 'by' | 'last_run_at'
>

const REASONS = { member: 'Membership', administrator: 'Administrator' } as const

export const whyFilter: ListFilter = { id: 'why', name: 'Access through', values: REASONS }

/** The columns shared by both lists of access: the role, the reason, since when and by whom, and the last run. */
export const accessColumns: readonly Column<Given>[] = [
  {
    id: 'role',
    header: 'Role in Workspace',
    sortable: true,
    onPhone: 'title',
    width: '16%',
    cell: ({ role, ends_at }) =>
      role === null ? (
        NOTHING
      ) : (
        <span className={layout.wrap}>
          <Tag>{roleLabels[role]}</Tag>
          {ends_at !== null && <Until at={ends_at} />}
        </span>
      ),
  },
  {
    id: 'why',
    header: 'Access through',
    width: '16%',
    cell({ why, source }) {
      const [first, ...others] = why.map((reason) => REASONS[reason])
      return (
        <>
          {first}
          {others.length > 0 && <span className={text.sub}>{others.join(', ')}</span>}
          {source === 'group' && <span className={text.sub}>by group</span>}
        </>
      )
    },
  },
  {
    id: 'since',
    header: 'Since',
    sortable: true,
    width: '16%',
    cell: ({ since, by }) => (
      <>
        <span className={text.line}>
          <ListTime at={since} />
        </span>
        {by !== '' && <span className={text.sub}>by {by}</span>}
      </>
    ),
  },
  {
    id: 'last_run_at',
    header: 'Last run here',
    width: '16%',
    onPhone: 'hidden',
    cell: ({ last_run_at }) => <ListTime at={last_run_at} />,
  },
]
