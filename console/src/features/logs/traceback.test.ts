import { expect, test } from 'vitest'
import { tracebackAround, tracebackParts } from './traceback.ts'

const LOG = `ERROR step input failed
Traceback (most recent call last):
  File "steps/input/labels.py", line 58, in from_table
    groups = table.groupby(table[key])
             ^^^^^
  File "/env/lib/python3.13/site-packages/pandas/core/frame.py", line 4113, in __getitem__
    indexer = self.columns.get_loc(key)
KeyError: 'label_id'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "main.py", line 3, in main
    raise RuntimeError('no labels') from None
RuntimeError: no labels
INFO the process ended`.split('\n')
const line = (number: number) => LOG[number]

test('distinguishes frames of libraries from own ones, each with its code', () => {
  const parts = tracebackParts(line, 0, LOG.length)
  expect(LOG.map((_, at) => parts.get(at) ?? '')).toEqual([
    '',
    'outcome',
    'own',
    'ownCode',
    'ownCode',
    'library',
    'library',
    'outcome',
    'ownCode',
    'ownCode',
    'ownCode',
    'outcome',
    'own',
    'ownCode',
    'outcome',
    '',
  ])
})

test('recognizes a traceback that began above the view', () => {
  expect(tracebackParts(line, 6, 7).get(6)).toBe('library')
})

test('returns the whole traceback around a line, with the logged line before it', () => {
  expect(tracebackAround(line, 5)).toEqual([1, 14])
  expect(tracebackAround(line, 0)).toEqual([0, 14])
  expect(tracebackAround(line, 15)).toEqual([15, 15])
})

test('treats frames of the standard library and of frozen modules as libraries', () => {
  const frames = [
    '/usr/lib/python3.11/json/decoder.py',
    '<frozen importlib._bootstrap>',
    'C:\\v\\site-packages\\a.py',
  ]
  for (const file of frames) {
    const log = ['Traceback (most recent call last):', `  File "${file}", line 1, in f`]
    expect(tracebackParts((at) => log[at], 0, 2).get(1)).toBe('library')
  }
})
