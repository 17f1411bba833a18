import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import * as hyparquet from 'hyparquet'
import * as column from 'hyparquet/src/column.js'
import * as packing from 'hyparquet-compressors'
import { expect, test } from 'vitest'
import { previewOf } from '../preview.ts'
import { readParquet } from './read-parquet.ts'

/** Written by pyarrow: three rows of nine columns, compressed by zstd, and then packed again. */
const ROWS = gunzipSync(
  Buffer.from(
    [
      'H4sIAAAAAAACA6WVwWsTQRTG38xuJps0hBA6QxdCCcUMCaTVFlI8FGovghCw9SAIHrpNFpLSNmmytvXgQfHgoXjyUMSDiIiHnCr2',
      'KIKe/AM8iniU4kHEm61vZjemaUIa6ZKd2Z1932+/994sWVy4Mc1NnuYzRZwgCZB9e/FPOnEfgIB/0GDmwJP8Qp4znsCTpSCIjVzz',
      'YwyDGBQhCT7RxbIWtHwe4P38sAzBs12MkVu+H0cFfXh5Hiu5JYBjPM5khHxGv9JcGR8P7y8zgPSbyZ9fj4ZmjXLZxYou+aW9h36O',
      'XgxLSfGpLkp8M2jSsYmD5+5458mtT9sxLM+tUywVq1nUUON1+C8kVqLXniqHhk0EsChPFTntwEI5H7ZzJiEJhAI37cMCjLFmqeKu',
      'OzyJCxk6Rqtl4BZekDrwGM7GdqWWgaKCcKruy87dTKy4pu61wPEyo8XdZCrvu4+jLzpmlmpNLxNVXc3fVqN6pHENZxsKGLBWbXro',
      'nhXn8FHBbC/40LC75q67G56KpLhs+svE8SFkJXAkmJ2yWxJSmEwBWMJW/nlMMOGJPSJvSiuXV/VWXMBqUJjLMVtStRWUygpUpK5F',
      'ZfGIyC9EPieDZbFApmqjhaviMZGHVL6mPUK0eFJK21IsY+edvwx5YAx+578EHa+T4G5IvjMH6+KBTndEKytil8g9Jj+HhswSW6aF',
      'dfGEyFZYfmO9WcbsPmYv66bqod1RBFniARGviPxoyd/hXguSUfsqpXCKlcV9QBztY0s8JfJ7RD6L9EtgtiONnZCuaOmyeEjkj6g8',
      'iPamQG0lpuo7FJ8swaQl9kcgm647jc07rjdZqtcnnUajtp3echvNam0jPTM7dWlq2m7hVhzwg1X86Bbxr+Qvu3eDyU8GAAA=',
    ].join(''),
    'base64',
  ),
)

const previewed = (bytes: Buffer) => previewOf('rows.parquet', Readable.from([bytes]))

test('shows the types of the columns and the first rows', async () => {
  expect(await previewed(ROWS)).toEqual({
    kind: 'table',
    columns: ['id', 'p', 'who', 'day', 'at', 'cost', 'raw', 'list', 'st'],
    types: [
      'int64',
      'float',
      'string',
      'date',
      'timestamp micros',
      'decimal(10, 2)',
      'bytes',
      'list',
      'struct',
    ],
    column_count: 9,
    row_count: 3,
    rows: [
      [
        '1',
        '0.5',
        'a',
        '2026-11-20',
        '2026-11-20T09:40:00.123456',
        '1.25',
        '2 bytes',
        '[1,2]',
        '{"a":1,"b":"x"}',
      ],
      ['2', '1.5', 'ä', '', '', '', '', '', ''],
      ['', '', '', '1969-12-31', '1960-01-01T00:00:00', '-3.5', 'text', '[]', '{"a":2,"b":null}'],
    ],
    more: false,
    detail: null,
  })
})

