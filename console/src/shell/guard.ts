import {
  type AccountRole,
  may,
  neededFor,
  type Permission,
  type WorkspaceRole,
} from '@podium/contract/rules/permissions.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { paths } from '../navigation/paths.ts'
import type { Target } from '../navigation/target.ts'
import type { SessionState } from '../session/session.ts'
import type { MenuEntry, Screen } from './screen.ts'

export interface Visitor {
  account: { role: AccountRole } | null
  /** null without a current workspace */
  workspaceRole: WorkspaceRole | null
  membersMayOnlyLook: boolean
  /** the name of the current workspace, '' without one */
  workspaceName: string
  /** the roles in the workspaces from which one must be chosen first */
  rolesToChoose?: readonly WorkspaceRole[]
  mustChangePassword: boolean
  /** whether the address contains the secret of a one-time link */
  hasLinkSecret: boolean
}

/** The redirection of a visitor, with an explanation. */
export interface Detour {
  to: Target
  alert?: string
  /** the missing permission */
  detail?: string
}

/** The visitor's roles in the current workspace. */
export type Viewer = Pick<Visitor, 'account' | 'workspaceRole' | 'membersMayOnlyLook'>

export function viewerOf({
  account,
  workspace,
  workspaces,
}: Pick<SessionState, 'account' | 'workspace' | 'workspaces'>): Viewer {
  const own = workspaces.find(({ id }) => id === workspace?.id)
  return {
    account,
    workspaceRole: workspace?.role ?? null,
    membersMayOnlyLook: own?.members_may_only_look ?? false,
  }
}

/** Returns the redirection of a visitor who may not open a screen; null if they may. */
export function detourFrom(
  screen: Pick<Screen, 'access' | 'page' | 'leadsTo'>,
  visitor: Visitor,
): Detour | null {
  const { access, page, leadsTo } = screen
  const { account } = visitor
  if (access === 'password' && visitor.hasLinkSecret) return null
  if (!account) return access === 'signed-out' ? null : { to: paths.login() }
  if (visitor.mustChangePassword) return access === 'password' ? null : { to: paths.password() }
  if (access === 'signed-out' || access === 'password') return { to: paths.overview() }
  const roles = visitor.rolesToChoose ?? [visitor.workspaceRole]
  if (access && !roles.some((workspaceRole) => isFor(access, { ...visitor, workspaceRole })))
    return {
      to: paths.overview(),
      alert: messages.no_permission,
      detail: neededFor(access, visitor.workspaceName),
    }
  if (leadsTo) return { to: leadsTo }
  return page ? null : { to: paths.overview() }
}

/** True if the permission table allows it to the visitor. Without a permission it is open to all. */
export function isFor(access: Permission | undefined, { account, ...viewer }: Viewer): boolean {
  if (!access) return true
  return may(access, account && { role: account.role, ...viewer, madeIt: false })
}

/** Returns the menu without entries that the visitor may not open. */
export function menuFor(menu: readonly MenuEntry[], visitor: Viewer): readonly MenuEntry[] {
  return menu.map((entry) =>
    entry.children
      ? { ...entry, children: entry.children.filter(({ access }) => isFor(access, visitor)) }
      : entry,
  )
}
