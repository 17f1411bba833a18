import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import { parameterFields } from '@podium/contract/solution-metadata/parameters.ts'
import { expect, test } from 'vitest'
import type { Entry } from './parameter-entry.ts'
import { type Entries, entryKey, fillFields, isRight } from './parameter-values.ts'

type Described = Record<string, unknown>

function pipelineWith(described: Described): Pipeline {
  return {
    type: 'train',
    parameters: { user_parameters: [{ step: 's', args: [{ name: 'a', ...described }] }] },
  }
}

function typedInto(pipeline: Pipeline, typed?: Entry): Entries {
  const [field] = parameterFields(pipeline)
  return field === undefined || typed === undefined ? {} : { [entryKey('train', field)]: typed }
}

/** The form of one parameter, untouched or after `typed`, and the value that a run receives from it. */
function formOf(described: Described, typed?: Entry) {
  const pipeline = pipelineWith(described)
  const filled = fillFields({ mode: 'train', pipeline, entries: typedInto(pipeline, typed) })
  const [field] = filled.fields
  return { entry: field?.entry, problem: field?.problem, received: filled.received.s?.a, filled }
}

const INT = { type: 'int', range: [1, 100] }
const FLOAT = { type: 'float', range: [0, 1] }
const ONE_OF = { type: 'single_selection', selectable: ['a', 'b'] }
const ANY_OF = { type: 'multi_selection', selectable: ['a', 'b', 'c'] }

test.each<[string, Described, Entry, unknown]>([
  ['a bare number', { ...INT, default: 30 }, '30', 30],
  ['a number in a list', { ...INT, default: [30] }, '30', 30],
  ['a number as a text', { ...INT, default: '30' }, '30', 30],
  ['a number as a text in a list', { ...INT, default: ['30'] }, '30', 30],
  ['a range as a text', { type: 'int', default: 30, range: '1,100' }, '30', 30],
  ['a range of texts', { type: 'int', default: 30, range: ['1', '100'] }, '30', 30],
  ['a range as a text in a list', { type: 'int', default: 30, range: ['1, 100'] }, '30', 30],
  ['a fraction', { ...FLOAT, default: 0.25 }, '0.25', 0.25],
  ['a fraction in a list', { ...FLOAT, default: [0.25] }, '0.25', 0.25],
  ['a fraction as a text', { ...FLOAT, default: '1e-3' }, '0.001', 0.001],
  ['a text', { type: 'string', default: 'Report' }, 'Report', 'Report'],
  ['a text in a list', { type: 'string', default: ['Report'] }, 'Report', 'Report'],
  ['many texts', { type: 'string', default: ['x', 'y'] }, 'x, y', ['x', 'y']],
  ['a number where a text is meant', { type: 'string', default: 7 }, '7', '7'],
  ['a choice', { ...ONE_OF, default: 'b' }, '1', 'b'],
  ['a choice in a list', { ...ONE_OF, default: ['b'] }, '1', 'b'],
  ['choices as a text', { type: 'single_selection', selectable: 'a, b', default: 'b' }, '1', 'b'],
  ['true or false', { type: 'single_selection', selectable: [true, false], default: [false] }, '1', false],
  ['true as a word', { type: 'single_selection', selectable: [true, false], default: 'True' }, '0', true],
  ['a bool', { type: 'bool', default: [false] }, '1', false],
  ['a bool as a word', { type: 'boolean', default: 'True' }, '0', true],
  ['a number to choose', { type: 'single_selection', selectable: [8, 16], default: ['16'] }, '1', 16],
  ['a free choice', { type: 'single_selection', default: 'b' }, 'b', 'b'],
  ['many choices', { ...ANY_OF, default: ['a', 'c'] }, ['a', 'c'], ['a', 'c']],
  ['many choices as a text', { ...ANY_OF, default: 'a, c' }, ['a', 'c'], ['a', 'c']],
  ['one of many, bare', { ...ANY_OF, default: 'c' }, ['c'], ['c']],
  ['many of a text', { type: 'multi_selection', selectable: 'a,b', default: 'a,b' }, ['a', 'b'], ['a', 'b']],
  ['many numbers', { type: 'multi_selection', selectable: [1, 2], default: ['2'] }, [2], [2]],
  ['a free list', { type: 'multi_selection', default: ['x', 'y'] }, 'x, y', ['x', 'y']],
  ['a free list as a text', { type: 'multi_selection', default: 'x, y' }, 'x, y', ['x', 'y']],
  ['a type nobody knows', { type: 'path', default: 'data/' }, 'data/', 'data/'],
  ['no default', { ...INT }, '', undefined],
  ['no choice of many', { ...ANY_OF, default: [] }, [], undefined],
  ['nothing for many choices', { ...ANY_OF }, [], undefined],
  ['null for many choices', { ...ANY_OF, default: null }, [], undefined],
  ['an empty free list', { type: 'multi_selection', default: [] }, '', undefined],
  ['an empty default', { ...FLOAT, default: '' }, '', undefined],
  ['a default of null', { type: 'string', default: null }, '', undefined],
])('fills the field and sends the value for %s', (_, described, entry, received) => {
  const form = formOf(described)
  expect(form.entry).toEqual(entry)
  expect(form.received).toEqual(received)
  expect(form.problem).toBeUndefined()
  expect(form.filled.differing).toEqual({})
})