const LIMITS = { rows: 1000, columns: 100, cell: 500, characters: 1000, unpacked: 1_000_000 }
const readHere = (bytes: Uint8Array, limits = LIMITS) =>
  readParquet({ hyparquet, column, packing }, new Uint8Array(bytes), limits)

test('shows no more rows, columns and characters than a preview has', async () => {
  const table = await readHere(ROWS, { ...LIMITS, rows: 2, columns: 3, cell: 5 })
  expect(table).toMatchObject({ columns: ['id', 'p', 'who'], column_count: 9, row_count: 3 })
  expect(table.rows).toEqual([
    ['1', '0.5', 'a'],
    ['2', '1.5', 'ä'],
  ])
  expect((await readHere(ROWS, { ...LIMITS, characters: 10 })).rows).toHaveLength(1)
  expect((await readHere(ROWS, { ...LIMITS, cell: 5 })).rows[0]?.at(-1)).toBe('{"a":…')
})

test('shows the other columns when one cannot be read', async () => {
  const odd = Buffer.from(ROWS)
  // The first page of the first column.
  odd.fill(0xff, 4, 20)
  const preview = await previewed(odd)
  expect(preview.kind === 'table' && preview.rows.map((row) => row.slice(0, 2))).toEqual([
    ['not read here', '0.5'],
    ['not read here', '1.5'],
    ['not read here', ''],
  ])
})

test('reads no column whose pages unpack to more than the limit', async () => {
  const { rows } = await readHere(ROWS, { ...LIMITS, unpacked: 40 })
  expect(rows[0]?.slice(-2)).toEqual(['[1,2]', null])
})

test('refuses a file that is cut off at any place', async () => {
  for (let at = 0; at < ROWS.length; at += 7)
    await expect(readHere(ROWS.subarray(0, at))).rejects.toBeInstanceOf(Error)
  expect(await previewed(ROWS.subarray(0, 500))).toEqual({
    kind: 'none',
    detail: 'This file is not a Parquet file that can be read here. Download it to look at it.',
  })
})

/** A footer in which lists of thirty million parts are nested, which would take gigabytes. */
function hugeFooter(): Buffer {
  const list = Buffer.from('19fc80879d0e', 'hex')
  const footer = Buffer.concat(Array.from({ length: 200 }, () => list))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.length)
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')])
}

test('is not harmed by a file that would take all memory, and reads the next one', async () => {
  const [hostile, next] = await Promise.all([previewed(hugeFooter()), previewed(ROWS)])
  expect([hostile.kind, next.kind]).toEqual(['none', 'table'])
})

test('refuses the file that has waited longest while many others wait', async () => {
  const streams = Array.from({ length: 12 }, () => Readable.from([ROWS]))
  const previews = await Promise.all(streams.map((stream) => previewOf('rows.parquet', stream)))
  expect(previews.map(({ kind }) => kind)).toEqual(['table', 'none', ...Array(10).fill('table')])
  expect(previews[1]).toMatchObject({ detail: expect.stringContaining('Many Parquet files') })
  expect(streams[1]?.destroyed).toBe(true)
})

test('names no more of a large file than its limit', async () => {
  let sent = 0
  function* endless() {
    for (;;) {
      sent += 1
      yield Buffer.alloc(1024 * 1024)
    }
  }
  expect(await previewOf('huge.parquet', Readable.from(endless()))).toEqual({
    kind: 'none',
    detail: 'This Parquet file has more than 32 MiB, too much to be shown here. Download it to look at it.',
  })
  expect(sent).toBeLessThan(40)
})

test('reads files in development too', async () => {
  const module = fileURLToPath(new URL('parquet.ts', import.meta.url))
  const program = `
    import { previewParquet } from ${JSON.stringify(module)}
    process.stdout.write((await previewParquet(process.stdin)).kind)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program])
  child.stdin.end(ROWS)
  expect(await text(child.stdout)).toBe('table')
})
