import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkMetadata } from './metadata.ts'
import { sameExceptRunChoices } from './metadata-changes.ts'
import { contactsOf, descriptionTabs } from './metadata-description.ts'
import { metadataWarnings } from './metadata-warnings.ts'
import { defaultParameters, mergeParameters, parameterFields, selectedParameters } from './parameters.ts'
import { checkParameters } from './parameters-check.ts'

/** Names of members that every JavaScript object has. */
const memberName = fc.constantFrom('toString', 'valueOf', 'toJSON', 'length', 'name', 'step', 'args', 'x')
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, 0, -1, 1e308, '', 'x', 'a,b', '1,9', '\u{1F600}'),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(memberName, fc.string()), tie('value'), { maxKeys: 3 }),
  ),
})).value

const type = fc.oneof(
  fc.constantFrom('float', 'int', 'string', 'single_selection', 'multi_selection'),
  anything,
)
const optional = (value: fc.Arbitrary<unknown>) => fc.option(value, { freq: 4, nil: undefined })
const argument = fc.record({
  name: fc.oneof(fc.constant('x'), anything),
  type,
  default: optional(anything),
  range: optional(anything),
  selectable: optional(anything),
  description: optional(anything),
})
const argumentList = fc.oneof(fc.array(argument, { maxLength: 3 }), anything)
const step = fc.record({
  step: fc.oneof(fc.constant('train'), anything),
  args: argumentList,
  ui_args: fc.oneof(fc.array(anything, { maxLength: 2 }), anything),
})
const steps = fc.oneof(fc.array(step, { maxLength: 2 }), anything)
const pipeline = fc.record({
  type: fc.constantFrom('train', 'inference'),
  parameters: fc.record({
    candidate_parameters: steps,
    user_parameters: steps,
    selected_user_parameters: steps,
  }),
  resource: anything,
  command: anything,
  container_uri: anything,
})
const metadata = fc.record({
  name: fc.constant('pumps'),
  description: fc.oneof(
    fc.record({ overview: anything, detail: anything, contact: anything, note_and_contact: anything }),
    anything,
  ),
  pipeline: fc.array(pipeline, { minLength: 1, maxLength: 2 }),
})

/** The value as the server receives it: without what JSON cannot express. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('reads or refuses any metadata without throwing', () => {
  fc.assert(
    fc.property(fc.oneof(metadata, anything), anything, (written, chosen) => {
      const value = sent(written)
      sameExceptRunChoices(value, sent(chosen))
      const checked = checkMetadata(value)
      if ('problems' in checked) return
      metadataWarnings(checked.metadata, { containers: false, largest: { gpu: 0 } })
      descriptionTabs(checked.metadata)
      contactsOf(checked.metadata)
      for (const one of checked.metadata.pipeline) readEverything(one, sent(chosen))
    }),
    { seed: 20_261_120, numRuns: 2000 },
  )
})

test('reads the form of any pipeline parameters without throwing', () => {
  fc.assert(
    fc.property(pipeline, anything, (written, chosen) =>
      readEverything(sent(written) as never, { train: sent(chosen) }),
    ),
    { seed: 20_261_120, numRuns: 2000 },
  )
})

test('ignores a default that is not a choice', () => {
  const odd = { toString: 1 }
  const args = [
    { name: 'one', type: 'single_selection', default: [odd], selectable: [odd, 'a'] },
    { name: 'many', type: 'multi_selection', default: [odd, 'a'], selectable: ['a'] },
  ]
  const parameters = { user_parameters: [{ step: 'train', args }] }
  expect(parameterFields({ type: 'train', parameters })).toMatchObject([
    { name: 'one', default: null, selectable: ['a'] },
    { name: 'many', default: ['a'] },
  ])
})

function readEverything(written: Parameters<typeof parameterFields>[0], chosen: unknown): void {
  parameterFields(written)
  mergeParameters(selectedParameters(written), defaultParameters(written))
  checkParameters(written, chosen)
}
