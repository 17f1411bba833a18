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

/** The options of a query for a GET route; its key is `[id, args]`, so `[id]` names all queries of the route. */
export function q<R extends Route>(route: R, ...[args]: MaybeLeftOut<ArgumentsOf<R>>) {
  return queryOptions({
    queryKey: [route.id, args ?? {}] as const,
    meta: { reads: route.reads },
    queryFn: async ({ signal, queryKey, client }) => {
      const known = client.getQueryState(queryKey)
      // What is fetched again by itself (focus, interval) must not keep the session alive.
      const background = known?.data !== undefined
      // A page that is shown as it was read before is painted first; what a change has made wrong is read at once.
      if (background && !known.isInvalidated) await painted()
      signal.throwIfAborted()
      const callWith = call as (route: R, args: object) => Promise<ReplyOf<R>>
      return callWith(route, { ...args, background, signal })
    },
  })
}

/**
 * Reads what a page shows before it shows. What was read before is shown at once, and the page reads it again where it is
 * old; only what a change has made wrong since is waited for. It is not for forms, whose first values have to be the newest.
 */
export async function readAhead<Reply, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Reply, Error, Reply, Key>,
): Promise<void> {
  const known = queries.getQueryState(options.queryKey)
  if (known?.data === undefined || known.isInvalidated) await queries.prefetchQuery(options)
}
