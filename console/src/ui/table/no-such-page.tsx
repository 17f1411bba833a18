import { Button } from '../button/button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'

/** Instead of a page of a list that is behind its end: an old address, or rows that have gone meanwhile. */
export function NoSuchPage({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      title="There is no such page"
      drawing="search"
      action={<Button onClick={onFirst}>First page</Button>}
    />
  )
}
