import type { Account } from '@podium/contract/accounts.ts'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound, LockOpen, Pencil, Trash2 } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import { useAccount } from '../../../session/use-session.ts'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import type { BulkDeed, BulkOutcome } from '../components/use-bulk-deed.tsx'
import { whyNotDelete, whyNotSetPassword, whyNotUnlock } from '../components/why-not.ts'

/** What can be done with one account of the list. */
export function useAccountMenu(
  run: (deed: BulkDeed, accounts: readonly Account[]) => Promise<BulkOutcome>,
): (account: Account) => readonly MenuItem[] {
  const navigate = useNavigate()
  const { accountId: own } = useAccount()
  return (account) => [
    {
      label: 'Unlock',
      icon: LockOpen,
      reason: whyNotUnlock(account),
      onSelect: () => void run('unlock', [account]),
    },
    {
      label: 'Edit Account',
      icon: Pencil,
      onSelect: () => void navigate(paths.editAccount(account.id)),
    },
    {
      label: 'Set Password',
      icon: KeyRound,
      reason: whyNotSetPassword(account, own),
      onSelect: () => void navigate(paths.editAccount(account.id, { tab: 'password' })),
    },
    'divider',
    {
      label: 'Delete',
      icon: Trash2,
      removes: true,
      reason: whyNotDelete(account, own),
      onSelect: () => void run('delete', [account]),
    },
  ]
}
