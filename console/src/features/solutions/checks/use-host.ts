import { readEngine } from '@podium/contract/calls/system.ts'
import type { Host } from '@podium/contract/solution-metadata/other-tools.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'

const CAPABLE: Host = { containers: true, packages: true, largest: { gpu: 1 } }

/** Returns what this installation can do for runs. Until it is known, assumes everything. */
export function useHost(): Host {
  return useQuery(q(readEngine)).data ?? CAPABLE
}
