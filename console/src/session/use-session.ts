import { createContext, use, useSyncExternalStore } from 'react'
import { type Session, type SessionState, SIGNED_OUT } from './session.ts'
import type { CurrentWorkspace, SignedInAccount } from './stored-session.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionContext around it.')
  return session
}

/** The current state of the session; signed out while prerendering. */
export function useSessionState(): SessionState {
  const { subscribe, state } = useSession()
  return useSyncExternalStore(subscribe, state, () => SIGNED_OUT)
}

/** The account of a page behind the guard. */
export function useAccount(): SignedInAccount {
  const { account } = useSessionState()
  if (!account) throw new Error('This page needs a session.')
  return account
}

/** The current workspace of a page behind the gate. */
export function useWorkspace(): CurrentWorkspace {
  const { workspace } = useSessionState()
  if (!workspace) throw new Error('No workspace is current here.')
  return workspace
}
