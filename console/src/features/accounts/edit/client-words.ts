import type { Session } from '@podium/contract/sign-in.ts'

/** What somebody signs in with. */
export function clientWords({ kind }: Pick<Session, 'kind'>): string {
  return kind === 'browser' ? 'Browser' : 'Program'
}
