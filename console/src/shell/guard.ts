import type { AccountRole, WorkspaceRole } from '@podium/contract/permissions.ts'
import { messages } from '@podium/contract/rules.ts'
import { paths } from '../navigation/paths.ts'
import type { Place } from '../navigation/place.ts'
import type { RouteWorkspaceRole, Screen } from './screen.ts'

export interface Visitor {
  account: { role: AccountRole } | null
  /** null where no workspace is current: counts as MEMBER */
  workspaceRole: WorkspaceRole | null
  mustChangePassword: boolean
  /** the address carries the secret of a one-time link */
  hasLinkSecret: boolean
}

export type Admission = { admitted: true } | { admitted: false; to: Place; alert?: string }

const ADMITTED: Admission = { admitted: true }

/** Whether a visitor may open a screen, or where they are led instead. */
export function admit(screen: Pick<Screen, 'access' | 'page' | 'leadsTo'>, visitor: Visitor): Admission {
  const { access } = screen
  const { account } = visitor
  if (access === 'password' && visitor.hasLinkSecret) return ADMITTED
  if (!account) return access === 'signed-out' ? ADMITTED : sendTo(paths.login())
  if (visitor.mustChangePassword) return access === 'password' ? ADMITTED : sendTo(paths.password())
  if (access === 'signed-out' || access === 'password') return sendTo(paths.overview())
  const allowed =
    access.accounts.includes(account.role) && access.workspaces.includes(routeRole(visitor.workspaceRole))
  if (!allowed) return { admitted: false, to: paths.overview(), alert: messages.no_permission }
  if (screen.leadsTo) return sendTo(screen.leadsTo)
  return screen.page ? ADMITTED : sendTo(paths.overview())
}

function routeRole(role: WorkspaceRole | null): RouteWorkspaceRole {
  return role === 'MANAGER' ? 'MANAGER' : 'MEMBER'
}

function sendTo(to: Place): Admission {
  return { admitted: false, to }
}
