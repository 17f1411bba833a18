import type { AddressInfo } from 'node:net'
import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { buildApp } from '@podium/server/app.ts'
import { readConfig } from '@podium/server/config.ts'
import { createSecretBox } from '@podium/server/http/secret-box.ts'
import { newToken } from '@podium/server/http/session/tokens.ts'
import { createMetrics } from '@podium/server/metrics/metrics.ts'
import { listen } from '@podium/server/start/listen.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildBare } from './bare.ts'
import type { Serving } from './server-process.ts'

function buildPodium({ connection, env }: Serving): Promise<FastifyInstance> {
  const config = readConfig(env)
  const log = pino({ level: config.log_level }, pino.destination(2))
  const { database } = connectDatabase({ connection, log })
  const engine = createMemoryEngine()
  const objects = createMemoryStore()
  const deps = {
    config,
    database,
    engine,
    objects,
    directory: null,
    ...(config.metrics && { metrics: createMetrics() }),
    secrets: createSecretBox(null),
    sample: '',
    log,
    hostToken: newToken(),
  }
  return buildApp(deps, 'no-console')
}

process.once('message', async (serving: Serving) => {
  const { kind, connection, workspace_id } = serving
  const app =
    kind === 'podium'
      ? await buildPodium(serving)
      : await buildBare(connectDatabase({ connection, log: quietLog }), workspace_id)
  await listen(app, readConfig({ PODIUM_PORT: '0' }))
  process.send?.((app.server.address() as AddressInfo).port)
})
process.on('SIGTERM', () => process.exit(0))
