import { readEngine } from '@podium/contract/system.ts'
import { readWorkspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import type { Offered } from './tier-fields.tsx'

/** The tiers of the workspace and what this machine has, as far as they are known yet. */
export function useOffered(workspace_id: string): Offered {
  const info = useQuery(q(readWorkspace, { query: { workspace_id } }))
  const engine = useQuery(q(readEngine))
  return { set: info.data?.execution_specs, engine: engine.data }
}
