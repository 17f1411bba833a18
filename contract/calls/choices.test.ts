import { describe, expect, test } from 'vitest'
import type { Metadata } from '../solution-metadata/metadata.ts'
import { metadataForTests } from '../testing/metadata-for-tests.ts'
import { type ChoiceSources, meantPipeline, resolveChoices } from './choices.ts'

const version = metadataForTests() as unknown as Metadata

/** The version's metadata with one field of its train pipeline replaced. */
function withTrain(change: Record<string, unknown>): Record<string, unknown> {
  const { pipeline, ...rest } = metadataForTests()
  return { ...rest, pipeline: pipeline.map((one) => (one.type === 'train' ? { ...one, ...change } : one)) }
}

function withSelected(args: Record<string, unknown>): Record<string, unknown> {
  return withTrain({
    parameters: {
      ...(version.pipeline[0]?.parameters as object),
      selected_user_parameters: [{ step: 'train', args }],
    },
  })
}

function sources(chosen: {
  run?: ChoiceSources['run']
  stream?: Record<string, unknown>
  instance?: Partial<ChoiceSources['instance']>
  version?: Record<string, unknown>
}): ChoiceSources {
  return {
    run: chosen.run ?? {},
    stream: { parameters: chosen.stream ?? {} },
    instance: {
      modes: {},
      execution_specs: {},
      train_resource: null,
      metadata_json: null,
      ...chosen.instance,
    },
    version: (chosen.version ?? version) as Metadata,
  }
}

const tierOf = (chosen: Parameters<typeof sources>[0], mode: 'train' | 'inference' = 'train') =>
  resolveChoices(sources(chosen), mode).tier.tier
const dataOf = (chosen: Parameters<typeof sources>[0]) => resolveChoices(sources(chosen), 'train').dataset_uri
const valuesOf = (chosen: Parameters<typeof sources>[0]) =>
  resolveChoices(sources(chosen), 'train').parameters

const inRun = { execution_spec: 'low' as const }
const lowInMetadata = { metadata_json: withTrain({ resource: { default: 'low' } }) }
const highInInstance = { execution_specs: { train: 'high' } }

describe('the tier', () => {
  test.each<[string, Parameters<typeof sources>[0], string]>([
    [
      'of the run itself',
      { run: { ...inRun, metadata_json: withTrain({ resource: { default: 'high' } }) } },
      'low',
    ],
    ["of the run's metadata", { run: lowInMetadata, instance: highInInstance }, 'low'],
    [
      'of the instance, when the metadata only repeats the version',
      { run: { metadata_json: withTrain({}) }, instance: highInInstance },
      'high',
    ],
    [
      'of the instance before its train_resource',
      { instance: { ...highInInstance, train_resource: 'low' } },
      'high',
    ],
    [
      'of train_resource before the metadata of the instance',
      { instance: { train_resource: 'low', metadata_json: withTrain({ resource: { default: 'high' } }) } },
      'low',
    ],
    [
      'of the metadata of the instance',
      { instance: { metadata_json: withTrain({ resource: { default: 'high' } }) } },
      'high',
    ],
    ['of the version', { version: withTrain({ resource: { default: 'high-gpu' } }) }, 'high-gpu'],
    ['standard at last', { version: withTrain({ resource: null }) }, 'standard'],
    ['never one that does not exist', { instance: { train_resource: 'gigantic' } }, 'standard'],
  ])('%s', (_, chosen, tier) => {
    expect(tierOf(chosen)).toBe(tier)
  })

  test.each<[string, Parameters<typeof sources>[0], string]>([
    ['the run', { run: inRun }, 'run'],
    ["the run's metadata", { run: lowInMetadata }, 'run'],
    ['the instance', { instance: { train_resource: 'low' } }, 'instance'],
    ['the version', {}, 'version'],
    ['the default', { version: withTrain({ resource: null }) }, 'default'],
  ])('is known to be asked for by %s', (_, chosen, by) => {
    expect(resolveChoices(sources(chosen), 'train').tier.by).toBe(by)
  })

  test('ignores train_resource for inference', () => {
    expect(tierOf({ instance: { train_resource: 'low' } }, 'inference')).toBe('standard')
  })
})

const SAMPLE = ['ai-solutions/penguins/v3/train/data/']

