import { Readable } from 'node:stream'
import { previewArtifact, readArtifact, showArtifact } from '@podium/contract/calls/run-files.ts'
import { addressOf } from '@podium/contract/wire/call.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { previewOf } from '../objects/preview.ts'
import { jpeg } from '../runs/testing/jpeg.ts'
import { png } from '../runs/testing/png.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

let fixture: RunFixture
let id: string
beforeAll(async () => {
  fixture = await createRunFixture()
  id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  return () => fixture.close()
})

const file = (path: string, bytes: string | Buffer) =>
  fixture.deps.engine.output(fixture.key(id), path, bytes as string)
const preview = (path: string) => fixture.as('member').call(previewArtifact, { params: { id, path } })

describe('a table', () => {
  test('has its columns and rows, whatever the cells contain', async () => {
    file('report/errors.csv', '\ufeffimage,true,"said, ""so"""\na.png,"two\nlines",0.5\nb.png\n\n')
    expect(await preview('report/errors.csv')).toEqual({
      kind: 'table',
      columns: ['image', 'true', 'said, "so"'],
      column_count: 3,
      rows: [['a.png', 'two\nlines', '0.5'], ['b.png']],
      more: false,
      detail: null,
    })
  })

  test('shows its first thousand rows', async () => {
    file('long.csv', `n\n${Array.from({ length: 1500 }, (_, n) => n).join('\n')}\n`)
    const long = await preview('long.csv')
    expect(long).toMatchObject({ kind: 'table', more: true })
    expect(long.kind === 'table' && [long.rows.length, long.rows.at(-1)]).toEqual([1000, ['999']])
    file('just.csv', `n\n${Array.from({ length: 1000 }, (_, n) => n).join('\n')}\n`)
    expect(await preview('just.csv')).toMatchObject({ more: false })
  })

  test('is read only as far as it is shown', async () => {
    let sent = 0
    function* endless() {
      for (;;) {
        sent += 1
        yield Buffer.alloc(64 * 1024, 'a,b\n')
      }
    }
    expect(await previewOf('huge.csv', Readable.from(endless()))).toMatchObject({ kind: 'table', more: true })
    expect(sent * 64).toBeLessThan(5 * 1024)
  })

  test('that contains only zeros is refused with a sentence', { tags: ['long'] }, async () => {
    function* zeros() {
      for (;;) yield Buffer.alloc(64 * 1024)
    }
    expect(await previewOf('sparse.csv', Readable.from(zeros()))).toMatchObject({ kind: 'none' })
  })

  test('is shown up to a row that cannot be read', async () => {
    file('broken.csv', 'a,b\n1,2\n"never closed,3\n')
    expect(await preview('broken.csv')).toMatchObject({
      rows: [['1', '2']],
      detail: 'The next row opens a quote that is never closed.',
    })
    file('empty.csv', '')
    expect(await preview('empty.csv')).toEqual({ kind: 'none', detail: 'This table is empty.' })
  })
})

describe('a text', () => {
  test.each([
    ['notes.md', 'markdown'],
    ['a.JSON', 'json'],
    ['run.log', 'plain'],
  ])('%s is %s', async (path, language) => {
    file(path, '# größer')
    expect(await preview(path)).toEqual({ kind: 'text', language, text: '# größer', more: false })
  })

  test('is cut between two characters', async () => {
    file('long.txt', 'ä'.repeat(200 * 1024))
    const long = await preview('long.txt')
    expect(long.kind === 'text' && [long.text.length, long.more]).toEqual([128 * 1024, true])
    file('odd.txt', `x${'ä'.repeat(200 * 1024)}`)
    const odd = await preview('odd.txt')
    expect(odd.kind === 'text' && odd.text.endsWith('ä')).toBe(true)
  })

  test('that is binary is not shown', async () => {
    file('binary.txt', 'a\0b')
    expect(await preview('binary.txt')).toMatchObject({ kind: 'none' })
  })
})

