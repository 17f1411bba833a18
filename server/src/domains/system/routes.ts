import { readDocument, readHealth, readReadiness, readVersions } from '@podium/contract/calls/system.ts'
import { isDiskFull } from '@podium/contract/rules/disk-space.ts'
import { type ObjectStore, StoreRefuses } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { waitAtMost } from '../../background.ts'
import type { Deps } from '../../deps.ts'
import { basePath } from '../../http/address.ts'
import { bind } from '../../http/bind.ts'
import { browserCookie } from '../../http/cookies.ts'
import { databaseTrouble } from '../../http/errors/database-trouble.ts'
import { openApiDocument } from '../../http/openapi/openapi.ts'
import { productVersion } from '../../product-version.ts'
import { readTrouble } from '../audit/stream-reads.ts'
import { engineRoutes } from './engine-routes.ts'

/** The generation of the API: existing registration clients refuse a server below 2.0. */
const API_GENERATION = '2.0.0'

const STOPPING = [{ part: 'stopping', reason: 'The server is stopping.' }]

export function systemRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, engine, objects } = deps
  engineRoutes(app, deps)

  bind(app, readVersions, async () => ({
    versions: [{ ver_str: API_GENERATION }],
    release: { mlops_engine: config.engine, monitoring: config.monitoring },
    product_version: productVersion,
    docs_url: config.docs_url ?? '',
    help_contact: config.help_contact ?? '',
    single_sign_on: config.oidc?.label ?? '',
  }))

  bind(app, readHealth, async ({ reply }) => {
    const { status, failing } = await answerTrouble(reply, async () => [
      ...(
        await Promise.all([
          findTrouble({ database, engine }),
          findStoreTrouble(objects),
          config.audit_stream ? findAuditTrouble(database) : [],
        ])
      ).flat(),
    ])
    return { status, failing }
  })
  bind(app, readReadiness, ({ reply }) =>
    // while a shared engine is away, no other server would do better
    answerTrouble(reply, () => (engine.shared ? findDatabaseTrouble : findTrouble)({ database, engine })),
  )

  async function answerTrouble(reply: FastifyReply, find: () => Promise<Trouble[]>) {
    const trouble = app.isDraining ? STOPPING : await find()
    if (trouble.length > 0) reply.code(503)
    return {
      status: trouble.length > 0 ? 'failing' : 'ok',
      failing: trouble.map(({ part }) => part),
      reasons: trouble.map(({ reason }) => reason),
    }
  }

  let made: Record<string, unknown> | undefined
  const document = () => {
    made ??= openApiDocument(app.boundRoutes, productVersion, {
      base: basePath(config),
      cookie: browserCookie(config),
    })
    return made
  }
  // it takes long to build, so nobody should wait for the first request
  app.addHook('onListen', async () => void document())
  bind(app, readDocument, async () => document())
}

const PATIENCE_MS = 2_000

interface Trouble {
  part: string
  /** a sentence for anyone */
  reason: string
}

/** The parts that keep this server from serving, including those that do not answer within two seconds. */
export async function findTrouble({
  database,
  engine,
}: Pick<Deps, 'database' | 'engine'>): Promise<Trouble[]> {
  const [ofDatabase, capabilities, disk] = await Promise.all([
    findDatabaseTrouble({ database }),
    inTime(() => engine.capabilities()),
    inTime(() => engine.disk()),
  ])
  return [
    ...ofDatabase,
    ...(capabilities && disk !== undefined
      ? []
      : [{ part: 'engine', reason: 'The engine does not answer.' }]),
    ...(disk && isDiskFull(disk) ? [{ part: 'disk', reason: 'The disk is full.' }] : []),
  ]
}

/** Does not affect readiness, because all servers share the store, and most calls need no files. */
async function findStoreTrouble(objects: ObjectStore): Promise<Trouble[]> {
  const check = objects.check().then(
    () => [],
    (error) => (error instanceof StoreRefuses ? [{ part: 'objects', reason: error.message }] : undefined),
  )
  return (await inTime(() => check)) ?? [{ part: 'objects', reason: 'The object store does not answer.' }]
}

/** Does not affect readiness, because any server delivers the events of all. */
async function findAuditTrouble(database: Deps['database']): Promise<Trouble[]> {
  const trouble = await inTime(() => readTrouble(database))
  return trouble ? [{ part: 'audit_stream', reason: 'The audit trail cannot be delivered.' }] : []
}

const READ_ONLY = sql`select current_setting('transaction_read_only') = 'on' as is_read_only`
const NO_ANSWER = 'The database does not answer right now.'
const TAKES_NO_CHANGES = 'The database takes no changes now.'

async function findDatabaseTrouble({ database }: Pick<Deps, 'database'>): Promise<Trouble[]> {
  const reason = await inTime(() =>
    database.execute(READ_ONLY).then(
      ({ rows }) => (rows[0]?.is_read_only ? TAKES_NO_CHANGES : null),
      (error) => databaseTrouble(error) ?? NO_ANSWER,
    ),
  )
  return reason === null ? [] : [{ part: 'database', reason: reason ?? NO_ANSWER }]
}

/** undefined if it failed or took too long */
async function inTime<T>(ask: () => Promise<T>): Promise<T | undefined> {
  const check = Promise.resolve()
    .then(ask)
    .catch(() => undefined)
  return waitAtMost(PATIENCE_MS, check)
}
