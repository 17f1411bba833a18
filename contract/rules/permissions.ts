/**
 * The single table of permissions. The server's check, the console's guard, its menu and every disabled button read it,
 * and the authorisation tests are generated from it.
 *
 * - `open`: anybody, also without a session
 * - `account`: every signed-in account
 * - `admin`: accounts with the role ADMIN
 * - `member`: MANAGER, DEVELOPER and MEMBER of the object's workspace, and ADMIN
 * - `contributor`: as `member`, but not MEMBER of a workspace whose members may only read
 * - `manager`: MANAGER of the object's workspace, and ADMIN
 * - `admin-manager`: ADMIN who is also MANAGER in the current workspace; used by screens only, by no call
 * - `maker`: as `manager`, and the contributor who made the object, as long as nobody else made anything below it
 * - `run`: the pod of a run with its own token, and no account
 */
export type Grant =
  | 'open'
  | 'account'
  | 'admin'
  | 'member'
  | 'contributor'
  | 'manager'
  | 'admin-manager'
  | 'maker'
  | 'run'

export const permissions = {
  'health.read': 'open',
  'version.read': 'open',
  'document.read': 'account',
  'session.start': 'open',
  'session.end': 'open',
  'session.read': 'account',
  'setup.read': 'open',
  'setup.finish': 'open',
  'password-link.use': 'open',
  'own-password.change': 'account',
  'own-preferences.keep': 'account',
  'own-notification.read': 'account',
  'own-session.list': 'account',
  'own-session.end': 'account',
  'access-token.list': 'account',
  'access-token.make': 'account',
  'access-token.revoke': 'account',
  'second-factor.read': 'account',
  'second-factor.set': 'account',
  'second-factor.reset': 'admin',
  'login-history.list': 'account',
  'refused-sign-in.list': 'admin',
  'account.list': 'admin',
  'account.candidates': 'manager',
  'account.export': 'admin',
  'account.read': 'account',
  'account.check': 'admin',
  'account.create': 'admin',
  'account.edit': 'admin',
  'account.set-password': 'admin',
  'account.delete': 'admin',
  'account.unlock': 'admin',
  'account.access': 'admin',
  'account.off-board': 'admin',
  'account.password-link': 'admin',
  'directory.read': 'admin',
  'directory.verify': 'admin',
  // the body names the workspace for which 'directory.search' is then checked
  'directory.ask': 'account',
  'directory.search': 'manager',
  'workspace.list': 'account',
  'workspace.read': 'member',
  'workspace.usage': 'member',
  'workspace.access': 'manager',
  'workspace.check': 'admin',
  'workspace.create': 'admin',
  'workspace.edit': 'admin',
  'workspace.delete': 'admin',
  'workspace.restrict': 'manager',
  'quota.edit': 'manager',
  'instance-type.read': 'account',
  'engine.read': 'account',
  'engine-use.read': 'admin',
  'engine-environment.clear': 'admin',
  'engine-cache.clear': 'admin',
  'member.list': 'member',
  'member.list-many': 'account',
  'member.add': 'manager',
  'member.edit': 'manager',
  'member.remove': 'manager',
  'access-request.make': 'account',
  'access-request.decide': 'manager',
  'webhook.read': 'manager',
  'webhook.edit': 'manager',
  'object.read': 'member',
  'object.write': 'contributor',
  'overview.read': 'member',
  'search.use': 'member',
  'variable.read': 'member',
  'variable.edit': 'contributor',
  'solution.read': 'member',
  'solution.check': 'member',
  'solution.register': 'contributor',
  'solution.edit': 'contributor',
  'solution.rate': 'contributor',
  'solution.delete': 'maker',
  'version.delete': 'maker',
  'instance.read': 'member',
  'instance.check': 'member',
  'instance.create': 'contributor',
  'instance.edit': 'contributor',
  'instance.delete': 'maker',
  'stream.read': 'member',
  'stream.create': 'contributor',
  'stream.edit': 'contributor',
  'stream.delete': 'maker',
  'run.read': 'member',
  // a start may bring a program of its own, so it needs the grant of 'solution.register'
  'run.start': 'contributor',
  'run.stop': 'contributor',
  'run.describe': 'contributor',
  // 'stream.delete' is checked for each run as well
  'run.delete-many': 'contributor',
  'run.report': 'run',
  'model.read': 'member',
  'model.edit': 'contributor',
  'model.delete': 'maker',
  'retention.read': 'member',
  'retention.edit': 'manager',
  'data-set.read': 'member',
  'data-set.write': 'contributor',
  'data-set.delete': 'maker',
  'schedule.read': 'member',
  'schedule.edit': 'contributor',
  'audit.read': 'manager',
  'screen.open': 'account',
  'administration-screen.open': 'admin-manager',
} as const satisfies Record<string, Grant>

