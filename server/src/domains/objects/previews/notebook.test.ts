import { Readable } from 'node:stream'
import { HOSTILE_TEXTS } from '@podium/contract/testing/hostile-content.ts'
import { expect, test } from 'vitest'
import { png } from '../../runs/testing/png.ts'
import { previewOf } from '../preview.ts'

const previewed = (notebook: unknown) =>
  previewOf('study.ipynb', Readable.from([Buffer.from(JSON.stringify(notebook))]))

async function outputsOf(...outputs: unknown[]) {
  const preview = await previewed({
    cells: [{ cell_type: 'code', source: 'x', execution_count: 1, outputs }],
  })
  return preview.kind === 'notebook' ? preview.cells[0]?.outputs : preview
}

const data = (of: Record<string, unknown>) => ({ output_type: 'display_data', data: of, metadata: {} })

test('shows the cells with their numbers and outputs in order', async () => {
  const preview = await previewed({
    nbformat: 4,
    cells: [
      { cell_type: 'markdown', source: ['# Churn\n', 'two lines'] },
      {
        cell_type: 'code',
        execution_count: 3,
        source: 'print("a")',
        outputs: [
          { output_type: 'stream', name: 'stdout', text: ['a\n', '10%\r 50%\r100%\r\n'] },
          { output_type: 'execute_result', execution_count: 3, data: { 'text/plain': ['42'] } },
        ],
      },
      { cell_type: 'code', execution_count: null, source: [], outputs: [] },
      { cell_type: 'raw', source: 'as it is' },
    ],
  })
  expect(preview).toEqual({
    kind: 'notebook',
    more: false,
    cells: [
      { kind: 'markdown', text: '# Churn\ntwo lines', more: false, number: null, outputs: [] },
      {
        kind: 'code',
        text: 'print("a")',
        more: false,
        number: 3,
        outputs: [
          { kind: 'text', text: 'a\n100%\n', more: false },
          { kind: 'text', text: '42', more: false },
        ],
      },
      { kind: 'code', text: '', more: false, number: null, outputs: [] },
      { kind: 'raw', text: 'as it is', more: false, number: null, outputs: [] },
    ],
  })
})

test('shows what a progress bar left, however often it was drawn anew', async () => {
  const bars = ['a\rb\r\r', '1 %\r2 %', 'c']
  expect(await outputsOf({ output_type: 'stream', text: bars.join('\n') })).toMatchObject([
    { text: 'b\n2 %\nc' },
  ])
  const text = `${'\r'.repeat(2_000_000)}d`
  expect(await outputsOf({ output_type: 'stream', text })).toMatchObject([{ text: 'd', more: false }])
})

test('keeps the colours of an error', async () => {
  const traceback = ['\u001b[31mKeyError\u001b[0m', "\u001b[31m'label'\u001b[0m"]
  expect(await outputsOf({ output_type: 'error', ename: 'KeyError', evalue: 'label', traceback })).toEqual([
    { kind: 'error', text: traceback.join('\n'), more: false },
  ])
  expect(await outputsOf({ output_type: 'error', ename: 'E', evalue: 'why', traceback: [] })).toEqual([
    { kind: 'error', text: 'E: why', more: false },
  ])
})

test('sends pictures that can be read, with their real type', async () => {
  const bytes = png(30, 20).toString('base64')
  const lines = bytes.replaceAll(/(.{60})/g, '$1\n')
  const picture = { kind: 'image', source: `data:image/png;base64,${bytes}`, width: 30, height: 20 }
  expect(await outputsOf(data({ 'image/jpeg': lines, 'text/plain': '<Figure size 640x480>' }))).toEqual([
    picture,
  ])
  expect(await outputsOf(data({ 'image/png': png(100_000, 100_000).toString('base64') }))).toEqual([
    { kind: 'note', text: 'A picture of more than 40 megapixels, which is not shown here.' },
  ])
  expect(await outputsOf(data({ 'image/png': '"><script>' }))).toEqual([
    { kind: 'note', text: 'A picture that cannot be read.' },
  ])
  expect(await outputsOf(data({ 'image/png': 'A'.repeat(3 * 1024 * 1024) }))).toEqual([
    { kind: 'note', text: 'A picture of more than 2 MiB, which is not shown here.' },
  ])
})

