import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** The context of a page's loader. `workspace` is the id of the current workspace. */
export interface PageContext {
  queries: QueryClient
  params: Record<string, string>
  search: Record<string, string>
  workspace: string
  signal: AbortSignal
}

/**
 * The exports of a page's file. `load` runs before the page is shown, and may run on a mere intent to go there. The
 * router shows the error page for what it throws.
 */
export interface PageModule {
  Page: ComponentType
  load?: (at: PageContext) => Promise<unknown>
}
