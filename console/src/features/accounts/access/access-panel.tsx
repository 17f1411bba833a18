import { type OpenWorkspace, readAccountAccess } from '@podium/contract/calls/access.ts'
import type { AccountDetail } from '@podium/contract/calls/accounts.ts'
import { KeyRound } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import { RowLink } from '../../../navigation/row-link.tsx'
import { useAddress } from '../../../navigation/use-address.ts'
import { ListTable } from '../../../record/list-table.tsx'
import { useList } from '../../../record/use-list.ts'
import layout from '../../../theme/layout.module.css'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { accessColumns, whyFilter } from '../../access/components/access-columns.tsx'
import { RightsPanel } from './rights-panel.tsx'

const columns: readonly Column<OpenWorkspace>[] = [
  {
    id: 'name',
    header: 'Workspace',
    sortable: true,
    width: '36%',
    cell: ({ id, display_name }) => (
      <RowLink to={paths.workspace(id, { tab: 'access' })} name={display_name} />
    ),
  },
  ...accessColumns,
]

/** Lists the workspaces a person can open, why, and what they can do in each, and what keeps them from signing in. */
export function AccessPanel({ account }: { account: AccountDetail }) {
  const { id, username } = account
  const list = useList(readAccountAccess, ({ workspaces }) => workspaces, { params: { id } })
  const { search, change } = useAddress()
  const { sign_in, sentence } = list.reply ?? {}
  return (
    <div className={layout.stackClose}>
      {sentence !== undefined && sign_in !== 'active' && (
        <Note tone={sign_in === 'password' ? 'warn' : 'bad'}>{sentence}</Note>
      )}
      <ListTable<OpenWorkspace>
        list={list}
        name="Workspaces"
        noun="workspace"
        columns={columns}
        rowId={(row) => row.id}
        rowName={({ display_name }) => display_name}
        searched="Search workspaces"
        filters={account.role === 'ADMIN' ? [whyFilter] : []}
        empty={
          <EmptyState title={`${username} cannot open any workspace`}>
            A manager of a workspace can add them as a member.
          </EmptyState>
        }
        menu={(row) => [
          {
            label: 'What they can do',
            icon: KeyRound,
            onSelect: () => change({ rights: row.id }, { replace: true }),
          },
        ]}
        onOpen={(row) => change({ rights: row.id }, { replace: true })}
        current={search.rights}
        panel={
          search.rights && (
            <RightsPanel
              account={account}
              workspaceId={search.rights}
              onClose={() => change({ rights: undefined }, { replace: true })}
            />
          )
        }
      />
    </div>
  )
}