test('names what only scripts could show, and shows the text beside it', async () => {
  const html = '<script>window.__hit=1</script>'
  expect(await outputsOf(data({ 'text/html': html, 'text/plain': '   a\n0  1' }))).toEqual([
    { kind: 'text', text: '   a\n0  1', more: false },
  ])
  expect(await outputsOf(data({ 'text/html': html }))).toEqual([
    { kind: 'note', text: 'A page, which is not shown here.' },
  ])
  const widget = { 'application/vnd.jupyter.widget-view+json': {}, 'text/plain': 'IntSlider(value=0)' }
  expect(await outputsOf(data(widget))).toEqual([
    { kind: 'text', text: 'IntSlider(value=0)', more: false },
    { kind: 'note', text: 'A widget, which is not shown here.' },
  ])
  expect(await outputsOf(data({ 'application/vnd.plotly.v1+json': { data: [] } }))).toEqual([
    { kind: 'note', text: 'A figure that scripts draw, which is not shown here.' },
  ])
  expect(await outputsOf(data({ 'application/x-own': 'x' }))).toEqual([
    { kind: 'note', text: 'An output of a kind that is not shown here.' },
  ])
})

test('sends no more pictures than 8 MiB', async () => {
  const picture = Buffer.concat([png(30, 20), Buffer.alloc(1024 * 1024)]).toString('base64')
  const outputs = [data({ 'image/png': picture })]
  const cells = Array.from({ length: 9 }, () => ({ cell_type: 'code', source: '', outputs }))
  const preview = await previewed({ cells })
  expect(preview.kind === 'notebook' && [preview.cells.length, preview.more]).toEqual([5, true])
})

test('passes hostile texts on as texts only', async () => {
  const preview = await previewed({ cells: HOSTILE_TEXTS.map((source) => ({ cell_type: 'code', source })) })
  expect(preview.kind === 'notebook' && preview.cells.map(({ text }) => text)).toEqual(HOSTILE_TEXTS)
})

test('cuts long outputs, many outputs and many cells, and says so', async () => {
  expect(await outputsOf({ output_type: 'stream', text: 'x'.repeat(100_000) })).toEqual([
    { kind: 'text', text: 'x'.repeat(32 * 1024), more: true },
  ])
  const outputs = await outputsOf(...Array.from({ length: 60 }, () => data({ 'text/plain': 'x' })))
  expect(Array.isArray(outputs) && [outputs.length, outputs.at(-1)]).toEqual([
    51,
    { kind: 'note', text: '10 more outputs of this cell are not shown here.' },
  ])
  const cells = Array.from({ length: 600 }, () => ({ cell_type: 'markdown', source: 'x' }))
  const many = await previewed({ cells })
  expect(many.kind === 'notebook' && [many.cells.length, many.more]).toEqual([500, true])
  const long = Array.from({ length: 400 }, () => ({ cell_type: 'markdown', source: 'x'.repeat(32 * 1024) }))
  const heavy = await previewed({ cells: long })
  expect(heavy.kind === 'notebook' && [heavy.cells.length, heavy.more]).toEqual([32, true])
})

test('reads no more of a large notebook than its limit', async () => {
  let sent = 0
  function* endless() {
    for (;;) {
      sent += 1
      yield Buffer.alloc(1024 * 1024, ' ')
    }
  }
  const preview = await previewOf('huge.ipynb', Readable.from(endless()))
  expect(preview).toMatchObject({ kind: 'none', detail: expect.stringContaining('more than 16 MiB') })
  expect(sent).toBeLessThan(20)
})

test.each([
  ['another JSON', '{"a": 1}'],
  ['an older format', '{"nbformat": 3, "worksheets": [{"cells": []}]}'],
  ['cut-off JSON', '{"cells": ['],
  ['cells that are none', '{"cells": "x"}'],
  ['endless lists', `{"cells": ${'['.repeat(100_000)}`],
  ['millions of values', `{"cells": [${'0,'.repeat(1_000_000)}0]}`],
  ['quotes and backslashes', `{"a": "\\\\\\"[[[", "b": ["\\\\"]}`],
])('shows %s as the text that it is', async (_, text) => {
  const preview = await previewOf('a.ipynb', Readable.from([Buffer.from(text)]))
  expect(preview).toMatchObject({ kind: 'text', language: 'json', text: text.slice(0, 256 * 1024) })
})

test('leaves out cells and outputs that are none', async () => {
  const cells = [null, 1, [], { cell_type: 'code', source: 5, outputs: [null, 'x', { output_type: 'odd' }] }]
  expect(await previewed({ cells })).toMatchObject({
    cells: [{ kind: 'code', text: '', outputs: [] }],
  })
})
