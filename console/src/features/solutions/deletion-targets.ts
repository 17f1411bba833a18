import {
  checkSolutionDeletion,
  checkVersionDeletion,
  deleteSolution,
  deleteVersion,
  type Solution,
  type Version,
} from '@podium/contract/solutions.ts'
import { formatVersion } from '../../format/version.ts'
import type { DeletionTarget } from '../../record/use-deletion.tsx'

export function solutionTarget({ id, name }: Solution): DeletionTarget {
  const args = { params: { id } }
  return {
    id,
    name,
    check: (send) => send(checkSolutionDeletion, args),
    remove: (send) => send(deleteSolution, args),
  }
}

export function versionTarget({ name }: Solution, { id, version_num }: Version): DeletionTarget {
  const args = { params: { id } }
  return {
    id,
    name: `${name} ${formatVersion(version_num)}`,
    check: (send) => send(checkVersionDeletion, args),
    remove: (send) => send(deleteVersion, args),
  }
}
