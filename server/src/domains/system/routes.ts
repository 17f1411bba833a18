import { readDocument, readEngine, readHealth, readVersions } from '@podium/contract/system.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { openApiDocument } from '../../http/openapi.ts'
import { productVersion } from '../../product-version.ts'

/** The generation of the API: existing registration clients refuse a server below 2.0. */
const API_GENERATION = '2.0.0'

export function systemRoutes(app: FastifyInstance, { config, database, engine }: Deps): void {
  bind(app, readVersions, async () => ({
    versions: [{ ver_str: API_GENERATION }],
    release: { mlops_engine: config.engine, monitoring: config.monitoring },
    product_version: productVersion,
    docs_url: config.docs_url ?? '',
  }))

  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  bind(app, readHealth, async ({ reply }) => {
    const failing = [
      ...(stopping ? ['stopping'] : []),
      ...((await answers(() => database.execute(sql`select 1`))) ? [] : ['database']),
      ...((await answers(() => engine.capabilities())) ? [] : ['engine']),
    ]
    if (failing.length > 0) reply.code(503)
    return { status: failing.length > 0 ? 'failing' : 'ok', failing }
  })

  let made: Record<string, unknown> | undefined
  const document = () => {
    made ??= openApiDocument(app.boundRoutes, productVersion)
    return made
  }
  // it takes long to make: not while others wait for the first who asks
  app.addHook('onListen', async () => void document())
  bind(app, readDocument, async () => document())

  bind(app, readEngine, async () => ({
    ...(await engine.capabilities()),
    own_instance_type: engine.ownInstanceType(),
  }))
}

const PATIENCE_MS = 2_000

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false)
  })
  const asked = Promise.resolve()
    .then(ask)
    .then(
      () => true,
      () => false,
    )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
