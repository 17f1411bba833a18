import { useNavigate, useRouterState } from '@tanstack/react-router'
import { hrefOf, type Search, type Target } from './target.ts'

/** The search part of this page's address, which keeps filters, the open tab and the record in the panel. */
export function useAddress() {
  const navigate = useNavigate()
  // From the page that is shown: the location is already the next page's while that loads.
  const to = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' })
  const search = useRouterState({ select: ({ matches }): Search => matches.at(-1)?.search ?? {} })
  /** This page with some values set: spread it on a Link. */
  const targetWith = (part: Search): Target => ({ to, search: { ...search, ...part } })
  return {
    search,
    targetWith,
    /**
     * Sets some values and keeps the others; undefined removes one. `replace` adds no history entry, and a `hash`
     * such as '#L12' marks a part of the page without scrolling to it.
     */
    change(part: Search, { replace = false, hash = '' }: { replace?: boolean; hash?: string } = {}) {
      const href = hrefOf(targetWith(part)) + hash
      void navigate({ href, replace, resetScroll: false, hashScrollIntoView: false })
    },
  }
}

/** The id of the record that this page's address names. */
export function useRecordId(): string {
  return useRouterState({
    select: ({ matches }) => {
      const params: { id?: string } = matches.at(-1)?.params ?? {}
      return params.id ?? ''
    },
  })
}
