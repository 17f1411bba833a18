import { readPackages } from '@podium/contract/calls/run-packages.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { readEngine } from '@podium/contract/calls/system.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'

/** Reads the packages of the run if it has a list. */
export function usePackages({ id, package_count }: RunInfo) {
  return useQuery({ ...q(readPackages, { params: { id } }), enabled: package_count !== null })
}

/** True if the run has a list of packages, or could have one because the engine installs packages. */
export function useHasPackages({ package_count }: RunInfo): boolean {
  const engine = useQuery(q(readEngine)).data
  return package_count !== null || (engine?.packages ?? false)
}
