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
  /** what a draft kept */
  initial?: unknown
  /** what the instance chose */
  below?: unknown
  /** what a changed value is compared with */
  usual?: unknown
}

/** The form of one parameter named 'a', as a person has it before them. */
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
])('the help under %o with %o is a sentence', async (described, shown, sentence) => {
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
])('under %o with %o nothing is to be said', (described, shown) => {
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
])('what is wrong in %o is said at once where a draft kept %o', async (described, initial, sentence) => {
  show(described, { initial })
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.queryByText(/default/)).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
})

test('of a value that is changed the usual one is named, also where it is empty', () => {
  show({ type: 'string', default: 'Report' }, { below: 'x' })
  expect(screen.getByText('was Report')).toBeTruthy()
  show({ type: 'string' }, { typed: 'x', usual: '' })
  expect(screen.getByText('was an empty text')).toBeTruthy()
})

test('a bool with a default is a box, which the author describes', async () => {
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

test('a bool without a default is chosen, or left open', () => {
  show({ type: 'bool' })
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toEqual(['Choose one', 'true', 'false'])
})
