import { listInstances } from '@podium/contract/instances.ts'
import { listSolutions } from '@podium/contract/solutions.ts'
import { listStreams } from '@podium/contract/streams.ts'
import { readEngine } from '@podium/contract/system.ts'
import { readWorkspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'

const PAGE = 200

/** The streams that ran last, or those that a text finds. */
export function streamsPage(workspace_id: string, text = '') {
  return q(listStreams, { query: { workspace_id, page_size: PAGE, sort: '-updated_at', ...found(text) } })
}

export function instancesPage(workspace_id: string, text = '') {
  return q(listInstances, { query: { workspace_id, page_size: PAGE, sort: 'name', ...found(text) } })
}

export function solutionsPage(workspace_id: string, text = '') {
  return q(listSolutions, { query: { workspace_id, page_size: PAGE, sort: 'name', ...found(text) } })
}

function found(text: string) {
  return text.trim() === '' ? {} : { q: text.trim() }
}

/** The queries of what a workspace offers to run. */
export function offerQueries(workspace_id: string) {
  return {
    streams: streamsPage(workspace_id),
    instances: instancesPage(workspace_id),
    solutions: solutionsPage(workspace_id),
    workspace: q(readWorkspace, { query: { workspace_id } }),
    engine: q(readEngine),
  }
}

/** What the workspace offers to run first, and on what. */
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
