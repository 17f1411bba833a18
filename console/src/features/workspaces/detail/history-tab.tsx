import type { Workspace } from '@podium/contract/workspaces.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { eventChanges } from '../../audit/components/event-changes.ts'
import { History } from '../../audit/components/history.tsx'
import { useWhyNotIn } from '../components/use-why-not-in.ts'

/** What was done in the workspace; the audit log has the same with filters and as a file. */
export function HistoryTab({ workspace }: { workspace: Workspace }) {
  const { id } = workspace
  return (
    <History
      of={{ workspace_id: id }}
      whyNot={useWhyNotIn()('audit.read', workspace)}
      changesOf={eventChanges}
      aside={<Link {...paths.audit({ workspace_id: id })}>Open in the audit log</Link>}
    />
  )
}
