import { type Account, exportAccounts } from '@podium/contract/accounts.ts'
import { readDirectory } from '@podium/contract/directory.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, FolderSearch, Plus } from 'lucide-react'
import { useState } from 'react'
import { addressOf } from '../../api/address.ts'
import { q } from '../../api/query.ts'
import { ListFoot } from '../../navigation/list-foot.tsx'
import { ListSearch } from '../../navigation/list-search.tsx'
import { readListQuery, useListState } from '../../navigation/list-state.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useWhyNot } from '../../session/use-caller.ts'
import { Button } from '../../ui/button/button.tsx'
import { LinkButton } from '../../ui/button/link-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Toolbar } from '../../ui/table/toolbar.tsx'
import { DirectoryNotice } from './components/directory-notice.tsx'
import { useBulkDeed } from './components/use-bulk-deed.tsx'
import { accountColumns } from './list/account-columns.tsx'
import { AccountFilters } from './list/account-filters.tsx'
import { ACCOUNT_RULES, accountQuery, wantedAccounts } from './list/account-query.ts'
import { InsteadOfAccounts } from './list/instead-of-accounts.tsx'
import { LeftoverNote } from './list/leftover-note.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { useAccountMenu } from './list/use-account-menu.ts'

const NOBODY: readonly Account[] = []

export async function load({ queries, search }: PageContext) {
  await queries.prefetchQuery(accountQuery(readListQuery(search, ACCOUNT_RULES)))
}

export function Page() {
  const list = useListState(ACCOUNT_RULES)
  const navigate = useNavigate()
  const whyNot = useWhyNot('account.create')
  const directory = useQuery(q(readDirectory))
  const query = useQuery({ ...accountQuery(list.query), placeholderData: keepPreviousData })
  const [selected, setSelected] = useState(NOBODY)
  const { run, leftover, forget } = useBulkDeed()
  const menu = useAccountMenu(run)
  const { data, isPlaceholderData } = query

  /** Whoever was selected on another page stays so. */
  function select(ids: string[]) {
    const known = [...(data?.accounts ?? []), ...selected]
    setSelected(ids.flatMap((id) => known.find((account) => account.id === id) ?? []))
  }

  async function runOnSelected(deed: 'unlock' | 'delete', accounts: readonly Account[]) {
    if ((await run(deed, accounts)) !== 'dropped') setSelected(NOBODY)
  }

  return (
    <>
      <PageHeader
        title="Accounts"
        lead="Everyone who can sign in to this installation, in all workspaces."
        actions={
          <>
            {directory.data?.configured && (
              <Button
                icon={FolderSearch}
                reason={whyNot}
                onClick={() => void navigate(paths.directoryAccounts())}
              >
                Add from Directory
              </Button>
            )}
            <Button
              kind="primary"
              icon={Plus}
              reason={whyNot}
              onClick={() => void navigate(paths.newAccount())}
            >
              New Account
            </Button>
          </>
        }
      />
      <DirectoryNotice directory={directory.data} />
      {leftover && (
        <LeftoverNote
          leftover={leftover}
          onRetry={() =>
            void run(
              leftover.deed,
              leftover.failed.map(({ account }) => account),
            )
          }
          onDismiss={forget}
        />
      )}
      {selected.length > 0 ? (
        <SelectionBar
          selected={selected}
          onDeed={(deed, accounts) => void runOnSelected(deed, accounts)}
          onClear={() => setSelected(NOBODY)}
        />
      ) : (
        <Toolbar
          search={
            <ListSearch
              label="Search accounts"
              placeholder="Search ID, name or email"
              text={list.query.q}
              onSearch={list.setSearch}
            />
          }
          filters={<AccountFilters filters={list.query.filters} onFilter={list.setFilter} />}
          aside={
            <LinkButton
              small
              icon={Download}
              href={addressOf(exportAccounts, { query: wantedAccounts(list.query) })}
              download="accounts.csv"
            >
              Export CSV
            </LinkButton>
          }
        />
      )}
      <DataTable<Account>
        name="Accounts"
        tall
        columns={accountColumns}
        rows={data?.accounts}
        rowId={({ id }) => id}
        rowName={({ username }) => username}
        menu={menu}
        onOpen={({ id }) => void navigate(paths.editAccount(id))}
        selected={selected.map(({ id }) => id)}
        onSelect={select}
        sort={list.sort}
        onSort={list.setSort}
        stale={isPlaceholderData}
        instead={<InsteadOfAccounts query={query} list={list} />}
        foot={<ListFoot list={list} total={data?.total} noun="account" />}
      />
    </>
  )
}
