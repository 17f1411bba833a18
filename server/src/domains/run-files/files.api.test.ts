import { readObject } from '@podium/contract/calls/objects.ts'
import {
  listArtifacts,
  readArtifact,
  readArtifactArchive,
  showArtifact,
} from '@podium/contract/calls/run-files.ts'
import { addressOf } from '@podium/contract/wire/call.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { unpacked } from '../runs/testing/unpacked.ts'

let fixture: RunFixture
let id: string
const FILES = {
  'metrics.json': '{"rows":3}',
  'model/weights.json': '[1,2]',
  'reports/große Übersicht.txt': 'good',
  'reports/page.html': '<p>good</p>',
}

beforeAll(async () => {
  fixture = await createRunFixture()
  id = await fixture.start()
  await fixture.loop.tick()
  const { engine } = fixture.deps
  engine.start(fixture.key(id))
  engine.log(fixture.key(id), 'process', 'framework\n')
  engine.log(fixture.key(id), 'pipeline', 'steps\n')
  for (const [path, text] of Object.entries(FILES)) engine.output(fixture.key(id), path, text)
  return () => fixture.close()
})

async function objectNamed(name: string): Promise<Buffer> {
  const path = `streams/${fixture.ids.stream}/${id}/1/${name}`
  const opened = await fixture.deps.objects.open('first-bucket', path)
  if (!opened) throw new Error(`there is no ${path}`)
  const chunks: Buffer[] = []
  for await (const chunk of opened.stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The same must hold while the run is under way and after its files were stored. */
function behaves(): void {
  test('are listed', async () => {
    const { artifacts, total_bytes } = await fixture.as('member').call(listArtifacts, { params: { id } })
    expect(artifacts.map(({ path, size }) => [path, size])).toEqual(
      Object.entries(FILES).map(([path, text]) => [path, Buffer.byteLength(text)]),
    )
    expect(total_bytes).toBe(30)
  })

  test('are downloaded one by one, under a name that is valid in headers', async () => {
    const path = 'reports/große Übersicht.txt'
    const answer = await fixture.as('member').ask(readArtifact, { params: { id, path } })
    expect([answer.statusCode, answer.body]).toEqual([200, 'good'])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="gro_e__bersicht.txt"; filename*=UTF-8''gro%C3%9Fe%20%C3%9Cbersicht.txt`,
      'x-content-type-options': 'nosniff',
    })
  })

  test('are downloaded all at once', async () => {
    const answer = await fixture.as('member').ask(readArtifactArchive, { params: { id } })
    expect(answer.headers['content-disposition']).toContain('filename="penguins-1.tar.gz"')
    expect(await unpacked(answer.rawPayload)).toEqual(FILES)
  })

  test.each(['nothing.txt', '../process.log', '..%2Fprocess.log', 'model'])(
    '%s is not among them',
    async (path) => {
      const answer = await fixture.as('member').ask(readArtifact, { params: { id, path } })
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { detail: 'There is nothing here that you may see.' },
      ])
    },
  )

  test('are not found by people of another workspace', async () => {
    for (const route of [listArtifacts, readArtifactArchive])
      expect((await fixture.as('outsider').ask(route, { params: { id } })).statusCode).toBe(404)
  })
}

describe('the artifacts of a run under way', () => {
  behaves()
})

describe('the artifacts of a run that has ended', () => {
  beforeAll(async () => {
    fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
    await fixture.loop.tick()
  })
  behaves()

  test('resume a download that broke off', async () => {
    const address = addressOf(readArtifact, { params: { id, path: 'metrics.json' } })
    const saved = (headers: Record<string, string>) =>
      fixture.as('member').send('GET', address, undefined, headers)
    const whole = await saved({})
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '10' })
    const { etag } = whole.headers
    const rest = await saved({ range: 'bytes=4-', 'if-range': String(etag) })
    expect([rest.statusCode, rest.body, rest.headers['content-range']]).toEqual([
      206,
      'ws":3}',
      'bytes 4-9/10',
    ])
    expect((await saved({ range: 'bytes=4-', 'if-range': '"another"' })).body).toBe('{"rows":3}')
    expect((await saved({ range: 'bytes=-3' })).body).toBe(':3}')
    const head = await fixture.as('member').send('HEAD', address, undefined, { range: 'bytes=4-' })
    expect([head.statusCode, head.headers['content-length'], head.headers['accept-ranges']]).toEqual([
      200,
      '10',
      'bytes',
    ])
    const behind = await saved({ range: 'bytes=10-' })
    expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, 'bytes */10'])
  })

  test('are shown by range', async () => {
    const address = addressOf(showArtifact, { params: { id, path: 'reports/page.html' } })
    const part = await fixture.as('member').send('GET', address, undefined, { range: 'bytes=3-6' })
    expect([part.statusCode, part.body, part.headers['content-range'], part.headers['content-type']]).toEqual(
      [206, 'good', 'bytes 3-6/11', 'text/html; charset=utf-8'],
    )
  })

  test('are also in the bucket as the archives that older clients read', async () => {
    expect(await unpacked(await objectNamed('train_artifacts.tar.gz'))).toEqual({
      'log/process.log': 'framework\n',
      'log/pipeline.log': 'steps\n',
      'output/metrics.json': '{"rows":3}',
      'output/reports/große Übersicht.txt': 'good',
      'output/reports/page.html': '<p>good</p>',
      'models/weights.json': '[1,2]',
    })
    expect(await unpacked(await objectNamed('model.tar.gz'))).toEqual({ 'weights.json': '[1,2]' })
    expect((await objectNamed('process.log')).toString()).toBe('framework\n')
  })

  test('the model is downloaded under a name of solution, stream and version', async () => {
    const saved = async (name: string) => {
      const path = `streams/${fixture.ids.stream}/${id}/1/${name}`
      const answer = await fixture
        .as('member')
        .ask(readObject, { params: { id: fixture.key(id).workspace, path } })
      return /filename="(.*?)"/.exec(String(answer.headers['content-disposition']))?.[1]
    }
    expect(await saved('model.tar.gz')).toBe('penguins-penguins-v3.1.tar.gz')
    expect(await saved('process.log')).toBe('process.log')
  })
})
