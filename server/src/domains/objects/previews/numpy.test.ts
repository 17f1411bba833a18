import { Readable } from 'node:stream'
import type { ShownArray } from '@podium/contract/calls/run-files.ts'
import { type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { previewOf } from '../preview.ts'

interface Layout {
  shape?: string
  fortran?: boolean
  version?: 1 | 2 | 3
}

/** The bytes of an array as numpy.save writes them. */
function npy(
  descr: string,
  values: Buffer,
  { shape = '(1,)', fortran = false, version = 1 }: Layout = {},
): Buffer {
  const order = fortran ? 'True' : 'False'
  const header = Buffer.from(`{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`)
  const length = Buffer.alloc(version === 1 ? 2 : 4)
  length.writeUIntLE(header.length, 0, length.length)
  return Buffer.concat([
    Buffer.from(`\x93NUMPY${String.fromCharCode(version)}\0`, 'latin1'),
    length,
    header,
    values,
  ])
}

async function arraysOf(name: string, bytes: Buffer): Promise<ShownArray[] | string> {
  const preview = await previewOf(name, Readable.from([bytes]))
  if (preview.kind === 'arrays') return preview.arrays
  return preview.kind === 'none' ? preview.detail : preview.kind
}

async function shown(descr: string, values: Buffer, layout?: Layout) {
  const arrays = await arraysOf('a.npy', npy(descr, values, layout))
  return typeof arrays === 'string' ? arrays : arrays[0]
}

async function rowsOf(descr: string, values: Buffer, layout?: Layout) {
  const array = await shown(descr, values, layout)
  return typeof array === 'object'
    ? [array.type, ...(array.table?.rows.map((row) => row.join(' ')) ?? [])]
    : array
}

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const int64 = (...values: bigint[]) => Buffer.from(BigInt64Array.from(values).buffer)
const count = (most: number) => int64(...Array.from({ length: most }, (_, at) => BigInt(at)))

test.each<[descr: string, hex: string, shape: string, rows: string[]]>([
  ["'|b1'", '01 00', '(2,)', ['bool', 'True', 'False']],
  ["'|i1'", '80 7f', '(2,)', ['int8', '-128', '127']],
  ["'>i2'", 'fffd 01f4', '(2,)', ['int16', '-3', '500']],
  ["'<u8'", 'ffffffffffffffff', '(1,)', ['uint64', '18446744073709551615']],
  ["'>i8'", '8000000000000000', '(1,)', ['int64', '-9223372036854775808']],
  ["'<f2'", '662e 0100 007e 00fc 0080', '(5,)', ['float16', '0.1', '6e-8', 'nan', '-inf', '-0']],
  ["'<f4'", 'cdcccc3d 01000000 ffff7f7f', '(3,)', ['float32', '0.1', '1e-45', '3.4028235e+38']],
  ["'<f4'", '6864fd3d', '(1,)', ['float32', '0.123726666']],
  ["'>f8'", '3fb999999999999a', '(1,)', ['float64', '0.1']],
  ["'<c8'", '0000803f 000000c0', '(1,)', ['complex64', '1-2j']],
  ["'>c16'", '0000000000000000 3ff8000000000000', '(1,)', ['complex128', '0+1.5j']],
  ["'|S3'", '616200 78797a', '(2,)', ['bytes (3)', 'ab', 'xyz']],
  ["'<U2'", 'e4000000 00000000 00f60100 62000000', '(2,)', ['str (2)', 'ä', '😀b']],
  ["'>U1'", '00ffffff', '(1,)', ['str (1)', '\ufffd']],
  ["'|V2'", '01ff', '(1,)', ['void (2)', '01ff']],
])('reads values of %s as NumPy does', async (descr, hex, shape, rows) => {
  expect(await rowsOf(descr, bytes(hex), { shape })).toEqual(rows)
})

test.each([
  ['M8[D]', -1n, '1969-12-31'],
  ['M8[ns]', 1_795_167_600_123_456_789n, '2026-11-20T09:40:00.123456789'],
  ['M8[ns]', -1n, '1969-12-31T23:59:59.999999999'],
  ['M8[M]', -23n, '1968-02'],
  ['M8[Y]', -20n, '1950'],
  ['M8[W]', 1n, '1970-01-08'],
  ['M8[h]', 1n, '1970-01-01T01'],
  ['M8[m]', 1n, '1970-01-01T00:01'],
  ['M8[25s]', 3n, '1970-01-01T00:01:15'],
  ['M8[D]', -(2n ** 63n), 'NaT'],
  ['M8[Y]', 2n ** 62n, '4611686018427389874'],
  ['M8[s]', 2n ** 62n, '4611686018427387904 s'],
  ['m8[m]', 90n, '90 m'],
  ['m8', 5n, '5'],
])('reads %s of %s as %s', async (descr, value, text) => {
  expect(await rowsOf(`'<${descr}'`, int64(value))).toMatchObject([expect.stringMatching(/64/), text])
})

test('shows the fields of a structured array as columns', async () => {
  const descr =
    "[('id', '<i2'), (('its title', 'who'), '|S2'), ('', '|V1'), ('at', '|i1', (2,)), ('in', [('x', '|i1')])]"
  const array = await shown(descr, bytes('0100 6162 00 0304 05 0200 6300 00 0607 08'), { shape: '(2,)' })
  expect(array).toEqual({
    name: '',
    type: 'structured (4 fields)',
    shape: [2],
    detail: null,
    table: {
      columns: ['id', 'who', 'at', 'in'],
      column_count: 4,
      rows: [
        ['1', 'ab', '[3, 4]', '(5)'],
        ['2', 'c', '[6, 7]', '(8)'],
      ],
      more: false,
      detail: null,
    },
  })
})

test('shows rows and columns of both orders, and the first plane of more dimensions', async () => {
  const six = ['int64', '0 1 2', '3 4 5']
  expect(await rowsOf("'<i8'", count(6), { shape: '(2, 3)' })).toEqual(six)
  const turned = int64(0n, 3n, 1n, 4n, 2n, 5n)
  expect(await rowsOf("'<i8'", turned, { shape: '(2, 3)', fortran: true })).toEqual(six)
  const cube = await shown("'<i8'", count(24), { shape: '(2, 3, 4)' })
  expect(cube).toMatchObject({ shape: [2, 3, 4], detail: 'Shown is [0, :, :].', table: { column_count: 4 } })
  expect(await rowsOf("'<i8'", count(24), { shape: '(2, 2, 2)', fortran: true })).toEqual([
    'int64',
    '0 4',
    '2 6',
  ])
  expect(await rowsOf("'<i8'", int64(7n), { shape: '()' })).toEqual(['int64', '7'])
  expect(await rowsOf("'<i8'", count(2), { shape: '(2L,)', version: 3 })).toEqual(['int64', '0', '1'])
})

test('shows as many rows and columns as a preview has', async () => {
  const tall = await shown("'<i8'", count(1500), { shape: '(1500,)' })
  expect(tall).toMatchObject({ table: { columns: ['value'], more: true, detail: null } })
  expect(typeof tall === 'object' && tall.table?.rows.length).toBe(1000)
  const wide = await shown("'<i8'", count(300), { shape: '(2, 150)' })
  expect(typeof wide === 'object' && [wide.table?.columns.length, wide.table?.column_count]).toEqual([
    100, 150,
  ])
  const huge = await shown("'<i8'", count(1000), { shape: '(1000000, 28)', fortran: true })
  expect(huge).toMatchObject({ table: { columns: ['0'], column_count: 28, more: true } })
})

test('shows texts that hold thousands of zeros', async () => {
  const text = `${'\0'.repeat(1_999)}x`
  const values = Buffer.from(text.repeat(2_000))
  const [, first] = (await rowsOf("'|S2000'", values, { shape: '(20, 100)' })) ?? []
  expect(first?.split(' ')[99]).toBe(`${text.slice(0, 500)}…`)
})

test('says that a file ends too early, and shows what there is', async () => {
  const array = await shown("'<i8'", count(3), { shape: '(5,)' })
  expect(array).toMatchObject({
    table: { rows: [['0'], ['1'], ['2']], more: true, detail: 'The file ends before the next value.' },
  })
})

test.each([
  ["'|O'", '(3,)', 'It holds Python objects, which are not read here.'],
  ["'<f16'", '(3,)', 'Values of this type are not read here.'],
  ["'<i8'", '(0, 3)', 'It holds no values.'],
  ["'<i8'", `(${'9'.repeat(19)}, ${'9'.repeat(19)})`, 'Its shape is larger than any file.'],
])('says why there are no rows of %s and %s', async (descr, shape, detail) => {
  expect(await shown(descr, Buffer.alloc(100), { shape })).toMatchObject({ table: null, detail })
})

const NESTED = Array.from({ length: 20 }, () => "[('a', ").join('')
const REPEATED = `${"[('a', ".repeat(5)}'|i1'${', (16,))]'.repeat(5)}`

test('reads no value that is made of thousands', async () => {
  const array = await shown(REPEATED, Buffer.alloc(2 * 1024 * 1024), { shape: '(1,)' })
  expect(array).toMatchObject({ table: { rows: [['not read here']] } })
})

test.each([
  ["__import__('os').system('x')", '(1,)'],
  ["'<i8' + '<i8'", '(1,)'],
  ["'<q9'", '(1,)'],
  ["'<i3'", '(1,)'],
  ['[]', '(1,)'],
  ["[('a',)]", '(1,)'],
  ["[('a', '<i8', (-1,))]", '(1,)'],
  [`${NESTED}'<i8'`, '(1,)'],
  ["'<i8'", '(-1,)'],
  ["'<i8'", '(1.5,)'],
  ["'<i8'", "('1',)"],
  ["'<i8'", `(${'1,'.repeat(65)})`],
  ["'<i8", '(1,)'],
  ["'<i8'", '(1,'],
])('refuses a header with %s and %s', async (descr, shape) => {
  const array = await shown(descr, Buffer.alloc(8), { shape })
  expect(array).toBe('This file is not an array of NumPy that can be read. Download it to look at it.')
})

test('survives a header that is cut off or changed at any byte', async () => {
  const whole = npy("[('a', '<i8'), ('b', '<U2', (2,))]", Buffer.alloc(64), { shape: '(2,)' })
  for (let at = 0; at < whole.length; at += 1) {
    await arraysOf('a.npy', whole.subarray(0, at))
    for (const byte of [0, 0x28, 0xff])
      await arraysOf('a.npy', Buffer.concat([whole.subarray(0, at), Buffer.of(byte), whole.subarray(at + 1)]))
  }
})

/** numpy.savez_compressed(file, x=numpy.arange(6).reshape(2, 3), y=numpy.array(['a', 'b'])) */
const SAVED = [
  'UEsDBC0AAAAIAAAAIQBZm9p9//////////8FABQAeC5ucHkBABAAsAAAAAAAAABWAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxc',
  'pG6loG6TaaGuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GkY6CsaaOgq1CmQDLgYoYITSTFCaGUqzQGlWKA0AUEsD',
  'BC0AAAAIAAAAIQCnL+Ds//////////8FABQAeS5ucHkBABAAiAAAAAAAAABLAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6l',
  'oG4Taqiuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GkY6mjoKtQoUAK5EBgaGJCAGAFBLAQItAy0AAAAIAAAAIQBZ',
  'm9p9VgAAALAAAAAFAAAAAAAAAAAAAACAAQAAAAB4Lm5weVBLAQItAy0AAAAIAAAAIQCnL+DsSwAAAIgAAAAFAAAAAAAAAAAA',
  'AACAAY0AAAB5Lm5weVBLBQYAAAAAAgACAGYAAAAPAQAAAAA=',
].join('')

const zip = (files: Zippable, level: 0 | 9 = 9) => Buffer.from(zipSync(files, { level }))

test('lists the arrays that NumPy saved together', async () => {
  const arrays = await arraysOf('data.npz', Buffer.from(SAVED, 'base64'))
  expect(arrays).toMatchObject([
    {
      name: 'x',
      type: 'int64',
      shape: [2, 3],
      table: {
        rows: [
          ['0', '1', '2'],
          ['3', '4', '5'],
        ],
      },
    },
    { name: 'y', type: 'str (1)', shape: [2], table: { rows: [['a'], ['b']] } },
  ])
})

test.each([0, 9] as const)('reads only the beginning of large arrays (compression %i)', async (level) => {
  const large = npy("'<i8'", count(40_000), { shape: '(40000,)' })
  const small = npy("'<i8'", count(3), { shape: '(3,)' })
  const arrays = await arraysOf(
    'data.npz',
    zip({ 'large.npy': large, 'about.txt': Buffer.from('x'), 'small.npy': small }, level),
  )
  expect(arrays).toMatchObject([
    { name: 'large', shape: [40_000], table: { more: true, detail: null } },
    { name: 'small', table: { rows: [['0'], ['1'], ['2']], more: false } },
  ])
})

test('unpacks no more of an archive than its limit', async () => {
  const bomb = zip({
    'a.npy': npy("'<i8'", Buffer.alloc(80 * 1024 * 1024), { shape: '(10485760,)' }),
    'b.npy': Buffer.alloc(0),
  })
  const preview = await previewOf('bomb.npz', Readable.from([bomb]))
  expect(preview).toMatchObject({ kind: 'arrays', arrays: [{ name: 'a' }], more: true })
  const many = zip(
    Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`${at}.npy`, npy("'<i8'", count(1))])),
  )
  const cut = await previewOf('many.npz', Readable.from([many]))
  expect(cut.kind === 'arrays' && [cut.arrays.length, cut.more]).toEqual([50, true])
})

test('shows the arrays before the place where an archive is damaged', async () => {
  const whole = Buffer.from(SAVED, 'base64')
  for (let at = 0; at < whole.length; at += 3) {
    const preview = await previewOf('cut.npz', Readable.from([whole.subarray(0, at)]))
    expect(['arrays', 'none']).toContain(preview.kind)
    const odd = Buffer.concat([whole.subarray(0, at), Buffer.of(0xff, 0), whole.subarray(at + 2)])
    expect(['arrays', 'none']).toContain((await previewOf('odd.npz', Readable.from([odd]))).kind)
  }
  const half = await previewOf('half.npz', Readable.from([whole.subarray(0, whole.length / 2 + 20)]))
  expect(half).toMatchObject({ arrays: [{ name: 'x' }] })
})

test('passes on an error of the store', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('The store went away.'))
    },
  })
  await expect(previewOf('a.npz', broken)).rejects.toThrow('The store went away.')
})
