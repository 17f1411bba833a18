import { readRetention } from '@podium/contract/calls/retention.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import layout from '../../../theme/layout.module.css'
import { Card } from '../../../ui/layout/card.tsx'
import { Rules } from '../rules.tsx'
import { StorageCard } from '../storage-card.tsx'
import { Trash } from '../trash.tsx'

interface StorageTabProps {
  workspace: Workspace
  /** why the person may only look */
  disabledReason: string | undefined
}

/** The workspace's storage, the rules for the files of ended runs, and the trash. */
export function StorageTab({ workspace: { id }, disabledReason }: StorageTabProps) {
  const query = useQuery(q(readRetention, { params: { id } }))
  return (
    <div className={layout.stack}>
      <StorageCard workspaceId={id} />
      {query.data ? (
        <Rules workspaceId={id} retention={query.data} disabledReason={disabledReason} />
      ) : (
        <Card title="Retention rules" flush>
          {queryPlaceholder(query, 'the rules', { rows: 8 })}
        </Card>
      )}
      <Trash workspaceId={id} days={query.data?.trash_days} disabledReason={disabledReason} />
    </div>
  )
}
