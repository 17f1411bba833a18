import { Suspense } from 'react'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'
import { latePart } from '../lazy/late-part.tsx'
import type { MarkdownProps } from './markdown.tsx'

/** Fetches what reads Markdown: a page that knows it will show some asks early. */
export async function loadMarkdown() {
  return (await import('./markdown.tsx')).Markdown
}
const Markdown = latePart(loadMarkdown)

/** Markdown whose reader is fetched when it is wanted, for it weighs more than the page around it. */
export function Prose(props: MarkdownProps) {
  return (
    <Suspense fallback={<SkeletonRows label="Loading the text" rows={3} />}>
      <Markdown {...props} />
    </Suspense>
  )
}
