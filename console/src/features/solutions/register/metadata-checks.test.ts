import { expect, test } from 'vitest'
import { metadata } from '../testing/sample.ts'
import { readMetadata } from './metadata-checks.ts'

test('good metadata says what was found, and hands on the name', () => {
  const read = readMetadata(JSON.stringify(metadata), false)
  expect(read.name).toBe('penguins')
  expect(read.metadata).toEqual(metadata)
  expect(read.checks.map(({ verdict, title, detail }) => [verdict, title, detail])).toEqual([
    ['good', 'Metadata is valid', expect.stringMatching(/^Generation 1\.2, \d+\.\d\d (bytes|k)$/)],
    ['good', '2 pipelines found', 'train and inference'],
    ['good', '2 user parameters', undefined],
    ['good', 'Description and contact', '5 tabs: Overview, Problem, Key Feature, History, Contact'],
  ])
})

test('a wrong field is named by its path and its line; the name is known all the same', () => {
  const {
    checks,
    problems,
    name,
    metadata: none,
  } = readMetadata(
    '{\n "name": "p",\n "pipeline": [\n  {"type": "train",\n   "command": "python3"}]\n}',
    true,
  )
  expect(none).toBeNull()
  expect(name).toBe('p')
  expect(checks).toEqual([
    {
      verdict: 'wrong',
      title: 'pipeline[0].command',
      detail: 'The command must be a list of texts like ["python3", "train.py"].',
      where: 'line 5',
    },
  ])
  expect(problems).toEqual([{ line: 5, path: 'pipeline[0].command', message: checks[0]?.detail }])
})

test('no JSON is said with its line, its column and the reason', () => {
  const { checks, problems } = readMetadata('{\n "name": p }', true)
  expect(checks).toEqual([
    {
      verdict: 'wrong',
      title: 'Not valid JSON',
      detail: 'The text p needs double quotes.',
      where: 'line 2, column 10',
    },
  ])
  expect(problems).toEqual([{ line: 2, column: 10, path: '', message: 'The text p needs double quotes.' }])
})

test('what cannot run here is a warning, not a fault', () => {
  const text = JSON.stringify({ name: 'p', pipeline: [{ type: 'train', container_uri: 'x:1' }] })
  const warned = readMetadata(text, false)
  expect(warned.metadata).not.toBeNull()
  expect(warned.checks.filter(({ verdict }) => verdict === 'warning').map(({ title }) => title)).toEqual([
    'No description',
    'Registered all the same',
  ])
  const ran = readMetadata(text, true).checks.filter(({ verdict }) => verdict === 'warning')
  expect(ran.map(({ title }) => title)).toEqual(['No description'])
})

test('nothing typed is nothing to check', () => {
  expect(readMetadata(' \n', true)).toEqual({ checks: [], problems: [], name: '', metadata: null })
})
