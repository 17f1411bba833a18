import type { Query, QueryClient } from '@tanstack/react-query'
import { whenBack } from '../ui/lazy/when-back.ts'
import { mayRecover } from './api-error.ts'

/** Reads the failed queries on the page again once the server answers. */
export function readAgainWhenBack(queries: QueryClient): () => void {
  let abandon: (() => void) | undefined

  function readAgain() {
    abandon = undefined
    void queries.refetchQueries({ type: 'active', predicate: hasFailed })
  }

  const leave = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.isActive() && hasFailed(query)) abandon ??= whenBack(readAgain)
  })
  return () => {
    leave()
    abandon?.()
  }
}

function hasFailed({ state }: Query): boolean {
  return state.status === 'error' && state.fetchStatus === 'idle' && mayRecover(state.error)
}
