import { useNavigate, useRouterState } from '@tanstack/react-router'
import { hrefOf, type Place } from './place.ts'

type Search = Readonly<Record<string, string | undefined>>

interface Address {
  /** what stands behind the '?' */
  search: Search
  /**
   * Sets some values and keeps the others; undefined takes one away. `replace` makes no step in the history, and a `hash`
   * such as '#L12' marks a part of the page without a scroll to it.
   */
  change: (part: Search, options?: { replace?: boolean; hash?: string }) => void
  /** This page with some values set: spread it on a Link. */
  placeWith: (part: Search) => Place
}

/** The address of this page, for what its search part keeps: filters, the open tab, the record in the panel. */
export function useAddress(): Address {
  const navigate = useNavigate()
  // Of the page that is shown: the location is already that of the next one while it loads.
  const to = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' })
  const search = useRouterState({ select: ({ matches }): Search => matches.at(-1)?.search ?? {} })
  const placeWith = (part: Search) => ({ to, search: { ...search, ...part } })
  return {
    search,
    placeWith,
    change(part, { replace = false, hash = '' } = {}) {
      const href = hrefOf(placeWith(part)) + hash
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
