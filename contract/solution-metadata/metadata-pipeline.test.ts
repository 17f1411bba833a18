import { describe, expect, it, test } from 'vitest'
import type { Metadata, Pipeline } from './metadata.ts'
import { sameExceptRunChoices, unfitCopy } from './metadata-changes.ts'
import {
  commandOf,
  containerOf,
  datasetAddresses,
  pipelineOf,
  sourceAddress,
  stepsOf,
  tierOf,
  timeoutSeconds,
} from './metadata-pipeline.ts'
import { metadataWarnings } from './metadata-warnings.ts'
import { programOf } from './pipeline-program.ts'

const train: Pipeline = {
  type: 'train',
  container_uri: 'registry/poc/ai-solutions/weld/train/weld:v1',
  dataset_uri: ['s3://b/data/', '', 's3://b/data/more/'],
  resource: { default: 'high' },
  parameters: {
    candidate_parameters: [
      { step: 'input', args: [{ columns: 'a,b' }] },
      { step: 'train', args: [{ epochs: 10 }], ui_args: ['epochs'] },
    ],
    user_parameters: [
      { step: 'train', args: [{ name: 'epochs', type: 'int', default: [10], range: [1, 100] }] },
    ],
    selected_user_parameters: [{ step: 'train', args: {} }],
  },
}
const metadata: Metadata = { name: 'weld', pipeline: [train] }

describe('a pipeline', () => {
  it('is found by its type', () => {
    expect(pipelineOf(metadata, 'train')).toBe(train)
    expect(pipelineOf(metadata, 'inference')).toBeNull()
  })

  it('names its steps, tier, data, container, command, source and time', () => {
    expect(stepsOf(train)).toEqual(['input', 'train'])
    expect(tierOf(train)).toBe('high')
    expect(datasetAddresses(train)).toEqual(['s3://b/data/', 's3://b/data/more/'])
    expect(containerOf(train)).toBe('registry/poc/ai-solutions/weld/train/weld:v1')
    const ours: Pipeline = {
      type: 'train',
      command: ['sh', ''],
      source_uri: 's3://b/source.tar.gz',
      timeout_seconds: 5,
    }
    expect([commandOf(ours), sourceAddress(ours), timeoutSeconds(ours)]).toEqual([
      ['sh', ''],
      's3://b/source.tar.gz',
      5,
    ])
  })

  it('may leave out all of that', () => {
    const bare: Pipeline = { type: 'train', dataset_uri: null, command: '', resource: { default: 'huge' } }
    expect([stepsOf(bare), datasetAddresses(bare)]).toEqual([[], []])
    for (const read of [tierOf, commandOf, containerOf, sourceAddress, timeoutSeconds])
      expect(read(bare)).toBeNull()
    expect(datasetAddresses({ type: 'train', dataset_uri: 'data/' })).toEqual(['data/'])
  })
})

