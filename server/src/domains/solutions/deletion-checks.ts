import { Failure, fail } from '@podium/contract/errors.ts'
import type { Consequences } from '@podium/contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import type { ScopedObject } from '../../http/call.ts'
import { consequencesOf } from './consequences.ts'
import { isOnlyVersion, readVersionPlace } from './repository.ts'
import { solutionPrefix, versionPrefix } from './version-place.ts'

type Parts = Pick<Deps, 'database' | 'objects'>

/** What deleting the solution would take with it, and the sentences it would refuse with. */
export function checkSolutionDeletion(parts: Parts, solution: ScopedObject): Promise<Consequences> {
  return consequencesOf(parts, 'solution', solution, { prefixes: [solutionPrefix(solution.name)] })
}

/** What deleting the version would take with it, and the sentences it would refuse with. */
export async function checkVersionDeletion(parts: Parts, version: ScopedObject): Promise<Consequences> {
  const { name, version_num } = (await readVersionPlace(parts.database, version.id)) ?? fail('NOT.FOUND')
  const isOnly = await isOnlyVersion(parts.database, version.id)
  return consequencesOf(parts, 'version', version, {
    prefixes: [versionPrefix(name, version_num)],
    reasons: isOnly ? [new Failure('DELETE.LAST_VERSION').message] : [],
  })
}
