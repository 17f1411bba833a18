import type { AuditEvent } from '@podium/contract/calls/audit.ts'
import { workspaceDisplayName } from '@podium/contract/rules/rules.ts'

/** Verbs in the past tense, as they stand between the person and the kind of object. */
const VERBS: Record<string, string> = {
  add: 'added',
  create: 'created',
  delete: 'deleted',
  edit: 'changed',
  lock: 'locked',
  pause: 'paused',
  rate: 'rated',
  register: 'registered',
  remove: 'removed',
  start: 'started',
  stop: 'stopped',
  unlock: 'unlocked',
}

/** Actions whose words are more than their verb and kind. */
const WORDS: Record<string, string> = {
  'account.off-board': 'off-boarded account',
  'account.set-password': 'set the password of account',
  'account.change-password': 'changed the password of account',
  'account.password-link': 'created a password link for account',
  'account.use-password-link': 'used the password link of account',
  'account.begin-second-factor': 'started setting up the second factor of account',
  'account.set-second-factor': 'turned on the second factor of account',
  'account.remove-second-factor': 'removed the second factor of account',
  'account.reset-second-factor': 'reset the second factor of account',
  'account.use-recovery-code': 'used a recovery code of account',
  'account.make-token': 'created an access token of account',
  'account.revoke-token': 'revoked an access token of account',
  'account.end-session': 'ended a session of account',
  'account.end-sessions': 'ended sessions of account',
  'account.refuse-sign-in': 'refused single sign-on for account',
  'account.keep-administrator': 'kept the administrator role of account',
  'member.keep-manager': 'kept the manager role of member',
  'member.edit': 'changed the membership of',
  'member.end': 'ended the membership of',
  'access-request.make': 'asked for access to',
  'access-request.approve': 'approved a request for access to',
  'access-request.decline': 'declined a request for access to',
  'access-request.close': 'closed a request for access to',
  'webhook.test': 'tested webhook',
  'workspace.limit': 'changed the limits of workspace',
  'retention.edit': 'changed the retention of',
  'retention.apply': 'moved files of runs to the trash of',
  'retention.restore': 'restored files of runs from the trash of',
  'retention.remove': 'removed files of runs in the trash of',
  'run.retry': 'retried a run as',
  'run.describe': 'described run',
  'run-view.save': 'saved view',
  'run-view.delete': 'deleted view',
  'data-set.add-version': 'added a version to data set',
  'data-set.delete-version': 'deleted a version of data set',
  'object.write': 'stored file',
  'object.delete': 'deleted file',
  'environment.clear': 'cleared Python packages of',
  'cache.clear': 'cleared a cache of',
  'engine.weaken': 'isolates runs less than before on',
  'python.clear': 'cleared',
  'installation.export': 'exported everything to',
}

/** Returns 'changed the membership of' for `member.edit`. An action that is not listed keeps its own words. */
export function actionWords(action: string): string {
  const [kind = '', verb = ''] = action.split('.')
  return WORDS[action] ?? `${VERBS[verb] ?? verb} ${kind}`.replaceAll('-', ' ').trim()
}

/** Returns the words between the person and the object of an event. A retry names the run that was retried. */
export function eventWords({ action, after }: Pick<AuditEvent, 'action' | 'after'>): string {
  return action === 'run.retry' && after?.retry_of_name !== undefined
    ? `started ${after.retry_of_name} again, as`
    : actionWords(action)
}

/** Returns the words with a capital letter: 'Changed the membership of'. */
export function actionTitle(action: string): string {
  const words = actionWords(action)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the title without its last preposition, for use without an object: 'Changed the membership'. */
export function actionAlone(action: string): string {
  return actionTitle(action).replace(/ (of|to)$/, '')
}

/** Returns the name that the console shows for a kind of object: 'data set' for `data-set`. */
export function kindWords(kind: string): string {
  return kind === 'object' ? 'file' : kind.replaceAll('-', ' ')
}

export function kindTitle(kind: string): string {
  const words = kindWords(kind)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the name of the object as the console shows it. */
export function objectWords({ object_kind, object_name }: Pick<AuditEvent, 'object_kind' | 'object_name'>) {
  return ['workspace', 'retention'].includes(object_kind) ? workspaceDisplayName(object_name) : object_name
}
