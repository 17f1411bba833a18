import type { Account } from '@podium/contract/calls/accounts.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { NOTHING } from '../../format/nothing.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { RowLink } from '../../navigation/row-link.tsx'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { CellLines, CellText } from '../../ui/table/cell-text.tsx'
import type { Column } from '../../ui/table/table-rows.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { AccountStatus } from './components/account-status.tsx'
import { SOURCES, workspaceNames } from './components/account-words.ts'

/** Facts that belong together share a column, so that all of them fit beside the navigation. */
export const accountColumns: readonly Column<Account>[] = [
  {
    id: 'username',
    header: 'ID',
    sortable: true,
    also: { id: 'display_name', header: 'User Name' },
    width: 'max(126px, 11vw)',
    cell: ({ id, username, display_name }) => (
      <RowLink to={paths.editAccount(id)} name={username} sub={<CellText of={display_name} />} />
    ),
  },
  {
    id: 'email',
    header: 'Email',
    sortable: true,
    onPhone: 'hidden',
    width: 'auto',
    cell: ({ email }) => <CellText of={email} />,
  },
  {
    id: 'company',
    header: 'Company',
    sortable: true,
    also: { id: 'department', header: 'Department' },
    onlyWide: true,
    onPhone: 'hidden',
    width: '11%',
    cell: ({ company, department }) =>
      company || department ? (
        <CellLines first={company || NOTHING} second={department || NOTHING} />
      ) : (
        NOTHING
      ),
  },
  {
    id: 'role',
    header: 'Account Type',
    sortable: true,
    also: { id: 'login_type', header: 'Source' },
    onPhone: 'hidden',
    width: 'max(104px, 9vw)',
    cell: ({ role, login_type }) => <CellLines first={roleLabels[role]} second={SOURCES[login_type]} />,
  },
  {
    id: 'workspace_count',
    header: 'Workspaces',
    sortable: true,
    width: 'max(118px, 9vw)',
    cell: workspacesCell,
  },
  {
    id: 'locked',
    header: 'Status',
    sortable: true,
    onPhone: 'title',
    width: 'max(130px, 9vw)',
    cell: (account) => <AccountStatus account={account} />,
  },
  {
    id: 'last_login_at',
    header: 'Last Sign-in',
    sortable: true,
    width: '144px',
    cell: ({ last_login_at }) => (last_login_at ? <ListTime at={last_login_at} /> : NOTHING),
  },
]

/** The name of the only workspace, or how many there are, with their names in the tooltip. */
function workspacesCell(account: Account, isPhone: boolean) {
  const { workspaces, workspace_count } = account
  const [first] = workspaces
  const names = workspaceNames(account)
  if (!first)
    return names === '' ? NOTHING : <span className={classNames(text.warn, text.unbroken)}>{names}</span>
  return (
    <span className={text.line} title={names}>
      {workspace_count === 1 && first.display_name}
      {workspace_count > 1 &&
        (isPhone ? formatNumber(workspace_count) : countOf(workspace_count, 'workspace'))}
    </span>
  )
}
