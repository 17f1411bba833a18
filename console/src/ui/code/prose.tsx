import { Suspense } from 'react'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'
import { lazyPart } from '../lazy/lazy.tsx'
import type { MarkdownProps } from './markdown.tsx'

/** Fetches the Markdown renderer. A page that will show Markdown fetches it early. */
export async function loadMarkdown() {
  return (await import('./markdown.tsx')).Markdown
}
const Markdown = lazyPart(loadMarkdown)

/** Markdown, rendered by a part that is fetched with the first text. */
export function Prose(props: MarkdownProps) {
  return (
    <Suspense fallback={<SkeletonRows label="Loading the text" rows={3} />}>
      <Markdown {...props} />
    </Suspense>
  )
}
