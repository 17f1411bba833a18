import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { downloadModel } from '@podium/contract/calls/models.ts'
import { readObject } from '@podium/contract/calls/objects.ts'
import {
  previewArtifact,
  readArtifact,
  readArtifactArchive,
  readLog,
  showArtifact,
} from '@podium/contract/calls/run-files.ts'
import { addressOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import { openFilesBelow, showsOpenFiles } from '@podium/storage/testing/open-files.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects } from '../../testing/test-objects.ts'

/** More than a connection's buffers hold, and incompressible. */
const LARGE = randomBytes(24 * 1024 ** 2)

const ANSWERS: [string, Route, Record<string, string>, Record<string, string>][] = [
  ['an object', readObject, { path: 'large.bin' }, {}],
  ['a model', downloadModel, {}, {}],
  ['an artifact', readArtifact, { path: 'large.html' }, {}],
  ['an artifact as a page', showArtifact, { path: 'large.html' }, {}],
  ['the archive of a run', readArtifactArchive, {}, {}],
  ['a log', readLog, {}, { log_type: 'process' }],
]

describe.skipIf(!showsOpenFiles)('files of the store', () => {
  let home: string
  let podium: TestApp
  let run: string

  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'podium-unread-')))
    podium = await createTestApp({ objects: createDirectoryStore({ root: home }) })
    const { database, objects } = podium.deps
    const made = await makeObjects(database, podium.people.first.id, podium.people.ids.member)
    run = made.run
    await database.execute(sql`update runs set stored = true, submitted = true, ended_at = now()`)
    const [row] = (await database.execute(sql`select attempt from runs`)).rows
    const folder = `streams/${made.stream}/${run}/${row?.attempt}/`
    const names = ['model.tar.gz', 'artifacts/large.html', 'artifacts/large.txt', 'process.log']
    for (const path of [...names.map((name) => folder + name), 'large.bin'])
      await objects.put('first-bucket', path, Readable.from([LARGE]))
    await podium.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await podium.close()
    await rm(home, { recursive: true })
  })

  /** The answer, of which nothing was read yet. */
  async function answerTo(
    route: Route,
    params: Record<string, string>,
    query: Record<string, string>,
    { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<IncomingMessage> {
    const id = route === readObject ? podium.people.first.id : run
    const { port } = podium.app.server.address() as AddressInfo
    const asked = request({
      host: '127.0.0.1',
      port,
      method,
      path: addressOf(route, { params: { id, ...params }, query } as never),
      headers: { cookie: `access-token=${podium.people.tokens.member}`, ...headers },
      agent: false,
    })
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return answer
  }

  const untilClosed = () => waitFor(async () => expect(await openFilesBelow(home)).toEqual([]))

  test.each(ANSWERS)('are closed when the client leaves while %s is sent', async (_, ...asked) => {
    const answer = await answerTo(...asked)
    expect(answer.statusCode).toBe(200)
    expect(await openFilesBelow(home)).toHaveLength(1)
    answer.destroy()
    await untilClosed()
  })

  test.each(ANSWERS)('are closed when HEAD asks for %s', async (_, ...asked) => {
    const answer = await answerTo(...asked, { method: 'HEAD' })
    expect(answer.statusCode).toBe(200)
    await once(answer.resume(), 'end')
    await untilClosed()
  })

  test('are closed when a range of an object was sent', async () => {
    const answer = await answerTo(readObject, { path: 'large.bin' }, {}, { headers: { range: 'bytes=5-9' } })
    expect([answer.statusCode, Buffer.concat(await answer.toArray())]).toEqual([206, LARGE.subarray(5, 10)])
    await untilClosed()
  })

  test.each(['large.txt', 'large.html'])(
    'are closed when a preview has read its part of %s',
    async (path) => {
      const answer = await answerTo(previewArtifact, { path }, {})
      expect(answer.statusCode).toBe(200)
      await answer.toArray()
      await untilClosed()
    },
  )
})
