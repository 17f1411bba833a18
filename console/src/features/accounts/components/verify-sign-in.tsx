import { readDirectory } from '@podium/contract/calls/directory.ts'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { Button } from '../../../ui/button/button.tsx'
import { lazyDialog } from '../../../ui/lazy/lazy.tsx'

const VerifyDialog = lazyDialog(async () => (await import('./verify-dialog.tsx')).VerifyDialog)

/** Checks whether a person of the directory can sign in with a password. Renders nothing without a directory. */
export function VerifySignIn({ username }: { username: string }) {
  const { data } = useQuery(q(readDirectory))
  const [isOpen, setOpen] = useState(false)
  if (!data?.configured) return null
  return (
    <>
      <Button small icon={KeyRound} onClick={() => setOpen(true)}>
        Verify Sign-in
      </Button>
      {isOpen && <VerifyDialog username={username} onClose={() => setOpen(false)} />}
    </>
  )
}
