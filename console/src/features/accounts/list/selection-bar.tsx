import type { Account } from '@podium/contract/accounts.ts'
import { LockOpen, Trash2 } from 'lucide-react'
import { useAccount } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { BulkBar } from '../../../ui/table/bulk-bar.tsx'
import type { BulkDeed } from '../components/use-bulk-deed.tsx'
import { whyNotDelete } from '../components/why-not.ts'

interface SelectionBarProps {
  selected: readonly Account[]
  onDeed: (deed: BulkDeed, accounts: readonly Account[]) => void
  onClear: () => void
}

/** What can be done with the selected accounts; each button counts whom it reaches. */
export function SelectionBar({ selected, onDeed, onClear }: SelectionBarProps) {
  const { accountId: own } = useAccount()
  const locked = selected.filter((account) => account.locked)
  const others = selected.filter((account) => whyNotDelete(account, own) === undefined)
  return (
    <BulkBar count={selected.length} noun="account" onClear={onClear}>
      <Button
        small
        icon={LockOpen}
        reason={locked.length === 0 ? 'None of these is locked.' : undefined}
        onClick={() => onDeed('unlock', locked)}
      >
        {labelOf('Unlock', locked.length)}
      </Button>
      <Button
        small
        kind="danger"
        icon={Trash2}
        reason={others.length === 0 ? 'You cannot delete yourself.' : undefined}
        onClick={() => onDeed('delete', others)}
      >
        {labelOf('Delete', others.length)}
      </Button>
    </BulkBar>
  )
}

function labelOf(word: string, count: number): string {
  return count === 0 ? word : `${word} ${count}`
}
