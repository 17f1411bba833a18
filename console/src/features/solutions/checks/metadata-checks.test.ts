import { expect, test } from 'vitest'
import { metadata } from '../testing/sample.ts'
import { checkEdited, readMetadata } from './metadata-checks.ts'

const cluster = { containers: true, packages: false, largest: { gpu: 0 } }
const machine = { containers: false, packages: true, largest: { gpu: 0 } }

test('says what was found in good metadata, and returns its name', () => {
  const read = readMetadata(JSON.stringify(metadata), machine)
  expect(read.name).toBe('penguins')
  expect(read.metadata).toEqual(metadata)
  expect(read.checks.map(({ verdict, title, detail }) => [verdict, title, detail])).toEqual([
    ['good', 'Metadata is valid', expect.stringMatching(/^Generation 1\.2, \d+\.\d\d (bytes|k)$/)],
    ['good', '2 pipelines found', 'train and inference'],
    ['good', '2 user parameters', undefined],
    ['good', 'Description and contact', '5 tabs: Overview, Problem, Key Feature, History, Contact'],
  ])
})

test('names a wrong field by its path and line, and still returns the name', () => {
  const {
    checks,
    problems,
    name,
    metadata: none,
  } = readMetadata(
    '{\n "name": "p",\n "pipeline": [\n  {"type": "train",\n   "command": "python3"}]\n}',
    cluster,
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
  expect(problems).toEqual([{ line: 5, text: `pipeline[0].command: ${checks[0]?.detail}` }])
})

test('reports text that is not JSON with line, column and reason', () => {
  const { checks, problems } = readMetadata('{\n "name": p }', cluster)
  expect(checks).toEqual([
    {
      verdict: 'wrong',
      title: 'Not valid JSON',
      detail: 'The text p needs double quotes.',
      where: 'line 2, column 10',
    },
  ])
  expect(problems).toEqual([{ line: 2, column: 10, text: 'The text p needs double quotes.' }])
})

test('warns about what cannot run here, instead of refusing it', () => {
  const text = JSON.stringify({ name: 'p', pipeline: [{ type: 'train', container_uri: 'x:1' }] })
  const warned = readMetadata(text, machine)
  expect(warned.metadata).not.toBeNull()
  expect(warned.checks.filter(({ verdict }) => verdict === 'warning').map(({ title }) => title)).toEqual([
    'No description',
    'Can be registered anyway',
  ])
  const ran = readMetadata(text, cluster).checks.filter(({ verdict }) => verdict === 'warning')
  expect(ran.map(({ title }) => title)).toEqual(['No description'])
})

test('names a key without effect, with what to do instead', () => {
  const text = JSON.stringify({ ...metadata, schedule: '0 3 * * *' })
  const { checks, metadata: read } = readMetadata(text, machine)
  expect(read).not.toBeNull()
  expect(checks).toContainEqual({
    verdict: 'warning',
    title: 'Ignored',
    detail: 'schedule has no effect here: make a schedule on the page of the workspace.',
  })
})

test('checks nothing while nothing is typed', () => {
  expect(readMetadata(' \n', cluster)).toEqual({ checks: [], problems: [], name: '', metadata: null })
})

const check = (text: string) => checkEdited(text, 'penguins', cluster)

test('accepts good metadata that keeps its name', () => {
  const { checks, problems, metadata: read } = check(JSON.stringify(metadata))
  expect(read).toEqual(metadata)
  expect(problems).toEqual([])
  expect(checks.map(({ title }) => title)).toContain('Name is unchanged')
})

test('refuses another name at its line', () => {
  const {
    checks,
    problems,
    metadata: read,
  } = check(JSON.stringify({ ...metadata, name: 'puffins' }, null, 1))
  expect(read).toBeNull()
  expect(problems).toEqual([
    { line: 3, text: 'name: The metadata has the name puffins, but this solution is named penguins.' },
  ])
  expect(checks[0]).toMatchObject({ verdict: 'wrong', title: 'Name differs', where: 'line 3' })
})

test('names the path of a fault at its line', () => {
  expect(check('{"name": "penguins",\n "pipeline": [{"type": "tran"}]}').problems).toEqual([
    { line: 2, text: 'pipeline[0].type: The type of a pipeline is "train" or "inference".' },
  ])
  expect(check('{"name": penguins}').problems).toEqual([
    { line: 1, column: 10, text: 'The text penguins needs double quotes.' },
  ])
})

test('reports a differing name beside a fault elsewhere', () => {
  const { checks, problems, metadata: read } = check('{"name": "puffins",\n "pipeline": [{"type": "tran"}]}')
  expect(read).toBeNull()
  expect(problems).toEqual([
    { line: 1, text: 'name: The metadata has the name puffins, but this solution is named penguins.' },
    { line: 2, text: 'pipeline[0].type: The type of a pipeline is "train" or "inference".' },
  ])
  expect(checks.map(({ title }) => title)).toEqual(['Name differs', 'pipeline[0].type'])
})

test('reports both that a name is impossible and that it differs', () => {
  const { problems } = check('{"name": "pen guins", "pipeline": [{"type": "train"}]}')
  expect(problems.map(({ text }) => text)).toEqual([
    'name: The metadata has the name pen guins, but this solution is named penguins.',
    'name: Use letters, digits and hyphens only in the name.',
  ])
})

test('reports a missing name as missing, not as different', () => {
  expect(check('{"pipeline": [{"type": "train"}]}').problems).toEqual([
    { line: 1, text: 'name: The name of the solution is missing.' },
  ])
})

test('shows the beginning of a very long name', () => {
  const { problems } = check(JSON.stringify({ ...metadata, name: 'p'.repeat(5000) }))
  expect(problems.every(({ text }) => text.length < 200)).toBe(true)
})

test('reports an empty text as a fault of its first line', () => {
  expect(check(' \n').problems).toEqual([{ line: 1, text: 'Metadata is a JSON object.' }])
})