test.each<[Described, Entry, unknown]>([
  [{ ...INT, default: 30 }, '40', 40],
  [{ ...INT, default: 30 }, ' 40 ', 40],
  [{ ...FLOAT, default: 0.25 }, '5e-1', 0.5],
  [{ type: 'string', default: 'Report' }, 'a, b', 'a, b'],
  [{ type: 'string', default: ['x', 'y'] }, 'x, z, ', ['x', 'z']],
  [{ type: 'string', default: ['1', '2'] }, '3', ['3']],
  [{ ...ONE_OF, default: 'b' }, '0', 'a'],
  [{ type: 'single_selection', selectable: [true, false], default: true }, '1', false],
  [{ type: 'single_selection', default: 3 }, '4', 4],
  [{ type: 'single_selection', default: true }, 'False', false],
  [{ type: 'single_selection', default: 'b' }, '4', '4'],
  [{ ...ANY_OF, default: ['a'] }, ['a', 'b'], ['a', 'b']],
  [{ type: 'multi_selection', default: ['x'] }, 'x,z , y', ['x', 'z', 'y']],
  [{ type: 'multi_selection', default: [1, 2] }, '1, 3', [1, 3]],
  [{ type: 'multi_selection', default: [true] }, 'true, false', [true, false]],
  [{ ...INT, default: 30 }, '', 30],
])('%o, with %o typed, is received as %o', (described, typed, received) => {
  const form = formOf(described, typed)
  expect(form.problem).toBeUndefined()
  expect(form.received).toEqual(received)
})

test.each<[Described, Entry, string]>([
  [{ ...INT, default: 30 }, '4.5', '4.5 is not a whole number.'],
  [{ ...INT, default: 30 }, '101', '101 is above the highest allowed value 100.'],
  [{ type: 'int', range: '1,100' }, '0', '0 is below the lowest allowed value 1.'],
  [{ ...FLOAT, default: 0.25 }, 'much', '"much" is not a number.'],
  [{ type: 'string', range: '2,4' }, 'a', '"a" is too short; give at least 2 characters.'],
  [{ ...ANY_OF, default: ['a'] }, [], 'Choose at least one.'],
  [{ type: 'multi_selection', default: ['x'] }, ',', 'Choose at least one.'],
])('%o, with %o typed, is refused: %s', (described, typed, problem) => {
  const form = formOf(described, typed)
  expect(form.problem).toBe(problem)
  expect(isRight(form.filled)).toBe(false)
})

test.each<[Described, Entry]>([
  [{ ...INT, default: 900 }, '900'],
  [{ ...ONE_OF, default: 'z' }, ''],
  [{ ...ANY_OF, default: ['a', 'z'] }, ['a']],
  [{ ...ANY_OF, default: ['z'] }, []],
  [{ type: 'string', default: ['Smith, Jo', 'Lee'] }, 'Smith, Jo, Lee'],
])('sends the author’s own value of %o unchanged if the field is untouched', (described, entry) => {
  const form = formOf(described)
  expect(form.entry).toEqual(entry)
  expect(form.problem).toBeUndefined()
  expect(form.received).toEqual(described.default)
  expect(form.filled.differing).toEqual({})
  expect(isRight(form.filled)).toBe(true)
})

