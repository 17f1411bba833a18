import { Failure, fail } from '@podium/contract/errors.ts'
import type { Consequences } from '@podium/contract/shapes.ts'
import type { Deps, ServingDeps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { consequencesOf } from './consequences.ts'
import { deleteAndSweep, deleteObject } from './deletion.ts'
import { solutionPrefix, versionPrefix } from './object-paths.ts'
import { isOnlyVersion, lockVersion, noteNewestVersion, readVersionPlace } from './repository.ts'

/** Deletes a solution with its versions, instances, streams and runs. */
export function deleteSolution(deps: ServingDeps, solution: ScopedObject, caller: Caller) {
  return deleteAndSweep(deps, solution, (tx) =>
    deleteObject(tx, solution, caller, [solutionPrefix(solution.name)]),
  )
}

/** Deletes one version with its instances, streams and runs; a solution keeps at least one. */
export function deleteVersion(deps: ServingDeps, version: ScopedObject, caller: Caller) {
  return deleteAndSweep(deps, version, async (tx) => {
    const found = (await lockVersion(tx, version.id)) ?? fail('NOT.FOUND')
    if (found.versions === 1) fail('DELETE.LAST_VERSION')
    const left = await deleteObject(tx, version, caller, [versionPrefix(found.name, found.version_num)])
    await noteNewestVersion(tx, found.solution_id)
    return left
  })
}

/** What deleting the solution would take with it, and the sentences it would refuse with. */
export function checkSolutionDeletion(deps: Deps, solution: ScopedObject): Promise<Consequences> {
  return consequencesOf(deps, solution, [solutionPrefix(solution.name)])
}

/** What deleting the version would take with it, and the sentences it would refuse with. */
export async function checkVersionDeletion(deps: Deps, version: ScopedObject): Promise<Consequences> {
  const { name, version_num } = (await readVersionPlace(deps.database, version.id)) ?? fail('NOT.FOUND')
  const isOnly = await isOnlyVersion(deps.database, version.id)
  const reasons = isOnly ? [new Failure('DELETE.LAST_VERSION').message] : []
  return consequencesOf(deps, version, [versionPrefix(name, version_num)], reasons)
}