describe('warnings', () => {
  const warned = (pipeline: Pipeline, containers = true) =>
    metadataWarnings({ name: 'weld', pipeline: [pipeline] }, { containers, largest: { gpu: 1 } })

  it('name numbers that lose digits', () => {
    const seed = JSON.parse('[1, 12345678901234567890, 9007199254740991, "12345678901234567890"]')
    expect(warned({ ...train, seed })).toEqual([
      'pipeline[0].seed[1] has more digits than a number can hold and is stored as 12345678901234567000. Write it as a text to keep every digit.',
    ])
  })

  it('name a tier with a GPU if no run gets one', () => {
    const pipeline: Pipeline = { ...train, resource: { default: 'standard-gpu' } }
    const warnedWith = (gpu: number) =>
      metadataWarnings({ name: 'weld', pipeline: [pipeline] }, { containers: true, largest: { gpu } })
    expect(warnedWith(0)).toEqual([
      'The train pipeline requests the tier Standard-GPU, and no run gets a GPU here: choose another tier for each run, or on its instance.',
    ])
    expect(warnedWith(1)).toEqual([])
  })

  it('are empty for a pipeline that runs', () => {
    expect(warned(train)).toEqual([])
    expect(warned({ type: 'train', command: ['true'] }, false)).toEqual([])
  })

  it.each<[Pipeline, boolean, RegExp]>([
    [train, false, /^The train pipeline names a container and no command, but no containers run here/],
    [{ type: 'inference' }, true, /^The inference pipeline names neither a command nor a container/],
    [{ type: 'train', command: ['x'], resource: { default: 'huge' } }, true, /requests the tier "huge"/],
    [
      {
        ...train,
        parameters: { candidate_parameters: [{ step: 'train', args: [{ epochs: 1 }], ui_args: ['epochs'] }] },
      },
      true,
      /lets people set epochs of step train but does not describe it/,
    ],
    [
      { ...train, parameters: { user_parameters: [{ step: 'train', args: [{ name: 'x', type: 'date' }] }] } },
      true,
      /^x of step train in the train pipeline has no known type/,
    ],
    [
      {
        ...train,
        parameters: {
          user_parameters: [{ step: 'train', args: [{ name: 'n', type: 'int', default: 9, range: '1,5' }] }],
        },
      },
      true,
      /^Runs start with the train pipeline's own value, although it is not an allowed choice: n: 9 is above the highest allowed value 5\.$/,
    ],
  ])('%#', (pipeline, containers, sentence) => {
    const warnings = warned(pipeline, containers)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(sentence)
  })
})

describe('a parameter with a mistake', () => {
  it.each<[Record<string, unknown>[], RegExp]>([
    [
      [{ name: 'n', type: 'int', default: ['nine'] }],
      /^n of step train .* has the default \["nine"\], which is not a number/,
    ],
    [
      [
        { name: 'n', type: 'int' },
        { name: 'n', type: 'int' },
      ],
      /^n of step train .* is described twice\. The first description is used/,
    ],
    [
      [{ name: 'n', type: 'string', default: [['a']] }],
      /^n of step train .* has the default \[\["a"\]\], which is not a text, so it is left out\.$/,
    ],
    [
      [{ name: 'n', type: 'single_selection', selectable: ['a'], default: { value: 'a' } }],
      /^n of step train .* has the default {"value":"a"}, which is not a choice, so it is left out\.$/,
    ],
    [
      [{ name: 'n', type: 'single_selection', selectable: ['a', { value: 'b' }, null] }],
      /^n of step train .* has the choice {"value":"b"}, which is neither text, number, true nor false, so it is left out\.$/,
    ],
    [[{ name: 'n', type: 'single_selection' }], /^n of step train .* is a selection without choices/],
    [
      [{ name: 'n', type: 'boolean' }],
      /^n of step train .* has the type "boolean", which is read as bool\.$/,
    ],
    [[{ name: 'n', type: 'Flag' }], /^n of step train .* has the type "Flag", which is read as bool\.$/],
    [[{ name: 'n', type: 'integer' }], /^n of step train .* has no known type: write int\.$/],
    [[{ name: 'n', type: 7 }], /has no known type: write float, int, bool, .* or multi_selection\.$/],
    [
      [{ name: 'n', type: 'bool', default: 'maybe' }],
      /^n of step train .* has the default "maybe", which is not true or false, so it is left out\.$/,
    ],
  ])('is warned of: %j', (args, sentence) => {
    const warnings = metadataWarnings(
      { name: 'weld', pipeline: [{ ...train, parameters: { user_parameters: [{ step: 'train', args }] } }] },
      { containers: true, largest: { gpu: 1 } },
    )
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(sentence)
  })
})

