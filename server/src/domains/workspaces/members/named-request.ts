import type { AccessRequest } from '@podium/contract/calls/access-requests.ts'
import { namedObject } from '../../audit/audit.ts'

/** How the audit names a request: by the workspace that it is for. */
export function named({
  id,
  workspace_name,
  workspace_id,
}: Pick<AccessRequest, 'id' | 'workspace_name' | 'workspace_id'>) {
  return namedObject('access-request', { id, name: workspace_name, workspace_id })
}