export type Permission = keyof typeof permissions

export type AccountRole = 'ADMIN' | 'DEVELOPER'
export type WorkspaceRole = 'MANAGER' | 'DEVELOPER' | 'MEMBER'

/** Labels of the roles of accounts and in workspaces. */
export const roleLabels: Readonly<Record<AccountRole | WorkspaceRole, string>> = {
  ADMIN: 'Admin',
  DEVELOPER: 'Developer',
  MANAGER: 'Manager',
  MEMBER: 'Member',
}

/** The caller of a request. `workspaceRole` is their membership in the object's workspace, null without one. */
export interface Caller {
  role: AccountRole
  workspaceRole: WorkspaceRole | null
  /** true if members of the object's workspace may only read; false without a workspace */
  membersMayOnlyLook: boolean
  /** the caller made the object and everything below it */
  madeIt: boolean
}

/** True if the table allows it to the caller; `null` is a caller without a session. */
export function may(permission: Permission, caller: Caller | null): boolean {
  const grant: Grant = permissions[permission]
  if (grant === 'open') return true
  if (!caller || grant === 'run') return false
  if (grant === 'admin-manager') return caller.role === 'ADMIN' && caller.workspaceRole === 'MANAGER'
  if (caller.role === 'ADMIN' || grant === 'account') return true
  if (grant === 'admin') return false
  if (grant === 'member') return caller.workspaceRole !== null
  if (caller.workspaceRole === 'MANAGER') return true
  if (caller.workspaceRole === null || mayOnlyLook(permission, caller)) return false
  return grant === 'contributor' || (grant === 'maker' && caller.madeIt)
}

/** True if the caller is refused only because members of the workspace may only read. */
export function mayOnlyLook(permission: Permission, caller: Caller): boolean {
  const { role, workspaceRole, membersMayOnlyLook } = caller
  const isForContributors = ['contributor', 'maker'].includes(permissions[permission])
  return isForContributors && role !== 'ADMIN' && workspaceRole === 'MEMBER' && membersMayOnlyLook
}

/** The reason shown to members of a workspace in which they may only read. */
export const MEMBERS_MAY_ONLY_LOOK =
  'Members may only look in this workspace. Ask a manager for the role Developer.'

/**
 * A sentence with the roles that a screen requires, for a caller who may not open it.
 * @param workspace the name of the current one; '' without one
 */
export function neededFor(permission: Permission, workspace: string): string {
  const grant: Grant = permissions[permission]
  const within = workspace === '' ? 'the workspace' : workspace
  if (grant === 'admin-manager') return `Needs Admin, and Manager of ${within}.`
  if (grant === 'admin') return 'Needs Admin.'
  if (grant === 'manager') return `Needs Manager of ${within}, or Admin.`
  return `Needs a role in ${within}, or Admin.`
}

/** The reason why the caller may not, for the disabled button; undefined if they may. */
export function disabledReasonFor(permission: Permission, caller: Caller | null): string | undefined {
  if (may(permission, caller)) return undefined
  const grant: Grant = permissions[permission]
  if (grant === 'admin' || grant === 'admin-manager') return 'Only an administrator may do this.'
  if (caller && mayOnlyLook(permission, caller)) return MEMBERS_MAY_ONLY_LOOK
  if (grant === 'member' || grant === 'contributor') return 'Only members of this workspace may do this.'
  if (grant === 'manager') return 'Only a manager of this workspace may do this.'
  if (grant === 'maker') return 'Only a manager of this workspace, or the person who created it, may do this.'
  return 'Please sign in first.'
}
