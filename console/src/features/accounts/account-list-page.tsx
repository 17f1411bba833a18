import { type Account, exportAccounts, listAccounts } from '@podium/contract/calls/accounts.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { useNavigate } from '@tanstack/react-router'
import { Download, Eye, KeyRound, LockOpen, Pencil, Plus, Trash2, UserMinus } from 'lucide-react'
import { MainButton } from '../../navigation/main-button.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { type ListFilter, ListTable } from '../../record/list-table.tsx'
import { fileAddressOf, prefetchList, useList } from '../../record/use-list.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import { useAccount } from '../../session/use-session.ts'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { MenuItem } from '../../ui/menu/menu-popup.tsx'
import { accountColumns } from './account-columns.tsx'
import {
  deleteDisabledReason,
  leaveDisabledReason,
  SOURCES,
  setPasswordDisabledReason,
  unlockDisabledReason,
} from './components/account-words.ts'
import { AddFromDirectory, DirectoryNotice } from './components/directory-parts.tsx'
import { useAccountActions } from './components/use-account-actions.tsx'

const FILTERS: readonly ListFilter[] = [
  { id: 'locked', name: 'Status', values: { true: 'Locked', false: 'Active' } },
  { id: 'role', name: 'Account Type', values: roleLabels },
  { id: 'login_type', name: 'Source', values: SOURCES },
  { id: 'workspaces', name: 'Workspaces', values: { none: 'None', some: 'At least one' } },
]

export const load = (at: PageContext) => prefetchList(at, listAccounts)

export function Page() {
  const list = useList(listAccounts, ({ accounts }) => accounts)
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('account.create')
  const { accountId: own } = useAccount()
  const { start, failedNote } = useAccountActions()

  const menu = (account: Account): readonly MenuItem[] => [
    {
      label: 'Unlock',
      icon: LockOpen,
      disabledReason: unlockDisabledReason(account),
      onSelect: () => void start({ kind: 'unlock', accounts: [account] }),
    },
    { label: 'Edit Account', icon: Pencil, onSelect: () => void navigate(paths.editAccount(account.id)) },
    {
      label: 'Set Password',
      icon: KeyRound,
      disabledReason: setPasswordDisabledReason(account, own),
      onSelect: () => void navigate(paths.editAccount(account.id, { tab: 'password' })),
    },
    {
      label: 'See Access',
      icon: Eye,
      onSelect: () => void navigate(paths.editAccount(account.id, { tab: 'access' })),
    },
    'divider',
    {
      label: 'Person leaves…',
      icon: UserMinus,
      disabledReason: leaveDisabledReason(account, own),
      onSelect: () => void navigate(paths.leave(account.id)),
    },
    {
      label: 'Delete',
      removes: true,
      disabledReason: deleteDisabledReason(account, own),
      onSelect: () => void start({ kind: 'delete', accounts: [account] }),
    },
  ]

  function bulk(selected: readonly Account[], keep: (accounts: readonly Account[]) => void) {
    const locked = selected.filter((account) => unlockDisabledReason(account) === undefined)
    const others = selected.filter((account) => deleteDisabledReason(account, own) === undefined)
    const run = async (kind: 'unlock' | 'delete', accounts: readonly Account[]) => {
      if (await start({ kind, accounts })) keep([])
    }
    return (
      <>
        <Button
          small
          icon={LockOpen}
          disabledReason={locked.length === 0 ? 'None of these is locked.' : undefined}
          onClick={() => void run('unlock', locked)}
        >
          {counted('Unlock', locked)}
        </Button>
        <Button
          small
          kind="danger"
          icon={Trash2}
          disabledReason={others.length === 0 ? 'You cannot delete yourself.' : undefined}
          onClick={() => void run('delete', others)}
        >
          {counted('Delete', others)}
        </Button>
      </>
    )
  }

  return (
    <>
      <PageHeader
        title="Accounts"
        lead="Everyone who can sign in to this installation, in all workspaces."
        actions={
          <>
            <AddFromDirectory />
            <MainButton
              icon={Plus}
              disabledReason={disabledReason}
              onClick={() => void navigate(paths.newAccount())}
            >
              New Account
            </MainButton>
          </>
        }
      />
      <DirectoryNotice />
      {failedNote}
      <ListTable<Account>
        list={list}
        name="Accounts"
        noun="account"
        columns={accountColumns}
        rowId={({ id }) => id}
        rowName={({ username }) => username}
        searched="Search ID, name or email"
        filters={FILTERS}
        trailing={
          <LinkButton
            icon={Download}
            small
            href={fileAddressOf(exportAccounts, list.address)}
            download="accounts.csv"
          >
            Export CSV
          </LinkButton>
        }
        menu={menu}
        onOpen={({ id }) => void navigate(paths.editAccount(id))}
        bulk={bulk}
      />
    </>
  )
}

function counted(word: string, accounts: readonly Account[]): string {
  return accounts.length === 0 ? word : `${word} ${accounts.length}`
}
