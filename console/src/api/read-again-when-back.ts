import type { Query, QueryClient } from '@tanstack/react-query'
import { whenBack } from '../ui/lazy/when-back.ts'
import { mayRecover } from './api-error.ts'

/** Reads the failed queries on the page again once the server answers. */
export function readAgainWhenBack(queries: QueryClient): () => void {
  let giveUp: (() => void) | undefined

  function readAgain() {
    giveUp = undefined
    void queries.refetchQueries({ type: 'active', predicate: hasFailed })
  }

  const leave = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.isActive() && hasFailed(query)) giveUp ??= whenBack(readAgain)
  })
  return () => {
    leave()
    giveUp?.()
  }
}

function hasFailed({ state }: Query): boolean {
  return state.status === 'error' && state.fetchStatus === 'idle' && mayRecover(state.error)
}
