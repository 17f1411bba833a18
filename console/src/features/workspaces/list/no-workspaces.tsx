import type { Workspace } from '@podium/contract/workspaces.ts'
import type { useListState } from '../../../navigation/list-state.ts'
import { NoRows } from '../../../navigation/no-rows.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

interface NoWorkspacesProps {
  found: { workspaces: readonly Workspace[] } | undefined
  list: Pick<ReturnType<typeof useListState>, 'query' | 'clear' | 'setPage'>
}

/** Why no row is there, and the way back to some. */
export function NoWorkspaces({ found, list }: NoWorkspacesProps) {
  if (!found || found.workspaces.length > 0) return null
  return (
    <NoRows list={list} noun="workspace">
      <EmptyState title="No workspaces yet" />
    </NoRows>
  )
}
