import { readAccount } from '@podium/contract/calls/accounts.ts'
import { listSessions } from '@podium/contract/calls/sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { useLeaveGuard } from '../../navigation/use-leave-guard.ts'
import { useSavedForm, useSavedValues } from '../../session/use-saved-form.ts'
import { useAccount } from '../../session/use-session.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { lazyTab } from '../../ui/lazy/lazy.tsx'
import { Tabs } from '../../ui/menu/tabs.tsx'
import { NO_PASSWORD, type PasswordValues, passwordProblems } from '../auth/components/password-form.ts'
import type { MadeToken } from './new-token-dialog.tsx'
import { PasswordTab } from './password-tab.tsx'
import type { MadeCodes } from './second-factor-set-up.tsx'

const SessionsTab = lazyTab(async () => (await import('./sessions-tab.tsx')).SessionsTab)
const TokensTab = lazyTab(async () => (await import('./tokens-tab.tsx')).TokensTab)
const SecondFactorTab = lazyTab(async () => (await import('./second-factor-tab.tsx')).SecondFactorTab)
const AppearanceTab = lazyTab(async () => (await import('./appearance-tab.tsx')).AppearanceTab)
const HistoryTab = lazyTab(async () => (await import('./history-tab.tsx')).HistoryTab)

const NotificationsTab = lazyTab(
  async () => (await import('./notifications/notifications-tab.tsx')).NotificationsTab,
)

const FORM = 'Edit Profile'
const WHO_CHANGES = ' An administrator changes your name, email and account type.'
const TABS = [
  'password',
  'sessions',
  'tokens',
  'second-factor',
  'history',
  'notifications',
  'appearance',
] as const
type TabName = (typeof TABS)[number]

/** Everything about the person's own sign-in. The address holds the chosen tab. */
export function Page() {
  const { accountId, id, userName, role } = useAccount()
  const { search, change } = useAddress()
  const saved = useSavedValues<PasswordValues>(FORM)
  // State that survives a change of tab: a typed password, and secrets that are shown only once.
  const form = useFields<PasswordValues>(NO_PASSWORD, passwordProblems, saved)
  const [codes, setCodes] = useState<MadeCodes>()
  const [token, setToken] = useState<MadeToken>()
  useSavedForm(FORM, form.isTyped ? form.values : undefined)
  const losses = [
    codes && 'The recovery codes are not shown again.',
    token && 'The token is not shown again.',
    form.isTyped && 'What you typed is not saved.',
  ].filter(Boolean)
  useLeaveGuard(losses.length > 0, losses.join(' '))
  const account = useQuery(q(readAccount, { params: { id: accountId } })).data
  const sessions = useQuery(q(listSessions, { params: { id: accountId } })).data

  function choose(tab: TabName) {
    change({ tab: tab === 'password' ? undefined : tab, page: undefined }, { replace: true })
  }

  const who = [...new Set([id, userName, account?.email])].filter(Boolean).join(', ')
  return (
    <>
      <PageHeader title="Edit Profile" lead={`Signed in as ${who}.${role === 'ADMIN' ? '' : WHO_CHANGES}`} />
      <Tabs<TabName>
        label="Edit Profile"
        value={TABS.find((tab) => tab === search.tab) ?? 'password'}
        onChange={choose}
        tabs={[
          {
            value: 'password',
            label: 'Password',
            panel: <PasswordTab form={form} account={account} sessions={sessions?.sessions} />,
          },
          { value: 'sessions', label: 'Sessions', count: sessions?.total, panel: <SessionsTab /> },
          {
            value: 'tokens',
            label: 'Tokens',
            panel: <TokensTab made={token} onMade={setToken} />,
          },
          {
            value: 'second-factor',
            label: 'Second Factor',
            panel: <SecondFactorTab codes={codes} onCodes={setCodes} />,
          },
          { value: 'history', label: 'Sign-in History', panel: <HistoryTab /> },
          { value: 'notifications', label: 'Notifications', panel: <NotificationsTab /> },
          { value: 'appearance', label: 'Appearance', panel: <AppearanceTab /> },
        ]}
      />
    </>
  )
}
