import { listSchedules, type Schedule } from '@podium/contract/schedules.ts'
import { listStreams, type Stream } from '@podium/contract/streams.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { fail } from './cli-error.ts'
import { call } from './client.ts'
import type { Connection } from './connection.ts'
import { readAll } from './read-all.ts'

/** All schedules of the workspace, the newest first. */
export function readSchedules(connection: Connection, workspace: Workspace): Promise<Schedule[]> {
  return readAll(async (page) => {
    const query = { workspace_id: workspace.id, ...page }
    const { schedules, total } = await call(connection, listSchedules, { query })
    return { items: schedules, total }
  })
}

/** The schedule of that id, or of the stream of that name where it has only one. */
export async function findSchedule(
  connection: Connection,
  workspace: Workspace,
  named: string,
): Promise<Schedule> {
  const all = await readSchedules(connection, workspace)
  const found = all.filter(({ id, stream_name }) => [id, stream_name].includes(named))
  return onlyOne(found, 'schedule', named, workspace)
}

/** The stream of that name or id. */
export async function findStream(
  connection: Connection,
  workspace: Workspace,
  named: string,
): Promise<Stream> {
  const all = await readAll(async (page) => {
    const { streams, total } = await call(connection, listStreams, {
      query: { workspace_id: workspace.id, ...page },
    })
    return { items: streams, total }
  })
  const found = all.filter(({ id, name }) => [id, name].includes(named))
  return onlyOne(found, 'stream', named, workspace)
}

function onlyOne<One extends { id: string }>(
  [only, ...others]: readonly One[],
  noun: string,
  named: string,
  { display_name }: Workspace,
): One {
  if (!only) return fail(`There is no ${noun} '${named}' in ${display_name}.`)
  if (others.length === 0) return only
  const ids = [only, ...others].map(({ id }) => id).join(', ')
  return fail(
    `'${named}' may mean ${others.length + 1} ${noun}s of ${display_name}. Name one by its id: ${ids}.`,
  )
}
