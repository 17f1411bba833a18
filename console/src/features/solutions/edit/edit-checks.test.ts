import { expect, test } from 'vitest'
import { metadata } from '../testing/sample.ts'
import { checkEdited } from './edit-checks.ts'

const check = (text: string) => checkEdited(text, { name: 'penguins' }, true)

test('good metadata keeps its name and may be saved', () => {
  const { checks, problems, metadata: read } = check(JSON.stringify(metadata))
  expect(read).toEqual(metadata)
  expect(problems).toEqual([])
  expect(checks.map(({ title }) => title)).toContain('Name as before')
})

test('another name is said under its line, and cannot be saved', () => {
  const {
    checks,
    problems,
    metadata: read,
  } = check(JSON.stringify({ ...metadata, name: 'puffins' }, null, 1))
  expect(read).toBeNull()
  expect(problems).toEqual([
    { line: 3, text: 'name: The metadata names puffins, but this is the solution penguins.' },
  ])
  expect(checks[0]).toMatchObject({ verdict: 'wrong', title: 'Name differs', where: 'line 3' })
})

test('a fault names its path under its line', () => {
  expect(check('{"name": "penguins",\n "pipeline": [{"type": "tran"}]}').problems).toEqual([
    { line: 2, text: 'pipeline[0].type: The type of a pipeline is "train" or "inference".' },
  ])
  expect(check('{"name": penguins}').problems).toEqual([
    { line: 1, column: 10, text: 'The text penguins needs double quotes.' },
  ])
})

test('a fault elsewhere does not hide that the name differs', () => {
  const { checks, problems, metadata: read } = check('{"name": "puffins",\n "pipeline": [{"type": "tran"}]}')
  expect(read).toBeNull()
  expect(problems).toEqual([
    { line: 1, text: 'name: The metadata names puffins, but this is the solution penguins.' },
    { line: 2, text: 'pipeline[0].type: The type of a pipeline is "train" or "inference".' },
  ])
  expect(checks.map(({ title }) => title)).toEqual(['Name differs', 'pipeline[0].type'])
})

test('a name that no solution can have is said to be that, and to differ', () => {
  const { problems } = check('{"name": "pen guins", "pipeline": [{"type": "train"}]}')
  expect(problems.map(({ text }) => text)).toEqual([
    'name: The metadata names pen guins, but this is the solution penguins.',
    'name: Use letters, digits and hyphens only in the name.',
  ])
})

test('a name that is not written is missing, and differs from nothing', () => {
  expect(check('{"pipeline": [{"type": "train"}]}').problems).toEqual([
    { line: 1, text: 'name: The name of the solution is missing.' },
  ])
})

test('of a very long name the beginning is said', () => {
  const { problems } = check(JSON.stringify({ ...metadata, name: 'p'.repeat(5000) }))
  expect(problems.every(({ text }) => text.length < 200)).toBe(true)
})

test('an empty text is a fault of its first line', () => {
  expect(check(' \n').problems).toEqual([{ line: 1, text: 'Metadata is a JSON object.' }])
})
