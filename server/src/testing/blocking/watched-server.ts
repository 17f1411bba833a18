import type { AddressInfo } from 'node:net'
import { connectDatabase } from '@podium/database/connect.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { newToken } from '../../http/tokens.ts'
import { watchTurns } from './longest-turn.ts'

// A server that is told its database, answers its port, and then, whenever asked, the longest turn of its loop.
process.once('message', async (connection: ConnectionSettings) => {
  const objects = createMemoryStore()
  await objects.makeBucket('first-bucket')
  const app = await buildApp(
    {
      config: readConfig({ PODIUM_LOG_LEVEL: 'silent' }),
      database: connectDatabase({ connection, log: quietLog }).database,
      engine: createMemoryEngine(),
      objects,
      directory: null,
      log: pino({ level: 'silent' }),
      hostToken: newToken(),
    },
    'no-console',
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const longest = watchTurns()
  process.on('message', () => process.send?.(longest()))
  process.send?.((app.server.address() as AddressInfo).port)
})
process.once('disconnect', () => process.exit(0))
