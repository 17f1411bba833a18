import { readEngine } from '@podium/contract/calls/system.ts'
import type { Host } from '@podium/contract/solution-metadata/other-tools.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'

const CAPABLE: Host = { containers: true, packages: true, largest: { gpu: 1 } }

/** What this installation does for runs; everything, as long as that is not known. */
export function useHost(): Host {
  return useQuery(q(readEngine)).data ?? CAPABLE
}
