// @module-tag python
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inFolder } from './folder/testing/program.ts'

const MODULES = new URL('../python', import.meta.url).pathname

const code = (source: string, ...tags: string[]) => ({
  cell_type: 'code',
  execution_count: null,
  metadata: { tags },
  outputs: [],
  source: source.split(/(?<=\n)/),
})

interface Cell {
  metadata: { tags: string[] }
  outputs: { text?: string; data?: Record<string, string>; ename?: string; evalue?: string }[]
  execution_count: number | null
  source: string | string[]
}

/** Executes a notebook of these cells with plain Python. */
async function execute(cells: object[], ...words: string[]) {
  const notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells }
  return inFolder({ 'x.ipynb': JSON.stringify(notebook), 'beside.py': 'WIDTH = 7\n' }, async (folder) => {
    const ended = await run(folder, ['x.ipynb', ...words])
    const saved = JSON.parse(await readFile(join(folder, 'x.ipynb'), 'utf8'))
    return { ...ended, cells: saved.cells as Cell[], files: await readdir(folder) }
  })
}

function run(folder: string, words: string[]) {
  // Without the packages of this machine: plain Python executes the cells.
  const program = `import runpy, sys; sys.path.insert(0, ${JSON.stringify(MODULES)}); sys.argv[0] = "notebook"; runpy.run_module("podium.notebook", run_name="__main__", alter_sys=True)`
  return new Promise<{ status: unknown; printed: string; errors: string }>((resolve) => {
    execFile('python3', ['-BS', '-c', program, ...words], { cwd: folder }, (error, printed, errors) =>
      resolve({ status: error?.code ?? 0, printed, errors }),
    )
  })
}

test('prints what the cells print, and saves their outputs in place', async () => {
  const { status, printed, cells, files } = await execute([
    { cell_type: 'markdown', metadata: {}, source: ['# Title'] },
    code('import sys, beside\nprint("one")\nprint("two", file=sys.stderr)'),
    code(''),
    code('class Table:\n    def _repr_html_(self):\n        return "<b>1</b>"\nbeside.WIDTH'),
    code('display(Table())\nTable();'),
  ])
  expect([status, printed.split('\n')]).toEqual([
    0,
    ['one', '7', expect.stringContaining('Table object'), ''],
  ])
  expect(cells.map((cell) => cell.outputs)).toEqual([
    undefined,
    [
      { output_type: 'stream', name: 'stdout', text: 'one\n' },
      { output_type: 'stream', name: 'stderr', text: 'two\n' },
    ],
    [],
    [{ output_type: 'execute_result', execution_count: 2, data: { 'text/plain': '7' }, metadata: {} }],
    [
      {
        output_type: 'display_data',
        data: { 'text/plain': expect.any(String), 'text/html': '<b>1</b>' },
        metadata: {},
      },
    ],
  ])
  expect(files.filter((name) => name !== '__pycache__').sort()).toEqual(['beside.py', 'x.ipynb'])
})

test('sets values after the cell that is tagged for parameters, also a second time', async () => {
  const cells = [
    code('epochs = 3\nname = "a"\nfast = False', 'parameters'),
    code('print(epochs, name, fast, rate)'),
  ]
  const first = await execute(cells, 'epochs=30', 'name=b c', 'fast=true', 'rate=1e-3')
  expect(first.printed).toBe('30 b c True 0.001\n')
  const second = await execute(first.cells, 'epochs=4', 'rate=2')
  expect(second.printed).toBe('4 a False 2\n')
  expect(second.cells.map(({ metadata }) => metadata.tags)).toEqual([
    ['parameters'],
    ['injected-parameters'],
    [],
  ])
})

test('ends with the cell and the line of an exception, which the notebook keeps', async () => {
  const { status, errors, cells } = await execute([
    code('print("before")'),
    code('def broken():\n    return {}["key"]\n\nbroken()'),
    code('print("never")'),
  ])
  expect(status).toBe(1)
  // Newer versions of Python mark the place below a line.
  expect(errors.replaceAll(/^[ ~^]+\n/gm, '')).toBe(
    [
      'Cell 2 failed in line 2.',
      'Traceback (most recent call last):',
      '  File "cell 2", line 4, in <module>',
      '    broken()',
      '  File "cell 2", line 2, in broken',
      '    return {}["key"]',
      "KeyError: 'key'\n",
    ].join('\n'),
  )
  expect(cells.map(({ outputs }) => outputs[0]?.ename ?? outputs[0]?.text)).toEqual([
    'before\n',
    'KeyError',
    undefined,
  ])
})

test.each([
  ['a mistake in the code', 'x = 1\ny = (', 'Cell 1 failed in line 2.'],
  [
    'a magic',
    'import os\n%matplotlib inline',
    'Cell 1, line 2: %matplotlib is for IPython, which is not there.',
  ],
  ['a command of the shell', '!pip install x', 'podium run --with nbclient --with ipykernel'],
])('says where %s is', async (_, source, sentence) => {
  const { status, errors } = await execute([code(source)])
  expect([status, errors]).toEqual([1, expect.stringContaining(sentence)])
})

test('pickles what cells define, also for other processes', async () => {
  const { printed, errors } = await execute([
    code('class Net:\n    pass\ndef double(x):\n    return 2 * x'),
    code('import multiprocessing, pickle\nprint(type(pickle.loads(pickle.dumps(Net()))) is Net)'),
    code('with multiprocessing.get_context("fork").Pool(1) as pool:\n    print(pool.map(double, [1, 2]))'),
  ])
  expect([printed, errors]).toEqual(['True\n[2, 4]\n', ''])
})

test('runs a remainder that looks like a magic as Python', async () => {
  const { printed } = await execute([code('print(7\n% 4)')])
  expect(printed).toBe('3\n')
})

test.each([
  ['a file that is missing', ['no.ipynb'], 'no.ipynb cannot be read'],
  ['a file that is no notebook', ['beside.py'], 'beside.py is no notebook'],
  [
    'a word that is no parameter',
    ['x.ipynb', '--epochs'],
    "'--epochs' is no parameter. Write it like epochs=30.",
  ],
])('refuses %s', async (_, words, sentence) => {
  await inFolder({ 'x.ipynb': '{"cells": []}', 'beside.py': 'x' }, async (folder) => {
    const { status, errors } = await run(folder, words)
    expect([status, errors]).toEqual([1, expect.stringContaining(sentence)])
    expect(errors).not.toContain('Traceback')
  })
})
