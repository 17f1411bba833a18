import { listSchedules, type Schedule } from '@podium/contract/calls/schedules.ts'
import { listStreams, type Stream } from '@podium/contract/calls/streams.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { fail } from './cli-error.ts'
import { call } from './client.ts'
import type { Connection } from './connection.ts'
import { readAll } from './read-all.ts'

/** Reads all schedules of the workspace, newest first. */
export function readSchedules(connection: Connection, workspace: Workspace): Promise<Schedule[]> {
  return readAll(async (page) => {
    const query = { workspace_id: workspace.id, ...page }
    const { schedules, total } = await call(connection, listSchedules, { query })
    return { items: schedules, total }
  })
}

/** Finds a schedule by id, or by the name of a stream that has only one. */
export async function findSchedule(
  connection: Connection,
  workspace: Workspace,
  named: string,
): Promise<Schedule> {
  const all = await readSchedules(connection, workspace)
  return onlyOne(all, ({ stream_name }) => stream_name, { noun: 'schedule', named, workspace })
}

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
  return onlyOne(all, ({ name }) => name, { noun: 'stream', named, workspace })
}

const NAMES_SHOWN = 5

interface Wanted {
  noun: string
  named: string
  workspace: Workspace
}

/** Returns the only one with the name or id, or fails with a sentence that lists the existing ones. */
function onlyOne<One extends { id: string }>(
  all: readonly One[],
  nameOf: (one: One) => string,
  { noun, named, workspace: { display_name } }: Wanted,
): One {
  const [only, ...others] = all.filter((one) => [one.id, nameOf(one)].includes(named))
  if (!only) {
    const names = [...new Set(all.map(nameOf))].slice(0, NAMES_SHOWN)
    const known = names.length > 0 ? ` Try ${names.join(', ')}.` : ''
    return fail(`There is no ${noun} '${named}' in ${display_name}.${known}`)
  }
  if (others.length === 0) return only
  const ids = [only, ...others].map(({ id }) => id).join(', ')
  return fail(
    `'${named}' may mean ${others.length + 1} ${noun}s of ${display_name}. Name one by its id: ${ids}.`,
  )
}