test.each<[Described, unknown, string]>([
  [ONE_OF, 'z', '"z" is not among the choices: a, b.'],
  [ANY_OF, ['a', 'z'], '"z" is not among the choices: a, b, c.'],
  [FLOAT, 7, '7 is above the highest allowed value 1.'],
])('rejects %o with the draft value %o', (described, stored, problem) => {
  const pipeline = pipelineWith({ ...described })
  const filled = fillFields({ mode: 'train', pipeline, initial: { s: { a: stored } }, entries: {} })
  expect(filled.fields[0]?.problem).toBe(problem)
  expect(isRight(filled)).toBe(false)
})

test('allows an empty selection only if no default applies', () => {
  const pipeline = pipelineWith(ANY_OF)
  const form = { mode: 'train', pipeline, entries: typedInto(pipeline, []) } as const
  expect(fillFields(form)).toMatchObject({ fields: [{ problem: undefined }], chosen: {}, received: {} })
  const [field] = fillFields({ ...form, below: [{ s: { a: ['b'] } }] }).fields
  expect(field?.problem).toBe('Choose at least one.')
})

test('fills the form with the inherited values, and keeps only values that differ from them', () => {
  const pipeline = pipelineWith({ ...INT, default: 30 })
  const below = [{ s: { a: 40 } }]
  const form = { mode: 'train', pipeline, below, usual: { s: { a: 40 } } } as const
  const asItStands = fillFields({ ...form, entries: {} })
  expect(asItStands.fields[0]).toMatchObject({ entry: '40', was: 40, changed: false, fallback: 40 })
  expect(asItStands).toMatchObject({ differing: {}, received: { s: { a: 40 } } })
  const changed = fillFields({ ...form, initial: { s: { a: 50 } }, entries: {} })
  expect(changed.fields[0]).toMatchObject({ entry: '50', was: 40, changed: true })
  expect(changed).toMatchObject({ differing: { s: { a: 50 } }, received: { s: { a: 50 } } })
  const emptied = fillFields({ ...form, initial: { s: { a: 50 } }, entries: typedInto(pipeline, '') })
  expect(emptied).toMatchObject({ differing: {}, received: { s: { a: 40 } } })
})

test('keeps the values of arguments without a field that the author lists as candidates', () => {
  const pipeline: Pipeline = {
    type: 'train',
    parameters: { candidate_parameters: [{ step: 's', args: [{ encoding: 'utf-8', rows: 5 }] }] },
  }
  const initial = { s: { encoding: 'latin-1', rows: 5, unknown: 1 } }
  const filled = fillFields({ mode: 'train', pipeline, initial, below: [{ s: { rows: 5 } }], entries: {} })
  expect(filled).toMatchObject({
    fields: [],
    differing: { s: { encoding: 'latin-1' } },
    received: { s: { encoding: 'latin-1', rows: 5 } },
  })
  expect(filled.chosen.s).not.toHaveProperty('unknown')
})

test('compares a change with the version’s own value by default', () => {
  const filled = fillFields({
    mode: 'train',
    pipeline: pipelineWith({ ...INT, default: 30 }),
    below: [{ s: { a: 40 } }],
    entries: {},
  })
  expect(filled.fields[0]).toMatchObject({ entry: '40', was: 30, changed: true, fallback: 40 })
})

test('keeps typed text for fields of the same name, and a choice only among the same choices', () => {
  const number = typedInto(pipelineWith(INT), '40')
  const typed = typedInto(pipelineWith({ ...ONE_OF, default: 'a' }), '1')
  const other = { type: 'single_selection', selectable: ['b', 'c'], default: 'b' }
  const entries = { ...number, ...typed }
  const of = (described: Described) =>
    fillFields({ mode: 'train', pipeline: pipelineWith(described), entries }).fields[0]?.entry
  expect([of(FLOAT), of({ ...ONE_OF, default: 'a' }), of(other)]).toEqual(['40', '1', '0'])
})
