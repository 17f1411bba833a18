import { readRun, startRun } from '@podium/contract/calls/runs.ts'
import type { ExecutionSpec } from '@podium/contract/rules/tiers.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import type { TestDatabase } from '@podium/database/testing/test-database.ts'
import type { Engine, RunKey } from '@podium/engines/engine.ts'
import type { RunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import type { MemoryEngine } from '@podium/engines/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import type * as z from 'zod/mini'
import type { Mail } from '../../../mail/mail.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { Role } from '../../../testing/test-people.ts'
import { createRunLoop, type RunLoop } from '../../run-loop/run-loop.ts'
import type { RunRow } from '../../run-records/run-row.ts'

type StartBody = z.input<(typeof startRun)['body']>

/** A test app with a stream to run, and a loop that runs rounds only when the test says so. */
export interface RunFixture<E extends Engine = MemoryEngine> extends TestApp<E> {
  ids: { solution: string; version: string; instance: string; stream: string }
  loop: RunLoop
  /** another server on the same database, engine and objects */
  newLoop(): RunLoop
  /** starts a run as a member of the first workspace; returns its id */
  start(body?: StartBody): Promise<string>
  startAs(role: Role, stream: string, body?: StartBody): Promise<string>
  info(id: string): ReturnType<typeof readInfo>
  infoFromDatabase(id: string): Promise<RunRow | undefined>
  setTiers(execution_specs: ExecutionSpec[]): Promise<void>
  key(id: string): RunKey
}

function readInfo(app: TestApp<Engine>, id: string) {
  return app.as('member').call(readRun, { params: { id } })
}

let servers = 0

export async function createRunFixture<E extends Engine = MemoryEngine>(
  options: {
    engine?: E
    objects?: ObjectStore
    metadata?: Record<string, unknown>
    env?: Record<string, string>
    mail?: Mail
    runner?: RunnerCalls
    database?: TestDatabase
  } = {},
): Promise<RunFixture<E>> {
  const app = await createTestApp<E>(options)
  const addOurs = () => addStream(app, app.people.first.id, options.metadata ?? metadataForTests())
  const ids = await addOurs()
  const newLoop = () => {
    servers += 1
    const log = pino({ level: 'silent' })
    return createRunLoop({ ...app.deps, log, owner: `server ${servers}`, backOff: () => 0 })
  }
  const startAs = async (role: Role, stream: string, body: StartBody = {}) => {
    const { id } = await app.as(role).call(startRun, { params: { id: stream }, body })
    return id
  }
  const { database, engine } = app.deps
  const fixture: RunFixture<E> = {
    ...app,
    async startOver() {
      await app.startOver()
      if ('submitted' in engine) (engine as Engine as MemoryEngine).submitted.length = 0
      Object.assign(ids, await addOurs())
      fixture.loop = newLoop()
    },
    ids,
    loop: newLoop(),
    newLoop,
    start: (body) => startAs('member', ids.stream, body),
    startAs,
    info: (id) => readInfo(app, id),
    infoFromDatabase: async (id) => (await database.select().from(runs).where(eq(runs.id, id)))[0],
    setTiers: async (execution_specs) => {
      await database.update(workspaces).set({ execution_specs }).where(eq(workspaces.id, app.people.first.id))
    },
    key: (id) => ({ workspace: app.people.first.id, run: id, attempt: 1 }),
  }
  return fixture
}

/** Inserts a solution with one version, an instance of it and a stream directly into the database. */
export async function addStream(
  app: Pick<TestApp<Engine>, 'people'> & { deps: Pick<TestApp<Engine>['deps'], 'database'> },
  workspace_id: string,
  metadata_json: Record<string, unknown>,
  name = 'penguins',
  streamName = name,
) {
  const { database } = app.deps
  const created_by = app.people.ids.member
  const one = <T>(rows: T[]): T => {
    const [row] = rows
    if (!row) throw new Error('nothing was inserted')
    return row
  }
  const pipelines = (metadata_json.pipeline as { type: Mode }[]).map(({ type }) => type)
  const [counted] = await database
    .select({ seq: workspaces.last_solution_seq })
    .from(workspaces)
    .where(eq(workspaces.id, workspace_id))
  const seq = (counted?.seq ?? 0) + 1
  await database.update(workspaces).set({ last_solution_seq: seq }).where(eq(workspaces.id, workspace_id))
  const solution = one(
    await database
      .insert(solutions)
      .values({ workspace_id, seq, name, last_version: 3, created_by })
      .returning(),
  )
  const version = one(
    await database
      .insert(solutionVersions)
      .values({
        workspace_id,
        solution_id: solution.id,
        version_num: 3,
        metadata_json: metadata_json as Metadata,
        pipelines,
        created_by,
      })
      .returning(),
  )
  const instance = one(
    await database
      .insert(instances)
      .values({
        workspace_id,
        solution_id: solution.id,
        solution_version_id: version.id,
        name: `${name}-v3`,
        created_by,
      })
      .returning(),
  )
  const stream = one(
    await database
      .insert(streams)
      .values({ workspace_id, instance_id: instance.id, name: streamName, created_by })
      .returning(),
  )
  return { solution: solution.id, version: version.id, instance: instance.id, stream: stream.id }
}
