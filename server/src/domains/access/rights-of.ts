import { RIGHT_GROUPS, type Right } from '@podium/contract/calls/access.ts'
import { type Caller, disabledReasonFor, may, type Permission } from '@podium/contract/rules/permissions.ts'

type Group = (typeof RIGHT_GROUPS)[number]

/**
 * The words for each permission in a workspace, to follow 'can'; null for permissions that every account has, and
 * for those that are only a step towards another one here. Every permission needs an entry.
 */
const WORDS: Record<Permission, readonly [Group, string] | null> = {
  'health.read': null,
  'version.read': null,
  'document.read': null,
  'session.start': null,
  'session.end': null,
  'session.read': null,
  'setup.read': null,
  'setup.finish': null,
  'password-link.use': null,
  'own-password.change': null,
  'own-preferences.keep': null,
  'own-notification.read': null,
  'own-session.list': null,
  'own-session.end': null,
  'access-token.list': null,
  'access-token.make': null,
  'access-token.revoke': null,
  'second-factor.read': null,
  'second-factor.set': null,
  'login-history.list': null,
  'account.read': null,
  'account.check': null,
  'account.candidates': null,
  'directory.read': null,
  'directory.ask': null,
  'workspace.list': null,
  'workspace.check': null,
  'instance-type.read': null,
  'engine.read': null,
  'member.list-many': null,
  'solution.check': null,
  'instance.check': null,
  'run.delete-many': null,
  'run.report': null,
  'search.use': null,
  'access-request.make': null,
  'screen.open': null,
  'administration-screen.open': null,
  'overview.read': ['look', 'see the overview'],
  'workspace.read': ['look', 'see the workspace and its settings'],
  'workspace.usage': ['look', 'see what the workspace used'],
  'member.list': ['look', 'see the members'],
  'object.read': ['look', 'read files'],
  'variable.read': ['look', 'see variables and the names of secrets'],
  'solution.read': ['look', 'see solutions'],
  'instance.read': ['look', 'see instances'],
  'stream.read': ['look', 'see streams'],
  'run.read': ['look', 'see runs, their logs and artifacts'],
  'model.read': ['look', 'see and download models'],
  'retention.read': ['look', 'see what is kept of runs and what is in the trash'],
  'data-set.read': ['look', 'see and download data sets'],
  'schedule.read': ['look', 'see schedules'],
  'audit.read': ['look', 'read the audit trail of the workspace'],
  'workspace.access': ['look', 'see who can open the workspace'],
  'run.start': ['run', 'start runs'],
  'run.stop': ['run', 'stop runs'],
  'solution.register': ['change', 'register solutions and versions'],
  'solution.edit': ['change', 'edit solutions'],
  'solution.rate': ['change', 'rate solutions'],
  'instance.create': ['change', 'create instances'],
  'instance.edit': ['change', 'edit instances'],
  'stream.create': ['change', 'create streams'],
  'stream.edit': ['change', 'edit streams'],
  'run.describe': ['change', 'tag runs and write notes on them'],
  'model.edit': ['change', 'give models aliases and notes'],
  'schedule.edit': ['change', 'create, change and delete schedules'],
  'object.write': ['change', 'upload and remove files'],
  'data-set.write': ['change', 'create data sets and upload versions of them'],
  'variable.edit': ['change', 'create, change and delete variables and secrets'],
  'solution.delete': ['delete', 'delete solutions'],
  'version.delete': ['delete', 'delete versions'],
  'instance.delete': ['delete', 'delete instances'],
  'stream.delete': ['delete', 'delete streams and runs'],
  'model.delete': ['delete', 'delete models'],
  'data-set.delete': ['delete', 'delete data sets'],
  'workspace.delete': ['delete', 'delete the workspace'],
  'member.add': ['administer', 'add members'],
  'member.edit': ['administer', 'change the roles of members'],
  'member.remove': ['administer', 'remove members'],
  'access-request.decide': ['administer', 'decide on access requests'],
  'webhook.read': ['administer', 'see webhooks and what was sent to them'],
  'webhook.edit': ['administer', 'create, test and delete webhooks'],
  'directory.search': ['administer', 'search the directory for new members'],
  'quota.edit': ['administer', 'set limits of people in the workspace'],
  'retention.edit': ['administer', 'set what is kept of runs, restore and empty the trash'],
  'workspace.restrict': ['administer', 'say that members may only look'],
  'workspace.edit': ['administer', 'edit the workspace'],
  'workspace.create': ['administer', 'create workspaces'],
  'engine-use.read': ['administer', 'see the nodes and the queue of the engine'],
  'engine-environment.clear': ['administer', 'clear Python packages that the engine keeps'],
  'engine-cache.clear': ['administer', 'clear caches that the engine keeps'],
  'account.list': ['administer', 'see all accounts'],
  'account.export': ['administer', 'export the list of accounts'],
  'refused-sign-in.list': ['administer', 'see the refused sign-ins of all accounts'],
  'account.access': ['administer', 'see what others can open'],
  'account.create': ['administer', 'create accounts'],
  'account.edit': ['administer', 'edit accounts'],
  'account.set-password': ['administer', 'set passwords'],
  'account.password-link': ['administer', 'create password links'],
  'account.unlock': ['administer', 'unlock accounts'],
  'account.off-board': ['administer', 'off-board people'],
  'account.delete': ['administer', 'delete accounts'],
  'second-factor.reset': ['administer', 'reset second factors'],
  'directory.verify': ['administer', 'check passwords of the directory'],
}

/** The permissions of a person in a workspace, in words and by group. */
export function rightsOf(who: Omit<Caller, 'madeIt'>) {
  return RIGHT_GROUPS.map((group) => ({ group, rights: rightsIn(group, who) }))
}

function rightsIn(group: Group, who: Omit<Caller, 'madeIt'>): Right[] {
  const permissions = Object.keys(WORDS) as Permission[]
  return permissions.flatMap((permission) => {
    const [of, words = ''] = WORDS[permission] ?? []
    return of === group ? [rightOf(permission, words, who)] : []
  })
}

function rightOf(permission: Permission, words: string, who: Omit<Caller, 'madeIt'>): Right {
  const asOther = { ...who, madeIt: false }
  const reason = disabledReasonFor(permission, asOther) ?? ''
  if (reason === '') return { permission, words, allowed: 'yes', reason }
  return { permission, words, allowed: may(permission, { ...who, madeIt: true }) ? 'own' : 'no', reason }
}
