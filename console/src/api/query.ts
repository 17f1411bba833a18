import type { ArgumentsOf, MaybeLeftOut, ReplyOf } from '@podium/contract/wire/call.ts'
import type { RecordKind, Route } from '@podium/contract/wire/route.ts'
import { type FetchQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { painted } from './painted.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { reads?: readonly RecordKind[] | undefined }
  }
}

/** The options of a query for a GET route. Its key is `[id, args]`, so `[id]` matches all queries of the route. */
export function q<R extends Route>(route: R, ...[args]: MaybeLeftOut<ArgumentsOf<R>>) {
  return queryOptions({
    queryKey: [route.id, args ?? {}] as const,
    meta: { reads: route.reads },
    queryFn: async ({ signal, queryKey, client }) => {
      const known = client.getQueryState(queryKey)
      // Automatic refetches (on focus, by interval) must not keep the session alive.
      const background = known?.data !== undefined
      // A page with earlier data is painted first. Data that a change invalidated is read at once.
      if (background && !known.isInvalidated) await painted()
      signal.throwIfAborted()
      const callWith = call as (route: R, args: object) => Promise<ReplyOf<R>>
      return callWith(route, { ...args, background, signal })
    },
  })
}

/**
 * Reads a page's data before the page is shown. Earlier data is shown at once and refetched if it is stale; only data
 * that a change invalidated is waited for. Not for forms, whose first values have to be current.
 */
export async function readAhead<Reply, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Reply, Error, Reply, Key>,
): Promise<void> {
  const known = queries.getQueryState(options.queryKey)
  if (known?.data === undefined || known.isInvalidated) await queries.prefetchQuery(options)
}
