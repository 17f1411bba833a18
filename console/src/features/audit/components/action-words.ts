import type { AuditEvent } from '@podium/contract/audit.ts'
import { workspaceDisplayName } from '@podium/contract/rules.ts'

/** Each action in the words between who did it and what it was done to. */
const WORDS: Record<string, string> = {
  'account.create': 'created account',
  'account.edit': 'changed account',
  'account.delete': 'deleted account',
  'account.unlock': 'unlocked account',
  'account.set-password': 'set the password of account',
  'account.change-password': 'changed the password of account',
  'account.password-link': 'made a password link for account',
  'account.use-password-link': 'used the password link of account',
  'account.begin-second-factor': 'began to set the second factor of account',
  'account.set-second-factor': 'set the second factor of account',
  'account.remove-second-factor': 'removed the second factor of account',
  'account.reset-second-factor': 'reset the second factor of account',
  'account.use-recovery-code': 'used a recovery code of account',
  'account.make-token': 'made an access token of account',
  'account.revoke-token': 'revoked an access token of account',
  'account.end-session': 'ended a session of account',
  'account.end-sessions': 'ended sessions of account',
  'workspace.create': 'created workspace',
  'workspace.edit': 'changed workspace',
  'workspace.delete': 'deleted workspace',
  'member.add': 'added member',
  'member.edit': 'changed the role of member',
  'member.remove': 'removed member',
  'solution.register': 'registered solution',
  'solution.rate': 'rated solution',
  'solution.delete': 'deleted solution',
  'version.register': 'registered version',
  'version.edit': 'changed version',
  'version.delete': 'deleted version',
  'instance.create': 'created instance',
  'instance.edit': 'changed instance',
  'instance.delete': 'deleted instance',
  'stream.create': 'created stream',
  'stream.edit': 'changed stream',
  'stream.delete': 'deleted stream',
  'run.start': 'started run',
  'run.retry': 'started again as run',
  'run.stop': 'stopped run',
  'run.delete': 'deleted run',
  'object.write': 'stored file',
  'object.delete': 'deleted file',
}

/** 'changed the role of member' of `member.edit`. An action that is not listed is told by its own words. */
export function actionWords(action: string): string {
  const [kind = '', verb = ''] = action.split('.')
  return WORDS[action] ?? `${verb} ${kind}`.replaceAll('-', ' ').trim()
}

/** The same as the beginning of a sentence: 'Changed the role of member'. */
export function actionTitle(action: string): string {
  const words = actionWords(action)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What it was done to, as people call it. */
export function objectWords({ object_kind, object_name }: Pick<AuditEvent, 'object_kind' | 'object_name'>) {
  return object_kind === 'workspace' ? workspaceDisplayName(object_name) : object_name
}