describe('the data', () => {
  test.each<[string, Parameters<typeof sources>[0], string[]]>([
    [
      'of the run itself',
      { run: { dataset_uri: 'datasets/a/', metadata_json: withTrain({ dataset_uri: ['b/'] }) } },
      ['datasets/a/'],
    ],
    [
      "of the run's metadata",
      {
        run: { metadata_json: withTrain({ dataset_uri: ['b/'] }) },
        instance: { metadata_json: withTrain({ dataset_uri: ['c/'] }) },
      },
      ['b/'],
    ],
    [
      'of the instance',
      {
        run: { metadata_json: withTrain({}) },
        instance: { metadata_json: withTrain({ dataset_uri: ['c/'] }) },
      },
      ['c/'],
    ],
    [
      "of the instance's Data Wrangler",
      {
        instance: {
          modes: { data_wrangler: { code_uri: '', dataset_uri: ' datasets/d/ ' } },
          metadata_json: withTrain({ dataset_uri: ['c/'] }),
        },
      },
      ['datasets/d/'],
    ],
    ['of the version', {}, SAMPLE],
    [
      'the sample for an empty list, whatever the instance says',
      { run: { dataset_uri: [] }, instance: { metadata_json: withTrain({ dataset_uri: ['c/'] }) } },
      SAMPLE,
    ],
    [
      'not chosen by an empty text',
      { run: { dataset_uri: '' }, instance: { metadata_json: withTrain({ dataset_uri: ['c/'] }) } },
      ['c/'],
    ],
  ])('%s', (_, chosen, data) => {
    expect(dataOf(chosen)).toEqual(data)
  })

  test('are the sample only if they are the addresses of the version', () => {
    expect(resolveChoices(sources({ run: { dataset_uri: SAMPLE } }), 'train').sample).toBe(true)
    expect(resolveChoices(sources({ run: { dataset_uri: ['a/'] } }), 'train').sample).toBe(false)
  })
})

describe('the parameters', () => {
  const run = { parameters: { train: { train: { epochs: 1 } } } }
  const metadata = { metadata_json: withSelected({ epochs: 2, rate: 0.2 }) }
  const stream = { train: { train: { epochs: 3, rate: 0.3, scaling: 'none' } } }
  const instance = { metadata_json: withSelected({ epochs: 4 }) }
  const modes = { train: { on: true, parameters: { train: { epochs: 5 } } } }

  test.each<[string, Parameters<typeof sources>[0], Record<string, unknown>]>([
    [
      'argument by argument, the run first',
      { run: { ...run, ...metadata }, stream, instance },
      { epochs: 1, rate: 0.2, scaling: 'none' },
    ],
    ['then the metadata of the run', { run: metadata, stream }, { epochs: 2, rate: 0.2, scaling: 'none' }],
    ['then the stream', { stream, instance }, { epochs: 3, rate: 0.3, scaling: 'none' }],
    [
      'then the modes of the instance',
      { stream, instance: { ...instance, modes } },
      { epochs: 3, rate: 0.3, scaling: 'none' },
    ],
    ['which come before its metadata', { instance: { ...instance, modes } }, { epochs: 5 }],
    ['then the metadata of the instance', { instance }, { epochs: 4 }],
    [
      'where the metadata of the run differs from the version',
      { run: metadata, stream, version: withSelected({ epochs: 2 }) },
      { epochs: 3, rate: 0.2, scaling: 'none' },
    ],
  ])('%s', (_, chosen, values) => {
    expect(valuesOf(chosen)).toEqual({ train: values })
  })

  test('ignores null parameters, which hide nothing', () => {
    const unchosen = { parameters: { train: { train: { epochs: null } } } }
    expect(valuesOf({ run: unchosen, stream })).toEqual({ train: { epochs: 3, rate: 0.3, scaling: 'none' } })
  })

  test('does not check the version’s own values', () => {
    expect(valuesOf({ version: withSelected({ epochs: 9999 }) })).toEqual({})
  })
})

describe('the chosen pipeline', () => {
  test('is training, or inference if nothing can be trained', () => {
    expect(meantPipeline(version, undefined, {})).toBe('train')
    expect(meantPipeline(version, undefined, { pipeline: 'inference' })).toBe('inference')
    expect(meantPipeline(version, 'inference', { pipeline: 'train' })).toBe('inference')
    const inferenceOnly = { name: 'only', pipeline: [{ type: 'inference' }] } as Metadata
    expect(meantPipeline(inferenceOnly, undefined, {})).toBe('inference')
  })
})
