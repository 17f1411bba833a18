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
  return onlyOne(
    all.map((schedule) => ({ one: schedule, id: schedule.id, name: schedule.stream_name })),
    'schedule',
    named,
    workspace,
  )
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
  return onlyOne(
    all.map((stream) => ({ one: stream, id: stream.id, name: stream.name })),
    'stream',
    named,
    workspace,
  )
}

const NAMES_SHOWN = 5

/** The one that has the name or id, or a sentence with those that there are. */
function onlyOne<One>(
  all: readonly { one: One; id: string; name: string }[],
  noun: string,
  named: string,
  { display_name }: Workspace,
): One {
  const [only, ...others] = all.filter(({ id, name }) => [id, name].includes(named))
  if (!only) {
    const names = [...new Set(all.map(({ name }) => name))].slice(0, NAMES_SHOWN)
    const known = names.length > 0 ? ` Try ${names.join(', ')}.` : ''
    return fail(`There is no ${noun} '${named}' in ${display_name}.${known}`)
  }
  if (others.length === 0) return only.one
  const ids = [only, ...others].map(({ id }) => id).join(', ')
  return fail(
    `'${named}' may mean ${others.length + 1} ${noun}s of ${display_name}. Name one by its id: ${ids}.`,
  )
}
