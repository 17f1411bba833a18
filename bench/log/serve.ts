import type { AddressInfo } from 'node:net'
import { connectDatabase } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { followLog, openLogFile } from '@podium/engines/attempt/logs.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { buildApp } from '@podium/server/app.ts'
import { readConfig } from '@podium/server/config.ts'
import { collectRun } from '@podium/server/domains/run-files/collect.ts'
import { createSecretBox } from '@podium/server/http/secret-box.ts'
import { newToken } from '@podium/server/http/session/tokens.ts'
import { listen } from '@podium/server/start/listen.ts'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import type { LogServing } from './log-server.ts'

/** Serves one live run by the product's own server. Its log is the given file, read as the local engine does. */
process.once('message', async ({ connection, home, file, run_id }: LogServing) => {
  const config = readConfig({})
  const log = pino({ level: config.log_level }, pino.destination(2))
  const { database } = connectDatabase({ connection, log })
  const written = { path: file, root: home, uid: null }
  const engine = {
    ...createMemoryEngine(),
    openLog: (_key: unknown, type: string, range?: { from: number; to?: number }) =>
      type === 'process' ? openLogFile(written, range) : Promise.resolve(null),
    follow: (_key: unknown, _type: string, from: number, signal: AbortSignal) =>
      followLog(written, from, async () => false, signal),
  }
  const objects = createDirectoryStore({ root: `${home}/objects` })
  const deps = {
    config,
    database,
    engine,
    objects,
    directory: null,
    secrets: createSecretBox(null),
    sample: '',
    log,
    hostToken: newToken(),
  }
  const app = await buildApp(deps, 'no-console')
  await listen(app, readConfig({ PODIUM_PORT: '0' }))
  process.once('message', async () => {
    await objects.makeBucket('first-bucket')
    const [run] = await database.select().from(runs).where(eq(runs.id, run_id))
    if (!run) throw new Error('The run of the measurement is gone.')
    const figures = async () => ({
      metrics: {},
      warnings: [],
      summary: null,
      mlflow: null,
      configuration: null,
    })
    await collectRun(deps, run, 'failed', figures, {
      everyError: false,
      mayGoOn: async () => true,
      kept: new Map(),
    })
    await database
      .update(runs)
      .set({ state: 'failed', stored: true, ended_at: new Date().toISOString() })
      .where(eq(runs.id, run_id))
    process.send?.('ended')
  })
  process.send?.((app.server.address() as AddressInfo).port)
})
process.on('SIGTERM', () => process.exit(0))
