import type { Member } from '@podium/contract/workspaces.ts'
import { NOTHING } from '../../../format/nothing.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import type { Column } from '../../../ui/data-table-column.ts'
import { RowName } from '../../../ui/row-name.tsx'
import { RoleTag } from '../components/role-tag.tsx'
import { amountOf } from '../components/usage-words.ts'
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
    cell: ({ usage }) => <Lines of={usedOf(usage).map(({ service_name }) => service_name)} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    numeric: true,
    width: '11%',
    cell: ({ usage }) => <Lines of={usedOf(usage).map(amountOf)} />,
  },
]

/** What was not used needs no line. */
function usedOf(usage: Member['usage']) {
  return usage.filter(({ amount }) => amount > 0)
}

function Cut({ of: words }: { of: string }) {
  if (words === '') return NOTHING
  return (
    <span className={classNames(styles.cut, text.cut)} title={words}>
      {words}
    </span>
  )
}

function Lines({ of: lines }: { of: readonly string[] }) {
  if (lines.length === 0) return NOTHING
  return (
    <span className={styles.lines}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}
