import { type ComponentType, Suspense } from 'react'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'
import { latePart } from './late-part.tsx'

/** What a tab shows, fetched when the tab is first chosen, with grey rows until it is there. */
export function lateTab<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Panel = latePart(load)
  return function LateTab(props: Props) {
    return (
      <Suspense fallback={<SkeletonRows label="Loading the tab" tall />}>
        <Panel {...props} />
      </Suspense>
    )
  }
}
