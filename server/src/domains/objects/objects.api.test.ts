import { Readable } from 'node:stream'
import { deleteObject, listObjects, putObject, readObject } from '@podium/contract/calls/objects.ts'
import { registerSolution } from '@podium/contract/calls/solutions.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { inFirst, metadataNamed } from '../solutions/testing/seed.ts'

const LIMIT = 1000
let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp({ config: { upload_max: LIMIT } })
  return () => podium.close()
})

const at = (path: string) => ({ id: podium.people.first.id, path })

function put(path: string, content: string | Buffer = 'a,b\n1,2\n', query = {}) {
  const headers = { 'content-type': 'application/octet-stream' }
  return podium.as('member').ask(putObject, { params: at(path), query, body: Buffer.from(content), headers })
}

const get = (path: string, headers = {}) => podium.as('member').ask(readObject, { params: at(path), headers })

test('an upload is downloaded unchanged, as an attachment', async () => {
  const stored = await put('datasets/a b/größe.csv')
  expect(stored.json()).toEqual({
    path: 'datasets/a b/größe.csv',
    size: 8,
    etag: expect.any(String),
    modified_at: expect.any(String),
  })
  const read = await get('datasets/a b/größe.csv')
  expect(read.body).toBe('a,b\n1,2\n')
  expect(read.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '8',
    'content-disposition': 'attachment; filename="gr__e.csv"; filename*=UTF-8\'\'gr%C3%B6%C3%9Fe.csv',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  expect(read.headers['content-security-policy']).toContain('sandbox')
})

test('answers a range, and 304 for a file that the client already has', async () => {
  await put('datasets/range.txt', '0123456789')
  const part = await get('datasets/range.txt', { range: 'bytes=2-4' })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await get('datasets/range.txt', { range: 'bytes=-3' })).body).toBe('789')
  const outside = await get('datasets/range.txt', { range: 'bytes=10-' })
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, 'bytes */10'])
  expect(outside.json()).toEqual({ detail: 'The range is outside the file.' })
  const etag = String(part.headers.etag)
  expect((await get('datasets/range.txt', { 'if-none-match': etag })).statusCode).toBe(304)
  const stale = await get('datasets/range.txt', { range: 'bytes=2-4', 'if-range': '"other"' })
  expect([stale.statusCode, stale.body]).toEqual([200, '0123456789'])
})

test('refuses a pointer of Git LFS, says how to get the file, and stores nothing', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a1'.repeat(32)}\nsize 12345\n`
  const answer = await put('datasets/model.bin', pointer)
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    {
      detail:
        'datasets/model.bin is a pointer of Git LFS, not the file itself. Run git lfs pull, then send it again.',
    },
  ])
  expect((await get('datasets/model.bin')).statusCode).toBe(404)
  expect((await put('datasets/pointers.md', `${pointer}is a pointer.`)).statusCode).toBe(200)
})

test('replaces no file without `replace`', async () => {
  await put('uploads/once.txt', 'first')
  const refused = await put('uploads/once.txt', 'second')
  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toMatch(/^uploads\/once\.txt already exists\. .* in a call \?replace=1\)\.$/)
  expect((await get('uploads/once.txt')).body).toBe('first')
  expect((await put('uploads/once.txt', 'second', { replace: '1' })).statusCode).toBe(200)
  expect((await get('uploads/once.txt')).body).toBe('second')
})

test.each([
  ['streams/x/artifacts/a', 422, 'Files can be stored only below datasets/, uploads/ and ai-solutions/.'],
  [
    'datasets//x',
    422,
    'The path "datasets//x" has an empty part (it begins or ends with a slash or holds two in a row).',
  ],
  ['datasets/a\0b', 422, 'The path "datasets/a\\u0000b" contains a control character.'],
])('%s is refused', async (path, status, detail) => {
  const answer = await put(path)
  expect([answer.statusCode, answer.json().detail]).toEqual([status, detail])
})

test.each(['x', 'x/v2', 'x/v2/train', 'x/v2/inference/artifacts'])(
  'ai-solutions/%s cannot be uploaded as a file, but an existing one can be deleted',
  async (name) => {
    const path = `ai-solutions/${name}`
    const refused = await put(path)
    const detail = `${path} is a folder for files of solutions. Give the path of a file in it.`
    expect([refused.statusCode, refused.json().detail]).toEqual([422, detail])
    await podium.deps.objects.put('first-bucket', path, Readable.from(['from before']))
    const removed = await podium.as('member').ask(deleteObject, { params: at(path) })
    expect(removed.statusCode).toBe(200)
  },
)

