import type { Database } from '@podium/database/connect.ts'
import type { SignInRefused } from '../../identity-provider/identity-provider.ts'
import { type Actor, namedObject, podium, record } from '../audit/audit.ts'

const MINUTE_MS = 60_000
/**
 * Maximum number of recorded refusals per minute; the log has the others. People confirmed by the provider have a
 * separate limit, so that a flood of others hides none of them.
 */
const MOST = 60
const NO_ACCOUNT = { id: '', name: 'single sign-on' }

/**
 * Writes refused single sign-ons to the audit log.
 * @param now milliseconds that never decrease
 */
export function createRefusalLog(database: Database, now = () => performance.now()) {
  const written = { vouchedFor: [] as number[], others: [] as number[] }

  return async function note(
    { reason, who, message }: SignInRefused,
    by: Pick<Actor, 'address' | 'request_id'>,
  ): Promise<void> {
    const kind = who ? 'vouchedFor' : 'others'
    const recent = written[kind].filter((at) => at > now() - MINUTE_MS)
    written[kind] = recent
    if (recent.length >= MOST) return
    recent.push(now())
    const object = namedObject('account', { ...(who ?? NO_ACCOUNT), workspace_id: null })
    await database.transaction((tx) =>
      record(
        tx,
        { ...podium, ...by },
        { action: 'account.refuse-sign-in', ...object, after: { reason, detail: message } },
      ),
    )
  }
}
