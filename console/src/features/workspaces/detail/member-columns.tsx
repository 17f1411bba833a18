import type { Member, Usage } from '@podium/contract/workspaces.ts'
import type { ReactNode } from 'react'
import { NOTHING } from '../../../format/nothing.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Amount } from '../components/amount.tsx'
import { RoleTag } from '../components/role-tag.tsx'
import { sizeOf } from '../components/usage-words.ts'
import styles from './member-columns.module.css'

export const memberColumns: readonly Column<Member>[] = [
  {
    id: 'username',
    header: 'ID',
    sortable: true,
    width: '14%',
    cell: ({ username }) => (
      <RowName>
        <span title={username}>{username}</span>
      </RowName>
    ),
  },
  {
    id: 'role',
    header: 'Role in Workspace',
    sortable: true,
    width: '13%',
    cell: ({ role }) => <RoleTag role={role} />,
  },
  {
    id: 'display_name',
    header: 'User Name',
    sortable: true,
    width: '13%',
    cell: ({ display_name }) => <Cut of={display_name} />,
  },
  { id: 'email', header: 'Email', sortable: true, width: '16%', cell: ({ email }) => <Cut of={email} /> },
  {
    id: 'company',
    header: 'Company',
    sortable: true,
    width: '12%',
    cell: ({ company }) => <Cut of={company} />,
  },
  {
    id: 'department',
    header: 'Department',
    sortable: true,
    width: '11%',
    cell: ({ department }) => <Cut of={department} />,
  },
  {
    id: 'service_name',
    header: 'Service Name',
    width: '10%',
    cell: ({ usage }) => <Lines of={usage} show={({ service_name }) => service_name} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    numeric: true,
    width: '11%',
    cell: ({ usage }) => <Lines of={usage} show={(used) => <Amount of={used} />} />,
  },
]

function Cut({ of: words }: { of: string }) {
  if (words === '') return NOTHING
  return (
    <span className={classNames(styles.cut, text.cut)} title={words}>
      {words}
    </span>
  )
}

/** A line for each service; what was not used needs none. */
function Lines({ of: usage, show }: { of: readonly Usage[]; show: (used: Usage) => ReactNode }) {
  const used = usage.filter((each) => sizeOf(each) > 0)
  if (used.length === 0) return NOTHING
  return (
    <span className={styles.lines}>
      {used.map((each) => (
        <span key={each.service_name}>{show(each)}</span>
      ))}
    </span>
  )
}
