import { fail } from '@podium/contract/errors.ts'
import type { ServingDeps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { deleteAndSweep, deleteObject } from './deletion.ts'
import { noteNewestVersion } from './newest-version.ts'
import { lockVersion } from './repository.ts'
import { solutionPrefix, versionPrefix } from './version-place.ts'

/** Deletes a solution with its versions, instances, streams and runs. */
export async function deleteSolution(
  deps: ServingDeps,
  solution: ScopedObject,
  caller: Caller,
): Promise<void> {
  const prefixes = [solutionPrefix(solution.name)]
  await deleteAndSweep(deps, (tx) =>
    deleteObject(tx, { kind: 'solution', object: solution, caller, prefixes }),
  )
}

/** Deletes one version with its instances, streams and runs; a solution keeps at least one. */
export async function deleteVersion(deps: ServingDeps, version: ScopedObject, caller: Caller): Promise<void> {
  await deleteAndSweep(deps, async (tx) => {
    const found = await lockVersion(tx, version.id)
    if (!found) fail('NOT.FOUND')
    if (found.versions === 1) fail('DELETE.LAST_VERSION')
    const prefixes = [versionPrefix(found.name, found.version_num)]
    const left = await deleteObject(tx, { kind: 'version', object: version, caller, prefixes })
    await noteNewestVersion(tx, found.solution_id)
    return left
  })
}
