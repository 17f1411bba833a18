import { createInstance, listInstances } from '@podium/contract/calls/instances.ts'
import { checkFirstStart, type startRun } from '@podium/contract/calls/runs.ts'
import {
  listSolutions,
  readVersion,
  type Solution,
  type Version,
  type VersionDetail,
} from '@podium/contract/calls/solutions.ts'
import { createStream, listStreams } from '@podium/contract/calls/streams.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { ArgumentsOf } from '@podium/contract/wire/call.ts'
import { fail } from './cli-error.ts'
import { call } from './client.ts'
import type { Connection } from './connection.ts'
import { findInList } from './find-in-list.ts'

export async function findSolution(
  connection: Connection,
  workspace: Workspace,
  name: string,
): Promise<Solution> {
  const found = await lookUpSolution(connection, workspace, name)
  return found ?? fail(`There is no solution '${name}' in ${workspace.display_name}.`)
}

/** Finds a solution by name, if there is one; with `mine`, only one that the caller registered. */
export function lookUpSolution(
  connection: Connection,
  workspace: Workspace,
  name: string,
  filters: { mine?: '1' } = {},
): Promise<Solution | undefined> {
  const search = { workspace_id: workspace.id, q: name, ...filters }
  return findInList(
    async (page) => {
      const { solutions, total } = await call(connection, listSolutions, { query: { ...search, ...page } })
      return { items: solutions, total }
    },
    (solution) => solution.name.toLowerCase() === name.toLowerCase(),
  )
}

/** Returns the requested version, else the newest. */
export async function findVersion(
  connection: Connection,
  solution: Solution,
  search: string | undefined,
): Promise<VersionDetail> {
  const newest = solution.versions[0]?.version_num
  const n = search === undefined ? newest : Number(search.replace(/^v/, ''))
  const isListed = solution.versions.some(({ version_num }) => version_num === n)
  // A solution lists only its newest versions.
  const mayBeOlder = solution.version_count > solution.versions.length && Number.isSafeInteger(n)
  if (n === undefined || !(isListed || mayBeOlder)) return fail(`${solution.name} has no version ${search}.`)
  return call(connection, readVersion, { params: { id: solution.id, n } })
}

/** Returns the stream for a run of the solution. Missing records are created, unless the run could not start there. */
export async function destinationFor(
  connection: Connection,
  workspace: Workspace,
  solution: Pick<Solution, 'name'>,
  version: Version,
  streamName: string | undefined,
  start: ArgumentsOf<typeof startRun>['body'],
): Promise<string> {
  const query = { workspace_id: workspace.id }
  const name = `${solution.name}-v${version.version_num}`
  const knownInstance = await findInList(
    async (page) => {
      const search = { ...query, ...page, solution_version_id: version.id, q: name }
      const { instances, total } = await call(connection, listInstances, { query: search })
      return { items: instances, total }
    },
    (candidate) => candidate.name === name,
  )
  const searched = streamName ?? name
  const knownStream =
    knownInstance &&
    (await findInList(
      async (page) => {
        const search = { ...query, ...page, instance_id: knownInstance.id, q: searched }
        const { streams, total } = await call(connection, listStreams, { query: search })
        return { items: streams, total }
      },
      (candidate) => candidate.name === searched,
    ))
  if (knownStream) return knownStream.id
  const of = { solution_version_id: version.id, ...(knownInstance && { instance_id: knownInstance.id }) }
  await call(connection, checkFirstStart, { query, body: { ...start, ...of } })
  const instance =
    knownInstance ??
    (await call(connection, createInstance, { query, body: { name, solution_version_id: version.id } }))
  const stream = await call(connection, createStream, {
    query,
    body: { instance_id: instance.id, name: searched },
  })
  return stream.id
}
