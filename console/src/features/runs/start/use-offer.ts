import { listInstances } from '@podium/contract/instances.ts'
import { listSolutions } from '@podium/contract/solutions.ts'
import { listStreams } from '@podium/contract/streams.ts'
import { readEngine } from '@podium/contract/system.ts'
import { readWorkspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'

const ALL = 1000

/** The queries of what a workspace offers to run. */
export function offerQueries(workspace_id: string) {
  return {
    streams: q(listStreams, { query: { workspace_id, page_size: ALL, sort: '-updated_at' } }),
    instances: q(listInstances, { query: { workspace_id, page_size: ALL, sort: 'name' } }),
    solutions: q(listSolutions, { query: { workspace_id, page_size: ALL, sort: 'name' } }),
    workspace: q(readWorkspace, { query: { workspace_id } }),
    engine: q(readEngine),
  }
}

/** What the workspace offers to run, and on what. */
export function useOffer(workspace: string) {
  const queries = offerQueries(workspace)
  const streams = useQuery(queries.streams)
  const instances = useQuery(queries.instances)
  const solutions = useQuery(queries.solutions)
  const info = useQuery(queries.workspace)
  const engine = useQuery(queries.engine)
  const all = [streams, instances, solutions, info]
  return {
    error: all.map(({ error }) => error).find((error) => error !== null) ?? null,
    retry: () => {
      for (const { refetch } of all) void refetch()
    },
    engine: engine.data,
    workspace: info.data,
    offer:
      streams.data && instances.data && solutions.data
        ? {
            streams: streams.data.streams,
            instances: instances.data.instances,
            solutions: solutions.data.solutions,
          }
        : undefined,
  }
}
