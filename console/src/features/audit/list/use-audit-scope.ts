import type { OwnWorkspace } from '@podium/contract/auth.ts'
import { may } from '@podium/contract/permissions.ts'
import { useSearch } from '@tanstack/react-router'
import { useAccount, useSessionState } from '../../../session/use-session.ts'

interface AuditScope {
  isAdmitted: boolean
  /** the one workspace a manager reads about; undefined: all of them */
  only?: OwnWorkspace | undefined
}

/** An administrator reads everything; a manager about the workspace in the address, else about the current one. */
export function useAuditScope(): AuditScope {
  const { role } = useAccount()
  const { workspace, workspaces } = useSessionState()
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  if (role === 'ADMIN') return { isAdmitted: true }
  const wanted = search.workspace_id ?? workspace?.id
  const only = workspaces.find(({ id }) => id === wanted)
  const workspaceRole = only?.member ? only.role : null
  return { isAdmitted: may('audit.read', { role, workspaceRole, madeIt: false }), only }
}
