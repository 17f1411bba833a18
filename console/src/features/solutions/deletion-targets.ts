import {
  checkSolutionDeletion,
  checkVersionDeletion,
  deleteSolution,
  deleteVersion,
  type Solution,
  type Version,
} from '@podium/contract/calls/solutions.ts'
import { formatVersion } from '../../format/version.ts'
import type { DeletionTarget } from '../../record/use-deletion.tsx'

export function solutionTarget({ id, name }: Solution): DeletionTarget {
  return {
    id,
    name,
    check: (send) => send(checkSolutionDeletion, { params: { id } }),
    remove: (send) => send(deleteSolution, { params: { id } }),
  }
}

export function versionTarget({ name }: Solution, { id, version_num }: Version): DeletionTarget {
  return {
    id,
    name: `${name} ${formatVersion(version_num)}`,
    check: (send) => send(checkVersionDeletion, { params: { id } }),
    remove: (send) => send(deleteVersion, { params: { id } }),
  }
}
