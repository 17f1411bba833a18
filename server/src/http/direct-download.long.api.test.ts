import { Readable } from 'node:stream'
import { downloadModel } from '@podium/contract/calls/models.ts'
import { readArtifact, readLog } from '@podium/contract/calls/run-files.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { DirectTransfers } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'
import { makeObjects } from '../testing/test-objects.ts'

const LARGE = Buffer.alloc(8 * 1024 ** 2)

test('redirects downloads of a model, an artifact and a log to the store on request', async () => {
  const download: DirectTransfers['download'] = async (bucket, path, { headers }) =>
    `https://s3.example.org/${bucket}/${path}?${headers?.['content-type']}`
  const direct = { origins: [], download } as unknown as DirectTransfers
  const podium = await createTestApp({ objects: { ...createMemoryStore(), direct } })
  const { database, objects } = podium.deps
  const { run, stream } = await makeObjects(database, podium.people.first.id, podium.people.ids.member)
  await database.execute(sql`update runs set stored = true, submitted = true, ended_at = now()`)
  const [row] = (await database.execute(sql`select attempt from runs`)).rows
  const folder = `streams/${stream}/${run}/${row?.attempt}/`
  for (const path of ['model.tar.gz', 'artifacts/large.bin', 'process.log'])
    await objects.put('first-bucket', folder + path, Readable.from([LARGE]))

  const asked: [Route, Record<string, string>, Record<string, string>, string][] = [
    [downloadModel, {}, {}, 'model.tar.gz?application/gzip'],
    [readArtifact, { path: 'large.bin' }, {}, 'artifacts/large.bin?application/octet-stream'],
    [readLog, {}, { log_type: 'process' }, 'process.log?text/plain; charset=utf-8'],
  ]
  for (const [route, params, query, found] of asked) {
    const at = (more: object) => ({ params: { id: run, ...params }, query: { ...query, ...more } })
    const sent = await podium.as('member').ask(route, at({ direct: '1' }))
    expect([sent.statusCode, sent.headers.location]).toEqual([
      302,
      `https://s3.example.org/first-bucket/${folder}${found}`,
    ])
    expect((await podium.as('member').ask(route, at({}))).rawPayload).toHaveLength(LARGE.length)
    expect((await podium.as('outsider').ask(route, at({ direct: '1' }))).statusCode).toBe(404)
  }
  await podium.close()
})
