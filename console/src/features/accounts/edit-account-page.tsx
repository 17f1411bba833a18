import { type AccountDetail, editAccount, readAccount } from '@podium/contract/calls/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2, UserMinus } from 'lucide-react'
import { sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress, useRecordId } from '../../navigation/use-address.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { RecordPage } from '../../record/record-page.tsx'
import { useRecordForm } from '../../record/use-record-form.tsx'
import { refreshSession } from '../../session/start.ts'
import { useAccount, useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormColumns, FormSidebar } from '../../ui/form/form-frame.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { lazyTab } from '../../ui/lazy/lazy.tsx'
import { Tabs } from '../../ui/menu/tabs.tsx'
import { deleteDisabledReason, leaveDisabledReason } from './components/account-words.ts'
import { useAccountActions } from './components/use-account-actions.tsx'
import { AccountCard } from './edit/account-card.tsx'
import { PasswordPanel, usePasswordForm } from './edit/password-panel.tsx'
import { DETAIL_TEXTS, detailChanges, detailsOf, edited, editProblems } from './form/account-values.ts'
import { AccountTypeField, DetailField } from './form/detail-fields.tsx'

const SessionsPanel = lazyTab(async () => (await import('./edit/sign-in-panels.tsx')).SessionsPanel)
const AccessPanel = lazyTab(async () => (await import('./access/access-panel.tsx')).AccessPanel)
const HistoryPanel = lazyTab(async () => (await import('./edit/sign-in-panels.tsx')).HistoryPanel)

const TABS = ['details', 'access', 'password', 'sessions', 'history'] as const

const accountQuery = (id: string) => q(readAccount, { params: { id } })

export const load = ({ queries, params }: PageContext) => queries.prefetchQuery(accountQuery(params.id ?? ''))

export function Page() {
  const id = useRecordId()
  return (
    <RecordPage
      query={useQuery(accountQuery(id))}
      title="Edit Account"
      noun="account"
      back={{ target: paths.accounts(), label: 'Back to Accounts' }}
    >
      {(account) => <AccountView key={id} account={account} />}
    </RecordPage>
  )
}

/** One account and all that an administrator may do to it. Typed text survives a change of tab. */
function AccountView({ account }: { account: AccountDetail }) {
  const { search, change } = useAddress()
  const navigate = useNavigate()
  const session = useSession()
  const { accountId: own } = useAccount()
  const { start } = useAccountActions(({ kind }) => kind === 'delete' && leave())
  const details = useRecordForm({
    name: `Edit Account ${account.username}`,
    values: detailsOf(account),
    record: { revision: account.revision, valuesOf: detailsOf },
    problems: editProblems,
    changes: detailChanges,
    mode: 'edit',
    save: async (values, { values: before, revision }, send) => {
      await send(editAccount, { body: { ...edited(values, before), id: account.id, revision } })
      if (account.id === own) void refreshSession(session)
    },
    // Besides a stale revision, all conflicts are about the account type.
    refusalByField: (error) => (error.status === 409 ? { role: sentenceFor(error) } : undefined),
    repeat: () => `Save account ${account.username}`,
    onSaved: leave,
  })
  const password = usePasswordForm(account)

  function show(tab: (typeof TABS)[number]) {
    // The page number and search of a list belong to the tab that is left.
    const cleared = Object.fromEntries(Object.keys(search).map((key) => [key, undefined]))
    change({ ...cleared, tab: tab === 'details' ? undefined : tab })
  }

  function leave() {
    details.leaveFreely()
    password.leaveFreely()
    void navigate(paths.accounts())
  }

  return (
    <>
      <PageHeader
        title="Edit Account"
        lead={
          <>
            <b>{account.display_name || account.username}</b>
            {account.display_name !== '' && `, ${account.username}`}
          </>
        }
        actions={
          <>
            <Button
              icon={UserMinus}
              disabledReason={leaveDisabledReason(account, own)}
              onClick={() => void navigate(paths.leave(account.id))}
            >
              Person leaves…
            </Button>
            <Button
              kind="danger"
              icon={Trash2}
              disabledReason={deleteDisabledReason(account, own)}
              onClick={() => void start({ kind: 'delete', accounts: [account] })}
            >
              Delete
            </Button>
          </>
        }
      />
      <Tabs
        label="Account"
        value={TABS.find((name) => name === search.tab) ?? 'details'}
        onChange={show}
        tabs={[
          {
            value: 'details',
            label: 'Details',
            panel: (
              <FormColumns>
                <RecordForm
                  label="Edit Account"
                  form={details}
                  onCancel={() => void navigate(paths.accounts())}
                >
                  {DETAIL_TEXTS.map((name) => (
                    <DetailField
                      key={name}
                      form={details}
                      name={name}
                      optional={name === 'email' ? account.email === '' : undefined}
                    />
                  ))}
                  <AccountTypeField
                    form={details}
                    disabledReason={account.id === own ? 'You cannot change your own role.' : undefined}
                  />
                </RecordForm>
                <FormSidebar label="About the account">
                  <AccountCard
                    account={account}
                    onUnlock={() => void start({ kind: 'unlock', accounts: [account] })}
                  />
                </FormSidebar>
              </FormColumns>
            ),
          },
          { value: 'access', label: 'Access', panel: <AccessPanel account={account} /> },
          {
            value: 'password',
            label: 'Password',
            panel: <PasswordPanel account={account} own={own} form={password} />,
          },
          { value: 'sessions', label: 'Sessions', panel: <SessionsPanel id={account.id} /> },
          { value: 'history', label: 'Sign-in History', panel: <HistoryPanel id={account.id} /> },
        ]}
      />
    </>
  )
}
