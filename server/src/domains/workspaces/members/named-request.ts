import type { AccessRequest } from '@podium/contract/calls/access-requests.ts'
import { namedObject } from '../../audit/audit.ts'

/** The name of a request in the audit log: that of its workspace. */
export function named({
  id,
  workspace_name,
  workspace_id,
}: Pick<AccessRequest, 'id' | 'workspace_name' | 'workspace_id'>) {
  return namedObject('access-request', { id, name: workspace_name, workspace_id })
}
