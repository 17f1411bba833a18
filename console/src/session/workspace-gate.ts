import type { SessionState } from './session.ts'
import type { CurrentWorkspace } from './stored-session.ts'

export type GateDecision =
  | { is: 'open' }
  | { is: 'choose-this'; workspace: CurrentWorkspace }
  | { is: 'chooser' }
  | { is: 'create' }
  | { is: 'no-workspace' }

/** Decides what a route other than the login shows while no workspace is current. */
export function decideGate(state: Pick<SessionState, 'account' | 'workspace' | 'workspaces'>): GateDecision {
  const { account, workspace, workspaces } = state
  if (workspace) return { is: 'open' }
  const [only, ...others] = workspaces
  if (only) return others.length === 0 ? { is: 'choose-this', workspace: only } : { is: 'chooser' }
  return account?.role === 'ADMIN' ? { is: 'create' } : { is: 'no-workspace' }
}
