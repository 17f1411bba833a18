import type { WorkspaceRole } from '@podium/contract/permissions.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { roleLabel } from './role-label.ts'

export function RoleTag({ role }: { role: WorkspaceRole }) {
  return <Tag>{roleLabel({ role })}</Tag>
}