/** A JPEG whose size comes after 256 KiB of `filling`. */
function longJpeg(filling: Buffer): Buffer {
  const whole = jpeg(4000, 3000, 1)
  return Buffer.concat([whole.subarray(0, 2), Buffer.alloc(256 * 1024, filling), whole.subarray(2)])
}

describe('a picture', () => {
  test('has its size', async () => {
    file('plot.png', png(520, 388))
    expect(await preview('plot.png')).toEqual({ kind: 'image', width: 520, height: 388 })
  })

  test.each([
    [1, 4000, 3000],
    [3, 4000, 3000],
    [6, 3000, 4000],
    [8, 3000, 4000],
  ])(
    'has its upright size, whatever a camera wrote before it (orientation %i)',
    async (orientation, width, height) => {
      for (const name of ['photo.jpg', 'photo.jfif']) {
        file(name, jpeg(4000, 3000, orientation, 10))
        expect(await preview(name)).toEqual({ kind: 'image', width, height })
      }
    },
  )

  test.each([
    ['bomb.png', png(100_000, 100_000)],
    ['segments.jpg', longJpeg(Buffer.of(0xff, 0xe2, 0, 2))],
    ['text.png', Buffer.from('<script>alert(1)</script>')],
    ['short.jpg', Buffer.from([0xff, 0xd8, 0xff])],
    ['empty.webp', Buffer.alloc(0)],
  ])('%s is not shown', async (path, bytes) => {
    file(path, bytes)
    expect(await preview(path)).toMatchObject({ kind: 'none' })
  })
})

describe('a document', () => {
  const HOSTILE = '<script>parent.hacked = 1</script><img src="https://evil.example/x.png">'

  test.each([
    ['page.html', 'text/html; charset=utf-8'],
    ['drawing.svg', 'image/svg+xml'],
  ])('%s is shown as a page without any rights', async (path, type) => {
    file(path, HOSTILE)
    expect(await preview(path)).toEqual({ kind: 'document' })
    const answer = await fixture.as('member').ask(showArtifact, { params: { id, path } })
    expect([answer.statusCode, answer.body]).toEqual([200, HOSTILE])
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-disposition': 'inline',
      'content-security-policy':
        "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    [
      'paper.pdf',
      '%PDF-1.4\n1 0 obj',
      'This is a PDF document, which is not shown here. Download it to look at it.',
    ],
    [
      'plot.html',
      '<html><body><div><script>Plotly.newPlot()</script></div></body></html>',
      'This page is drawn by scripts, which do not run here. Download it to look at it.',
    ],
  ])('%s, which would be empty, is not shown and says why', async (path, text, detail) => {
    file(path, text)
    expect(await preview(path)).toEqual({ kind: 'none', detail })
  })

  test.each([
    ['voice.mp3', 'audio', 'audio/mpeg'],
    ['drive.MP4', 'video', 'video/mp4'],
    ['tone.wav', 'audio', 'audio/wav'],
    ['screen.webm', 'video', 'video/webm'],
  ])('%s is played as %s', async (path, kind, type) => {
    file(path, 'bytes')
    expect(await preview(path)).toEqual({ kind })
    const answer = await fixture.as('member').ask(showArtifact, { params: { id, path } })
    expect(answer.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
  })

  test('never shows other files as a page', async () => {
    file('program.js', 'alert(1)')
    const answer = await fixture.as('member').ask(showArtifact, { params: { id, path: 'program.js' } })
    expect(answer.statusCode).toBe(404)
  })
})

test.each(['README', 'LICENSE', 'Makefile', 'docs/index.rst', 'slurm-12.out', 'settings.env', 'model.bin'])(
  'shows text under any name: %s',
  async (path) => {
    file(path, 'one\ntwo\n')
    expect(await preview(path)).toEqual({
      kind: 'text',
      language: 'plain',
      text: 'one\ntwo\n',
      more: false,
    })
  },
)

