import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** What a page's loader may use. `workspace` is the id of the current workspace. */
export interface PageContext {
  queries: QueryClient
  params: Record<string, string>
  search: Record<string, string>
  workspace: string
  signal: AbortSignal
}

/**
 * What a page's file exports. `load` runs before the page shows and may start on a mere intent to go there; the
 * router shows the error page for what it throws.
 */
export interface PageModule {
  Page: ComponentType
  load?: (at: PageContext) => Promise<unknown>
}
