import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { connectDatabase } from '@podium/database/connect.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import { pino } from 'pino'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { createSecretBox } from '../../../http/secret-box.ts'
import { newToken } from '../../../http/session/tokens.ts'
import { sweepAll } from '../../../testing/sweep-all.ts'

/** Settings that the process receives; it answers with its port. */
export interface Serving {
  connection: ConnectionSettings
  /** the folder of its objects */
  root: string
}

const NO_CONSOLE = fileURLToPath(new URL('../../../testing/no-console', import.meta.url))

// A server that tests kill in the middle of an upload.
process.once('message', async ({ connection, root }: Serving) => {
  const deps = {
    config: readConfig({ PODIUM_LOG_LEVEL: 'silent' }),
    database: connectDatabase({ connection, log: quietLog }).database,
    engine: createMemoryEngine(),
    objects: createDirectoryStore({ root }),
    directory: null,
    log: pino({ level: 'silent' }),
    sample: '',
    secrets: createSecretBox(null),
    hostToken: newToken(),
  }
  const app = await buildApp(deps, NO_CONSOLE)
  void sweepAll(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.((app.server.address() as AddressInfo).port)
})
process.once('disconnect', () => process.exit(0))
