import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { lazyDialog } from '../../../ui/lazy/lazy.tsx'

const VerifyDialog = lazyDialog(async () => (await import('./verify-dialog.tsx')).VerifyDialog)

/** Tells whether a person of the directory can sign in with a password. */
export function VerifySignIn({ username }: { username: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button small icon={KeyRound} onClick={() => setOpen(true)}>
        Verify Sign-in
      </Button>
      {isOpen && <VerifyDialog username={username} onClose={() => setOpen(false)} />}
    </>
  )
}