test.each(['map.geojson', 'no-notebook.ipynb'])('%s is shown as JSON', async (path) => {
  file(path, '{"worksheets": []}')
  expect(await preview(path)).toMatchObject({ kind: 'text', language: 'json' })
})

test.each([
  ['photo.jpg', '\0\0\0\x18ftypheic\0\0', 'This is a HEIC picture.'],
  ['photo.HEIC', '\0\0\0\x18ftypmif1\0\0', 'This is a HEIC picture, which is not shown here.'],
  ['scan.tif', 'II*\0\x08\0\0\0', 'This is a TIFF picture, which is not shown here.'],
  ['scan.png', 'BM\x46\0\0\0\0\0\0\0', 'This is a BMP picture.'],
  ['model/best.pt', 'PK\x03\x04\x14\0', 'This is a ZIP archive (models of PyTorch'],
  ['rows.parquet', 'PAR1\x15\0', 'This file is not a Parquet file that can be read here.'],
  ['part-00000', 'PAR1\x15\0', 'This is a Parquet file, which is not shown here.'],
  ['notes.txt', '\x1f\x8b\x08\0', 'This is a gzip file, which is not shown here.'],
  ['rows.csv', 'PK\x03\x04\x14\0\xff', 'This is a ZIP archive (models of PyTorch'],
  ['weights', '\xff\xfb\x90\0', 'This file holds no text in UTF-8.'],
  ['short.png', '\x89PNG', 'This is no picture that can be read.'],
])('names the real format of %s', async (path, content, words) => {
  file(path, Buffer.from(content, 'latin1'))
  const shown = await preview(path)
  expect(shown.kind === 'none' && shown.detail).toContain(words)
})

test.each(['artifacts/deep/er/a.csv/preview', 'artifacts/deep%2Fer%2Fa.csv/preview'])(
  'answers the earlier address %s of a preview',
  async (address) => {
    file('deep/er/a.csv', 'x\n1\n')
    const answer = await fixture.as('member').send('GET', `/api/v1/streamhistories/${id}/${address}`)
    expect(answer.json()).toMatchObject({ kind: 'table', columns: ['x'] })
  },
)

test.each([
  'a/b c.csv',
  'a/100%.csv',
  'a/%2F.csv',
  'a/b\\c.csv',
  'a/what?.csv',
  'a/#1.csv',
  'a/x;y=1.csv',
  'a/x+y.csv',
  'a/...csv',
  'a/"<&>\'.csv',
  'a/u\u0308ber.csv',
  'a/\u00fcber.csv',
  'a/x.csv/preview/y.csv',
])('previews and downloads the artifact %j at addresses that Apache accepts', async (path) => {
  file(path, 'x\n1\n')
  const params = { params: { id, path } }
  expect(await preview(path)).toMatchObject({ kind: 'table' })
  expect((await fixture.as('member').ask(readArtifact, params)).body).toBe('x\n1\n')
  for (const route of [previewArtifact, readArtifact, showArtifact])
    expect(addressOf(route, params)).not.toMatch(/%2F|\/\/|\/\.\.?\//i)
})

test.each(['odd/preview', 'very/odd/preview', 'preview'])('downloads a file named %s', async (path) => {
  file(path, 'mine')
  const answer = await fixture.as('member').ask(readArtifact, { params: { id, path } })
  expect([answer.statusCode, answer.body]).toEqual([200, 'mine'])
  expect(answer.headers['content-disposition']).toContain('attachment; filename="preview"')
})

test('answers 404 for missing files and for people of another workspace', async () => {
  for (const [role, path] of [
    ['member', 'nothing.csv'],
    ['member', '../process.log'],
    ['outsider', 'a.csv'],
  ] as const) {
    expect((await fixture.as(role).ask(previewArtifact, { params: { id, path } })).statusCode).toBe(404)
    expect((await fixture.as(role).ask(showArtifact, { params: { id, path } })).statusCode).toBe(404)
  }
})
