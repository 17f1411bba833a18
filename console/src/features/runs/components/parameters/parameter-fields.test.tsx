import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import { parameterFields, type StepValues } from '@podium/contract/solution-metadata/parameters.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../../../../ui/testing/axe.ts'
import type { Entry } from './parameter-entry.ts'
import { ParameterFields } from './parameter-fields.tsx'
import { entryKey, fillFields } from './parameter-values.ts'

type Described = Record<string, unknown>

interface Shown {
  typed?: Entry
  /** the value of a draft */
  initial?: unknown
  /** the value that the instance sets */
  below?: unknown
  /** the value that a changed one is compared with */
  usual?: unknown
}

/** Renders the form of a single parameter named 'a'. */
function show(described: Described, { typed, initial, below, usual }: Shown = {}) {
  const pipeline: Pipeline = {
    type: 'train',
    parameters: { user_parameters: [{ step: 's', args: [{ name: 'a', ...described }] }] },
  }
  const [field] = parameterFields(pipeline)
  const entries = field && typed !== undefined ? { [entryKey('train', field)]: typed } : {}
  const layerOf = (a: unknown): StepValues | undefined => (a === undefined ? undefined : { s: { a } })
  const { fields } = fillFields({
    mode: 'train',
    pipeline,
    entries,
    initial: layerOf(initial),
    below: [layerOf(below)],
    usual: layerOf(usual),
  })
  const onEntry = vi.fn()
  render(<ParameterFields fields={fields} onEntry={onEntry} />)
  return onEntry
}

const TEXTS = { type: 'string', default: ['x', 'y'] }
const ANY_OF = { type: 'multi_selection', selectable: ['a', 'b'] }

test.each<[Described, Shown, string]>([
  [{ type: 'int', default: 30 }, { typed: '' }, 'Empty means the default, 30.'],
  [{ type: 'string' }, { below: '' }, 'Empty means the default, an empty text.'],
  [{ type: 'string' }, { below: ' ', typed: '' }, 'Empty means the default, " ".'],
  [TEXTS, { below: [] }, 'Empty means the default, an empty list.'],
  [TEXTS, { below: ['', 'x'], typed: '' }, 'Empty means the default, "", x.'],
  [{ type: 'single_selection', selectable: ['a', 'b'], default: 'z' }, {}, 'Empty means the default, z.'],
  [{ ...ANY_OF, default: ['a', 'z'] }, {}, 'If you choose nothing, the default is used: a, z.'],
])('explains %o with %o in a sentence', async (described, shown, sentence) => {
  show(described, shown)
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test.each<[Described, Shown]>([
  [{ type: 'int', default: 30 }, {}],
  [{ type: 'int' }, {}],
  [{ type: 'string', default: '' }, {}],
  [{ type: 'string', default: [] }, { typed: '' }],
  [{ ...ANY_OF, default: ['a'] }, {}],
  [{ ...ANY_OF, default: [] }, {}],
  [{ ...ANY_OF, default: ['a', 'z'] }, { typed: ['a'] }],
])('has no help under %o with %o', (described, shown) => {
  show(described, shown)
  expect(screen.queryByText(/default/)).toBeNull()
})

test.each<[Described, unknown, string]>([
  [{ type: 'float', default: 0.2, range: [0, 1] }, 7, '7 is above the highest allowed value 1.'],
  [
    { type: 'single_selection', selectable: ['a', 'b'], default: 'a' },
    'z',
    '"z" is not among the choices: a, b.',
  ],
  [{ ...ANY_OF, default: ['a'] }, ['z'], '"z" is not among the choices: a, b.'],
])('shows the problem of %o at once for the draft value %o', async (described, initial, sentence) => {
  show(described, { initial })
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.queryByText(/default/)).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
})

test('shows the usual value beside a changed one, also if it was empty', () => {
  show({ type: 'string', default: 'Report' }, { below: 'x' })
  expect(screen.getByText('was Report')).toBeTruthy()
  show({ type: 'string' }, { typed: 'x', usual: '' })
  expect(screen.getByText('was an empty text')).toBeTruthy()
})

test('shows a bool with a default as a checkbox with the author’s description', async () => {
  const onEntry = show({ type: 'bool', default: true, description: 'New order in every epoch.' })
  const box = screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'a',
    description: 'New order in every epoch.',
  })
  expect(box.checked).toBe(true)
  fireEvent.click(box)
  expect(onEntry).toHaveBeenLastCalledWith(expect.any(String), '1')
  expect(await accessibilityFaults()).toEqual([])
})

test('shows a bool without a default as a choice that may stay empty', () => {
  show({ type: 'bool' })
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toEqual(['Choose one', 'true', 'false'])
})
