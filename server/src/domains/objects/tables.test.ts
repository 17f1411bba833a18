import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'

const previewed = (name: string, bytes: string | Buffer) =>
  previewOf(name, Readable.from([Buffer.from(bytes)]))

async function rowsOf(name: string, bytes: string | Buffer) {
  const preview = await previewed(name, bytes)
  return preview.kind === 'table' ? [preview.columns, ...preview.rows] : preview
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each<[who: string, name: string, bytes: string | Buffer, rows: string[][]]>([
  [
    'pandas',
    'a.csv',
    ',x,y\n0,1.0,"a, b"\n1,,c\n',
    [
      ['', 'x', 'y'],
      ['0', '1.0', 'a, b'],
      ['1', '', 'c'],
    ],
  ],
  ['pandas with doubled quotes', 'a.csv', 'said\n"she said ""no"""\n', [['said'], ['she said "no"']]],
  [
    'pandas with an escape character',
    'a.csv',
    'a,b\n"say \\"hi\\", ok",2\n',
    [
      ['a', 'b'],
      ['say "hi", ok', '2'],
    ],
  ],
  [
    'pandas on Windows',
    'a.csv',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'pandas as TSV',
    'a.tsv',
    'a\tb\n1,5\t2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'Excel in Germany',
    'a.csv',
    '\ufeffTag;Wert\r\n1;2,5\r\n2;3,5\r\n',
    [
      ['Tag', 'Wert'],
      ['1', '2,5'],
      ['2', '3,5'],
    ],
  ],
  [
    'Excel that names its delimiter',
    'a.csv',
    'sep=;\r\na;b\r\n1,0;2\r\n',
    [
      ['a', 'b'],
      ['1,0', '2'],
    ],
  ],
  [
    'Excel as Unicode text',
    'a.tsv',
    utf16('이름\t값\r\n가\t1\r\n'),
    [
      ['이름', '값'],
      ['가', '1'],
    ],
  ],
  [
    'Excel with a line break in a cell',
    'a.csv',
    'a;b\r\n"one\ntwo";2\r\n',
    [
      ['a', 'b'],
      ['one\ntwo', '2'],
    ],
  ],
  [
    'Excel on an old Mac',
    'a.csv',
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'R write.csv',
    'a.csv',
    '"","x"\n"1",0.5\n"2",NA\n',
    [
      ['', 'x'],
      ['1', '0.5'],
      ['2', 'NA'],
    ],
  ],
  [
    'R write.csv2',
    'a.csv',
    '"";"x"\n"1";0,5\n"2";1,5\n',
    [
      ['', 'x'],
      ['1', '0,5'],
      ['2', '1,5'],
    ],
  ],
  [
    'R write.table',
    'a.tsv',
    '"x"\t"y"\n"1"\t2\n',
    [
      ['x', 'y'],
      ['1', '2'],
    ],
  ],
  [
    'Spark',
    'a.csv',
    'a,b\n"x\\"y",2\n',
    [
      ['a', 'b'],
      ['x"y', '2'],
    ],
  ],
  [
    'a table without a head',
    'a.csv',
    '1,5;2,25;3,125\n2,5;3;4,5\n',
    [
      ['1,5', '2,25', '3,125'],
      ['2,5', '3', '4,5'],
    ],
  ],
  ['one line of decimal commas', 'a.csv', '1,5;2,25;3,125\n', [['1,5', '2,25', '3,125']]],
  [
    'delimiters within quotes',
    'a.csv',
    '"T; min; max","H; rel"\n1,2\n',
    [
      ['T; min; max', 'H; rel'],
      ['1', '2'],
    ],
  ],
  ['a comment with commas', 'a.csv', '# a, b, c\nt;v\n1;2\n', [['# a, b, c'], ['t', 'v'], ['1', '2']]],
  [
    'psql',
    'a.csv',
    'id|name\n1|a,b\n2|c\n',
    [
      ['id', 'name'],
      ['1', 'a,b'],
      ['2', 'c'],
    ],
  ],
  [
    'MySQL into outfile',
    'a.tsv',
    '1\ta "quoted" word\n2\t\\N\n',
    [
      ['1', 'a "quoted" word'],
      ['2', '\\N'],
    ],
  ],
  [
    'a path that ends in a backslash',
    'a.csv',
    '"C:\\data\\",2\n"D:\\",3\n',
    [
      ['C:\\data\\', '2'],
      ['D:\\', '3'],
    ],
  ],
  [
    'semicolons in a TSV',
    'a.tsv',
    'a;b\n1;2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'JSON with escaped quotes, in a cell',
    'a.csv',
    'id,payload\n1,"{""a"":""x\\""y"",""b"":1}"\n',
    [
      ['id', 'payload'],
      ['1', '{"a":"x\\"y","b":1}'],
    ],
  ],
  [
    'a list in a cell',
    'a.csv',
    'id,tags\n1,a;b\n2,c;d\n',
    [
      ['id', 'tags'],
      ['1', 'a;b'],
      ['2', 'c;d'],
    ],
  ],
  [
    'text behind a quoted cell',
    'a.csv',
    'a,b\n"x" y,2\n',
    [
      ['a', 'b'],
      ['x y', '2'],
    ],
  ],
  ['rows of unlike length', 'a.csv', 'a,b,c\n1\n1,2,3,4\n', [['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']]],
  [
    'empty lines',
    'a.csv',
    '\n\na,b\n\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'no last line break',
    'a.csv',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'an empty last cell',
    'a.csv',
    'a,b\n1,',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'an open quote in a TSV',
    'a.tsv',
    'a\tb\n"open\t1\n2\t3\n',
    [
      ['a', 'b'],
      ['"open', '1'],
      ['2', '3'],
    ],
  ],
])('a table as written by: %s', async (_who, name, bytes, rows) => {
  expect(await rowsOf(name, bytes)).toEqual(rows)
})

test('a quote that is never closed ends the preview with that reason', async () => {
  expect(await previewed('a.csv', 'a,b\n1,2\n"open,3\n')).toMatchObject({
    rows: [['1', '2']],
    more: true,
    detail: 'The next row opens a quote that is never closed.',
  })
  expect(await previewed('a.csv', '"open,3\n')).toEqual({
    kind: 'none',
    detail:
      'This table cannot be shown: its first row opens a quote that is never closed. Download it to look at it.',
  })
})

test.each([',', '\t', '"', 'a', 'é,', 'a,"b""c",'])(
  'a row of %j without an end is named as the reason',
  async (repeated) => {
    const row = repeated.repeat(4_500_000 / repeated.length)
    expect(await previewed('a.csv', row)).toMatchObject({
      detail: expect.stringContaining('more than 1 MiB'),
    })
    expect(await previewed('a.csv', `a,b\n1,2\n${row}`)).toMatchObject({
      columns: ['a', 'b'],
      rows: [['1', '2']],
      detail: 'The next row has more than 1 MiB.',
    })
  },
)

test('a wide table shows its first hundred columns and counts all', async () => {
  const row = `${Array.from({ length: 20_000 }, (_, n) => n).join(',')}\n`
  const preview = await previewed('genes.csv', row.repeat(30))
  expect(preview).toMatchObject({ kind: 'table', column_count: 20_000, more: false, detail: null })
  expect(preview.kind === 'table' && preview.rows.map(({ length }) => length)).toEqual(Array(29).fill(100))
})

test('other calls get turns while a table is read', async () => {
  let turns = 0
  let isRead = false
  const count = () => {
    turns += 1
    if (!isRead) setImmediate(count)
  }
  setImmediate(count)
  await previewed('lines.csv', '\n'.repeat(4_000_000))
  isRead = true
  expect(turns).toBeGreaterThan(50)
})

test.each([
  ['Latin-1', Buffer.from('größe,1\n', 'latin1')],
  ['CP949', Buffer.from([0xc0, 0xcc, 0xb8, 0xa7, 0x2c, 0x31, 0x0a])],
  ['Shift-JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x2c, 0x31, 0x0a])],
])('text in %s is not shown as if it were UTF-8', async (_encoding, bytes) => {
  for (const name of ['a.csv', 'a.md', 'a.txt', 'a.json'])
    expect(await previewed(name, bytes)).toEqual({
      kind: 'none',
      detail: 'This file holds no text in UTF-8. Download it to look at it.',
    })
})

test('a table that ends in zero bytes is shown up to them', async () => {
  expect(await previewed('a.csv', `name,value\nfirst,1\n${'\0'.repeat(5_000_000)}`)).toMatchObject({
    columns: ['name', 'value'],
    rows: [['first', '1']],
    more: true,
  })
})

test('text in UTF-16 is read by its byte order mark', async () => {
  expect(await previewed('a.txt', utf16('größe 가'))).toMatchObject({ kind: 'text', text: 'größe 가' })
  expect(await previewed('a.txt', utf16('größe 가').swap16())).toMatchObject({
    kind: 'text',
    text: 'größe 가',
  })
})
