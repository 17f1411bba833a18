import type { Workspace } from '@podium/contract/workspaces.ts'
import type { useListState } from '../../../navigation/list-state.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NoSuchPage } from '../../../ui/no-such-page.tsx'

interface NoWorkspacesProps {
  found: { workspaces: readonly Workspace[] } | undefined
  list: Pick<ReturnType<typeof useListState>, 'query' | 'clear' | 'setPage'>
}

/** Why no row is there, and the way back to some. */
export function NoWorkspaces({ found, list }: NoWorkspacesProps) {
  if (!found || found.workspaces.length > 0) return null
  if (list.query.q !== '')
    return (
      <EmptyState
        title={`No workspace matches “${list.query.q}”`}
        drawing="search"
        action={<Button onClick={list.clear}>Clear search</Button>}
      />
    )
  if (list.query.page > 1) return <NoSuchPage onFirst={() => list.setPage(1)} />
  return <EmptyState title="No workspaces yet" />
}