describe('a parameter without mistakes', () => {
  it.each<[Record<string, unknown>[]]>([
    [[{ name: 'n', type: 'multi_selection', selectable: [['a', 'b']], default: [['a']] }]],
    [[{ name: 'n', type: 'multi_selection', selectable: ['a', 'b'], default: [] }]],
    [[{ name: 'n', type: 'string', default: [''] }]],
    [[{ name: 'n', type: 'int', default: [] }]],
    [[{ name: 'n', type: 'bool', default: ['False'] }]],
    [[{ name: 'n', type: 'bool' }]],
  ])('has no warning: %j', (args) => {
    const pipeline: Pipeline = { ...train, parameters: { user_parameters: [{ step: 'train', args }] } }
    expect(
      metadataWarnings({ name: 'weld', pipeline: [pipeline] }, { containers: true, largest: { gpu: 1 } }),
    ).toEqual([])
  })
})

describe('the choices of a run', () => {
  const changed = (change: (pipeline: Record<string, unknown>) => unknown) => {
    const sent = structuredClone(metadata)
    const first = sent.pipeline[0] as Record<string, unknown>
    change(first)
    return sameExceptRunChoices(metadata, sent)
  }

  it('are its data, its chosen parameters and its tier', () => {
    expect(changed(() => undefined)).toBeNull()
    expect(changed((pipeline) => delete pipeline.dataset_uri)).toBeNull()
    expect(changed((pipeline) => Object.assign(pipeline, { dataset_uri: 'x' }))).toBeNull()
    expect(changed((pipeline) => Object.assign(pipeline, { resource: { default: 'low' } }))).toBeNull()
    expect(changed((pipeline) => delete pipeline.resource)).toBeNull()
    expect(
      changed((pipeline) =>
        Object.assign(pipeline.parameters as object, {
          selected_user_parameters: [{ step: 'train', args: { epochs: 3 } }],
        }),
      ),
    ).toBeNull()
  })

  it('are nothing else, and the path names the difference', () => {
    expect(changed((pipeline) => Object.assign(pipeline, { container_uri: 'evil' }))).toBe(
      'pipeline[0].container_uri',
    )
    expect(changed((pipeline) => Object.assign(pipeline, { command: ['sh'] }))).toBe('pipeline[0].command')
    expect(changed((pipeline) => Object.assign(pipeline, { resource: { default: 'low', cpu: 64 } }))).toBe(
      'pipeline[0].resource',
    )
    expect(changed((pipeline) => delete pipeline.parameters)).toBe('pipeline[0].parameters')
    expect(sameExceptRunChoices(metadata, { ...metadata, name: 'other' })).toBe('name')
    expect(sameExceptRunChoices(metadata, { ...metadata, pipeline: [train, train] })).toBe('pipeline')
    expect(sameExceptRunChoices(metadata, { ...metadata, extra: 1 })).toBe('extra')
    expect(sameExceptRunChoices(metadata, 'text')).toBe('')
    expect(sameExceptRunChoices(metadata, JSON.parse('{"__proto__": 1}'))).toBe('__proto__')
  })
})

describe('a copy of the metadata', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { x: nested(levels - 1) })

  it('can be compared wherever the metadata itself could be registered', () => {
    expect(unfitCopy(nested(20))).toBeNull()
    expect(unfitCopy(nested(21))).toMatch(
      /^metadata_json\.x.*: The metadata is nested deeper than 20 levels\.$/,
    )
    expect(unfitCopy('x'.repeat(300_000))).toBe('metadata_json: The metadata is larger than 256 KiB.')
  })
})

test.each([
  { arguments: { epochs: 3 } },
  { arguments: ['--epochs', null] },
  { arguments: 'train --fast' },
  { working_directory: '../other' },
  { working_directory: ['demo'] },
  { files_uri: 's3://bucket/files/' },
])('ignores %j, which an earlier release accepted', (keys) => {
  const program = programOf({ type: 'train', command: ['python', 'train.py'], ...keys })
  expect(program).toEqual({ command: ['python', 'train.py'] })
})