test('refuses a path that leads upwards, however it is encoded', async () => {
  const headers = { 'content-type': 'application/octet-stream' }
  const address = `/api/v1/workspaces/${podium.people.first.id}/objects/datasets%2F..%2Fstreams%2Fx`
  const answer = await podium.as('member').send('PUT', address, Buffer.from('x'), headers)
  expect([answer.statusCode, answer.json().detail]).toEqual([
    422,
    'The path "datasets/../streams/x" holds "..".',
  ])
})

test('refuses an upload above the limit, with or without a content length, and stores nothing', async () => {
  const told = await put('uploads/large', 'x'.repeat(LIMIT + 1))
  expect(told.statusCode).toBe(413)
  const untold = await podium.as('member').ask(putObject, {
    params: at('uploads/large'),
    body: Readable.from([Buffer.alloc(600), Buffer.alloc(600)]),
    headers: { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' },
  })
  expect(untold.statusCode).toBe(413)
  expect(untold.json().detail).toBe('The upload is larger than the limit of 1,000 bytes.')
  expect((await get('uploads/large')).statusCode).toBe(404)
})

test('files of a registered version cannot change, and those of a future version can be written', async () => {
  const name = 'kept-files'
  expect((await put(`ai-solutions/${name}/v1/train/data/a.csv`)).statusCode).toBe(200)
  const metadata_json = metadataNamed(name)
  await podium.as('member').call(registerSolution, { query: inFirst, body: { metadata_json } })
  const path = `ai-solutions/${name}/v1/train/data/a.csv`
  const refused = await put(path, 'other', { replace: '1' })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toBe(
    `${path} belongs to a registered version, and those files never change. Register a new version.`,
  )
  expect((await put(`ai-solutions/${name}/v2/train/data/a.csv`)).statusCode).toBe(200)
})

test('lists files by prefix and page, or grouped by folder for the chooser', async () => {
  for (const path of ['birds/a.csv', 'birds/b.csv', 'fish/2024/c.csv', 'readme.md'])
    await put(`datasets/list/${path}`)
  const list = (query: object) =>
    podium.as('member').call(listObjects, {
      params: { id: podium.people.first.id },
      query: { prefix: 'datasets/list/', ...query },
    })
  const page = await list({ page: 2, page_size: 3 })
  expect([page.objects.map((one) => one.path), page.total]).toEqual([['datasets/list/readme.md'], 4])
  const grouped = await list({ folders: '1' })
  expect(grouped).toMatchObject({
    total: 3,
    folders: [
      { path: 'datasets/list/birds/', files: 2, size: 16 },
      { path: 'datasets/list/fish/', files: 1, size: 8 },
    ],
    objects: [{ path: 'datasets/list/readme.md' }],
  })
  expect((await list({ q: 'FISH' })).objects.map((one) => one.path)).toEqual([
    'datasets/list/fish/2024/c.csv',
  ])
  const bad = await podium
    .as('member')
    .ask(listObjects, { params: { id: podium.people.first.id }, query: { prefix: '../' } })
  expect(bad.statusCode).toBe(422)
})

test('people of other workspaces can neither read, list nor write', async () => {
  await put('datasets/secret.csv', 'secret')
  const headers = { 'content-type': 'application/octet-stream' }
  const outsider = podium.as('outsider')
  const answers = await Promise.all([
    outsider.ask(readObject, { params: at('datasets/secret.csv') }),
    outsider.ask(readObject, {
      params: { ...at('datasets/secret.csv'), id: '00000000-0000-4000-8000-000000000000' },
    }),
    outsider.ask(listObjects, { params: { id: podium.people.first.id } }),
    outsider.ask(putObject, { params: at('datasets/x'), body: Buffer.from('x'), headers }),
  ])
  for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([404, answers[0]?.body])
})

test('deletes a file, but only from folders that people write to', async () => {
  await put('uploads/old.csv')
  const remove = (path: string) => podium.as('member').ask(deleteObject, { params: at(path) })
  expect((await remove('uploads/old.csv')).json()).toEqual({ path: 'uploads/old.csv' })
  expect((await get('uploads/old.csv')).statusCode).toBe(404)
  expect((await remove('uploads/old.csv')).statusCode).toBe(404)
  expect((await remove('runs/1/model.json')).json()).toEqual({
    detail: 'Files can be stored only below datasets/, uploads/ and ai-solutions/.',
  })
  expect((await remove('uploads/../runs/model.json')).statusCode).toBe(422)
})
