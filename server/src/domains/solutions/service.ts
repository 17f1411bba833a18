import type { Rating } from '@podium/contract/calls/solutions.ts'
import { Failure, fail } from '@podium/contract/rules/errors.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Deps, ServingDeps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { namedObject, record } from '../audit/audit.ts'
import { consequencesOf } from './consequences.ts'
import { deleteAndSweep, deleteObject } from './deletion.ts'
import { solutionPrefix, versionPrefix } from './object-paths.ts'
import {
  deleteSolutionRow,
  deleteVersionRow,
  keepStars,
  lockRatings,
  lockVersion,
  noteNewestVersion,
  readVersionLocation,
} from './repository.ts'

/** Deletes a solution with its versions, instances, streams and runs. */
export function deleteSolution(deps: ServingDeps, solution: ScopedObject, caller: Caller) {
  return deleteAndSweep(deps, solution, (tx) =>
    deleteObject(tx, solution, caller, deleteSolutionRow, [solutionPrefix(solution.name)]),
  )
}

/** Deletes one version with its instances, streams and runs; a solution keeps at least one. */
export function deleteVersion(deps: ServingDeps, version: ScopedObject, caller: Caller) {
  return deleteAndSweep(deps, version, async (tx) => {
    const found = (await lockVersion(tx, version.id)) ?? fail('NOT.FOUND')
    if (found.versions === 1) fail('DELETE.LAST_VERSION')
    const left = await deleteObject(tx, version, caller, deleteVersionRow, [
      versionPrefix(found.name, found.version_num),
    ])
    await noteNewestVersion(tx, found.solution_id)
    return left
  })
}

/** Lists what a deletion of the solution would delete with it, and the sentences that it would be refused with. */
export function checkSolutionDeletion(deps: Deps, solution: ScopedObject): Promise<Consequences> {
  return consequencesOf(deps, solution, [solutionPrefix(solution.name)])
}

/** Lists what a deletion of the version would delete with it, and the sentences that it would be refused with. */
export async function checkVersionDeletion(deps: Deps, version: ScopedObject): Promise<Consequences> {
  const location = (await readVersionLocation(deps.database, version.id)) ?? fail('NOT.FOUND')
  const { name, version_num, is_only } = location
  const reasons = is_only ? [new Failure('DELETE.LAST_VERSION').message] : []
  return consequencesOf(deps, version, [versionPrefix(name, version_num)], reasons)
}

/**
 * Sets the caller's stars for the solution, in place of earlier ones.
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
      ...namedObject('solution', solution),
      before: { stars: before },
      after: { stars },
    })
    return { ...after, own: stars }
  })
}
