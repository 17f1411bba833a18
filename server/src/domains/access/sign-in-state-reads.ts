import type { SignInState } from '@podium/contract/calls/access.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isInUse } from '../../inactivity.ts'

/** The sign-in state of the row of `accounts`, checked in the order in which a login refuses. */
export function signInState(inactiveDays: number): SQL<SignInState> {
  return sql`case when accounts.deleted_at is not null then 'deleted'
    when accounts.locked_by_admin_at is not null then 'locked'
    when accounts.login_fail_count >= ${limits.login_failures} then 'failures'
    when not ${isInUse(inactiveDays)} then 'inactivity'
    when accounts.must_change_password then 'password' else 'active' end`
}

export function maySignIn(state: SignInState): boolean {
  return state === 'active' || state === 'password'
}

/** The state as a sentence without its subject. */
export function signInSentence(state: SignInState, inactiveDays: number): string {
  const sentences: Record<SignInState, string> = {
    active: 'Can sign in.',
    password: 'Can sign in, and must change the password first.',
    failures: `Cannot sign in, because ${limits.login_failures} sign-ins failed. Open sessions stay open.`,
    inactivity: `Cannot sign in, because the account was not used for ${inactiveDays} days.`,
    locked: 'Cannot sign in, because an administrator locked the account.',
    deleted: 'Cannot sign in, because the account was deleted.',
  }
  return sentences[state]
}
