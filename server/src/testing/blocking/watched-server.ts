import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createSecretBox } from '../../http/secret-box.ts'
import { newToken } from '../../http/session/tokens.ts'
import { buildListenedTo } from '../undocumented-answers.ts'
import { watchEventLoop } from './event-loop-delay.ts'
import type { WatchedSetup } from './start-watched.ts'

/** Relative to the built program. */
const SAMPLE = fileURLToPath(new URL('../../examples/penguins', import.meta.url))

// A server that receives its database and objects and answers with its port. Then, on request, it reports the longest
// turn of its event loop, or its answers that the OpenAPI document does not describe.
process.once('message', async ({ connection, objects: texts }: WatchedSetup) => {
  const objects = createMemoryStore()
  for (const bucket of ['first-bucket', 'second-bucket']) await objects.makeBucket(bucket)
  for (const [bucket, path, text] of texts)
    await objects.put(bucket, path, Readable.from([Buffer.from(text)]))
  const { app, undocumented } = await buildListenedTo(() =>
    buildApp(
      {
        config: readConfig({ PODIUM_LOG_LEVEL: 'silent' }),
        database: connectDatabase({ connection, log: quietLog }).database,
        engine: createMemoryEngine(),
        objects,
        directory: null,
        log: pino({ level: 'silent' }),
        sample: SAMPLE,
        secrets: createSecretBox(randomBytes(32)),
        hostToken: newToken(),
      },
      'no-console',
    ),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const longest = watchEventLoop()
  process.on('message', (asked) => process.send?.(asked === 'longest' ? longest() : undocumented()))
  process.send?.((app.server.address() as AddressInfo).port)
})
process.once('disconnect', () => process.exit(0))
