import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { createTestDatabase, type TestDatabase } from '@podium/database/testing/test-database.ts'
import type { Engine } from '@podium/engines/engine.ts'
import type { RunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { type Logger, pino } from 'pino'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Directory } from '../directory/directory.ts'
import { createSecretBox, type SecretBox } from '../http/secret-box.ts'
import { newToken } from '../http/session/tokens.ts'
import type { IdentityProvider } from '../identity-provider/identity-provider.ts'
import type { Mail } from '../mail/mail.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { sweepAll } from './sweep-all.ts'
import { createClient, type TestClient } from './test-client.ts'
import { createPeople, type People, type Role } from './test-people.ts'
import { buildListenedTo } from './undocumented-answers.ts'

export interface TestApp<E extends Engine = Engine> {
  app: Awaited<ReturnType<typeof buildApp>>
  deps: Deps & { engine: E; metrics: Metrics }
  /** two workspaces, and people with each role in the first; see test-people.ts */
  people: People
  /** a client signed in as that person; `anonymous` is not signed in, `host` is the server's own host */
  as(role: Role): TestClient
  /**
   * Starts over with new people in an empty database and empty buckets, before each test of a file. Replacements that a
   * test made in engine, objects and secrets are undone.
   */
  startOver(): Promise<void>
  close(): Promise<void>
}

const NO_CONSOLE = fileURLToPath(new URL('./no-console', import.meta.url))
const SAMPLE = fileURLToPath(new URL('../../../examples/penguins', import.meta.url))

/** The whole server on a separate database, with objects and engine in memory unless others are given, and no port. */
export async function createTestApp<E extends Engine = ReturnType<typeof createMemoryEngine>>(
  options: {
    engine?: E
    objects?: ObjectStore
    directory?: Directory
    provider?: IdentityProvider
    mail?: Mail
    runner?: RunnerCalls
    log?: Logger
    env?: Record<string, string>
    config?: Partial<Config>
    secrets?: SecretBox
    console?: string
    database?: Pick<TestDatabase, 'database' | 'drop'> & Partial<Pick<TestDatabase, 'empty'>>
  } = {},
): Promise<TestApp<E>> {
  const database = options.database ?? (await createTestDatabase())
  const deps = {
    config: { ...readConfig({ PODIUM_LOG_LEVEL: 'silent', ...options.env }), ...options.config },
    database: database.database,
    engine: (options.engine ?? createMemoryEngine()) as E,
    objects: options.objects ?? createMemoryStore(),
    ...(options.runner && { runner: options.runner }),
    ...(options.provider && { provider: options.provider }),
    ...(options.mail && { mail: options.mail }),
    directory: options.directory ?? null,
    metrics: createMetrics(),
    sample: SAMPLE,
    log: options.log ?? pino({ level: 'silent' }),
    secrets: options.secrets ?? createSecretBox(randomBytes(32)),
    hostToken: newToken(),
  }
  const [engine, objects, secrets] = [{ ...deps.engine }, { ...deps.objects }, { ...deps.secrets }]
  const { app, undocumented } = await buildListenedTo(() => buildApp(deps, options.console ?? NO_CONSOLE))
  const ending = new AbortController()
  const swept = sweepAll(deps, ending.signal)
  const people = await createPeople(database.database)
  const makeBuckets = async () => {
    for (const { s3_bucket_name } of [people.first, people.second])
      await deps.objects.makeBucket(s3_bucket_name)
  }
  await makeBuckets()
  return {
    app,
    deps,
    people,
    as: (role) =>
      role === 'host'
        ? createClient(app, deps.hostToken, 'host')
        : createClient(app, people.tokens[role] ?? null),
    startOver: async () => {
      Object.assign(deps.engine, engine)
      Object.assign(deps.objects, objects)
      Object.assign(deps.secrets, secrets)
      const left = await database.database.select({ bucket: workspaces.s3_bucket_name }).from(workspaces)
      const buckets = [
        people.first.s3_bucket_name,
        people.second.s3_bucket_name,
        ...left.map(({ bucket }) => bucket),
      ]
      for (const bucket of buckets) await deps.objects.removeBucket(bucket)
      await database.empty?.()
      Object.assign(people, await createPeople(database.database))
      await makeBuckets()
    },
    close: async () => {
      await app.close()
      ending.abort()
      await swept
      await database.drop()
      if (undocumented().length > 0)
        throw new Error(`The OpenAPI document does not tell: ${undocumented().join(', ')}`)
    },
  }
}
