import { createInstance, listInstances } from '@podium/contract/calls/instances.ts'
import { checkFirstStart, type startRun } from '@podium/contract/calls/runs.ts'
import { createStream, listStreams } from '@podium/contract/calls/streams.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { ArgumentsOf } from '@podium/contract/wire/call.ts'
import { call } from '../client.ts'
import type { Connection } from '../connection.ts'
import { findInList } from '../find-in-list.ts'

type Start = ArgumentsOf<typeof startRun>['body']

/**
 * Returns the stream of the folder's solution, which has the name of the solution unless another was typed. It is made on an instance of its
 * own, unless the run could not start there.
 */
export async function streamOfFolder(
  connection: Connection,
  workspace: Workspace,
  { solution_id, name: solutionName, version_id }: { solution_id: string; name: string; version_id: string },
  start: Start,
  streamName: string | undefined,
): Promise<string> {
  const name = streamName ?? solutionName
  const query = { workspace_id: workspace.id }
  const known = await findInList(
    async (page) => {
      const search = { ...query, ...page, solution_id, q: name }
      const { streams, total } = await call(connection, listStreams, { query: search })
      return { items: streams, total }
    },
    (stream) => stream.name === name,
  )
  if (known) return known.id
  await call(connection, checkFirstStart, { query, body: { ...start, solution_version_id: version_id } })
  const instance_id = await instanceFor(connection, workspace, { solution_id, name, version_id })
  return (await call(connection, createStream, { query, body: { instance_id, name } })).id
}

/** An instance that was made for the stream before, else a new one with the first name that is free. */
async function instanceFor(
  connection: Connection,
  workspace: Workspace,
  { solution_id, name, version_id }: { solution_id: string; name: string; version_id: string },
): Promise<string> {
  const query = { workspace_id: workspace.id }
  const named = new Map<string, { id: string; isFree: boolean }>()
  await findInList(
    async (page) => {
      const { instances, total } = await call(connection, listInstances, {
        query: { ...query, ...page, q: name },
      })
      return { items: instances, total }
    },
    (one) => {
      const isFree = one.solution_id === solution_id && one.stream_count === 0 && !one.draft && !one.coupled
      named.set(one.name, { id: one.id, isFree })
      return false
    },
  )
  let own = name
  for (let number = 2; named.has(own) && !named.get(own)?.isFree; number += 1) own = `${name}-${number}`
  const found = named.get(own)
  if (found) return found.id
  const body = { name: own, solution_version_id: version_id }
  return (await call(connection, createInstance, { query, body })).id
}
