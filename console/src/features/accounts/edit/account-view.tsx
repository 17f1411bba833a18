import type { AccountDetail } from '@podium/contract/accounts.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useAccount } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { lateTab } from '../../../ui/lazy/late-tab.tsx'
import { Tabs } from '../../../ui/menu/tabs.tsx'
import { type BulkDeed, useBulkDeed } from '../components/use-bulk-deed.tsx'
import { whyNotDelete } from '../components/why-not.ts'
import { DetailsPanel } from './details-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { useDetailsForm } from './use-details-form.tsx'
import { usePasswordForm } from './use-password-form.ts'

const SessionsPanel = lateTab(async () => (await import('./sessions-panel.tsx')).SessionsPanel)
const HistoryPanel = lateTab(async () => (await import('./history-panel.tsx')).HistoryPanel)

const TABS = ['details', 'password', 'sessions', 'history'] as const
type Tab = (typeof TABS)[number]

/** One account with all that an administrator may do to it. What is typed outlives a look at another tab. */
export function AccountView({ account }: { account: AccountDetail }) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { accountId: own } = useAccount()
  const { run } = useBulkDeed()
  const details = useDetailsForm(account, leave)
  const password = usePasswordForm(account)
  const leaveFreely = useLeaveGuard(details.isTyped || password.isTyped, 'What you typed is not saved.')
  const tab = TABS.find((name) => name === search.tab) ?? 'details'

  function leave() {
    leaveFreely()
    void navigate(paths.accounts())
  }

  function show(wanted: Tab) {
    const next = { ...search, tab: wanted === 'details' ? undefined : wanted, page: undefined }
    void navigate({ to: '.', search: next as never, resetScroll: false })
  }

  async function carryOut(deed: BulkDeed) {
    const outcome = await run(deed, [account])
    if (deed === 'delete' && outcome === 'done') leave()
  }

  return (
    <>
      <PageHeader
        title="Edit Account"
        lead={account.display_name === '' ? account.username : `${account.username}, ${account.display_name}`}
        actions={
          <Button
            kind="danger"
            icon={Trash2}
            reason={whyNotDelete(account, own)}
            onClick={() => void carryOut('delete')}
          >
            Delete
          </Button>
        }
      />
      <Tabs
        label="Account"
        value={tab}
        onChange={show}
        tabs={[
          {
            value: 'details',
            label: 'Details',
            panel: (
              <DetailsPanel
                account={account}
                form={details}
                isOwn={account.id === own}
                onUnlock={() => void carryOut('unlock')}
                onCancel={() => void navigate(paths.accounts())}
              />
            ),
          },
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
