import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { previewOf } from '../preview.ts'

const previewed = (name: string, bytes: Buffer) => previewOf(name, Readable.from([bytes]))

test('shows a packed table as a table, and any other text as text', async () => {
  const csv = gzipSync('a,b\n1,2\n')
  expect(await previewed('rows.csv.gz', csv)).toEqual({
    kind: 'table',
    columns: ['a', 'b'],
    column_count: 2,
    rows: [['1', '2']],
    more: false,
    detail: null,
  })
  expect(await previewed('rows.TSV.GZ', gzipSync('a\tb\n1\t2\n'))).toMatchObject({ columns: ['a', 'b'] })
  expect(await previewed('log.jsonl.gz', gzipSync('{"a": 1}\n'))).toMatchObject({ language: 'plain' })
  expect(await previewed('a.json.gz', gzipSync('{}'))).toMatchObject({ language: 'json', text: '{}' })
  expect(await previewed('notes.md.gz', gzipSync('# A'))).toMatchObject({ language: 'markdown' })
})

test('unpacks no more than is shown', async () => {
  let sent = 0
  const zeros = gzipSync(Buffer.alloc(16 * 1024 * 1024, 'a,b\n'))
  function* parts() {
    // The parts of a gzip file follow one another without an end.
    for (;;) {
      sent += 1
      yield zeros
    }
  }
  const preview = await previewOf('bomb.csv.gz', Readable.from(parts()))
  expect(preview).toMatchObject({ kind: 'table', more: true })
  expect(sent).toBeLessThan(30)
})

test('ends at a file that unpacks to nothing without an end', async () => {
  const empty = Buffer.concat(Array.from({ length: 3000 }, () => gzipSync('')))
  function* parts() {
    for (;;) yield empty
  }
  expect(await previewOf('empty.csv.gz', Readable.from(parts()))).toEqual({
    kind: 'none',
    detail: 'This table is empty.',
  })
})

test('shows the beginning of a file that is cut off', async () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => `${row},${Math.sin(row)}`).join('\n')
  const whole = gzipSync(rows)
  const preview = await previewed('cut.csv.gz', whole.subarray(0, whole.length / 2))
  expect(preview).toMatchObject({ kind: 'table', more: true })
})

test.each([
  ['text', Buffer.from('no gzip')],
  ['nothing', Buffer.alloc(0)],
])('says that %s is no gzip file', async (_, bytes) => {
  expect(await previewed('a.csv.gz', bytes)).toMatchObject({ kind: 'none' })
})

test('names what is packed when it is no text', async () => {
  expect(await previewed('model.pt.gz', gzipSync('PK\x03\x04\x14\0'))).toMatchObject({
    detail: expect.stringContaining('This is a ZIP archive'),
  })
})

test('passes on an error of the store', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('The store went away.'))
    },
  })
  await expect(previewOf('a.csv.gz', broken)).rejects.toThrow('The store went away.')
})
