import { fail } from '@podium/contract/errors.ts'
import type { Rating } from '@podium/contract/solutions.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { keepStars, lockRatings } from './repository.ts'

/**
 * Gives the solution the caller's stars, in place of those given before.
 * @throws Failure ACCOUNT.NONE
 */
export async function rateSolution(
  database: Database,
  solution: ScopedObject,
  caller: Caller,
  stars: number,
): Promise<Rating> {
  const account = caller.account_id ?? fail('ACCOUNT.NONE')
  return database.transaction(async (tx) => {
    const before = await lockRatings(tx, solution.id, account)
    const after = await keepStars(tx, solution.id, account, stars)
    await record(tx, caller, {
      action: 'solution.rate',
      object_kind: 'solution',
      object_id: solution.id,
      object_name: solution.name,
      workspace_id: solution.workspace_id,
      before: { stars: before },
      after: { stars },
    })
    return { ...after, own: stars }
  })
}
