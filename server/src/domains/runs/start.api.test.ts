import { Readable } from 'node:stream'
import { startRun } from '@podium/contract/calls/runs.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { instances } from '@podium/database/schema/solutions.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addStream, createRunFixture, type RunFixture } from './testing/run-fixture.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  const { objects } = fixture.deps
  await objects.put('first-bucket', 'datasets/a/one.csv', Readable.from(['1']))
  await objects.put('second-bucket', 'datasets/secret.csv', Readable.from(['1']))
  return () => fixture.close()
})

async function refused(body: object, stream = fixture.ids.stream): Promise<unknown> {
  const answer = await fixture.as('member').ask(startRun, { params: { id: stream }, body })
  expect(answer.statusCode).toBe(422)
  return answer.json().detail
}

async function submittedSpec(body: Parameters<RunFixture['start']>[0]) {
  const id = await fixture.start(body)
  await fixture.loop.tick()
  const spec = fixture.deps.engine.submitted.find(({ run }) => run === id)
  fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  return spec
}

describe('the specification of a run', () => {
  test("has the version's metadata with its own choices filled in", async () => {
    const spec = await submittedSpec({
      parameters: { train: { train: { epochs: 5 } } },
      dataset_uri: 's3://first-bucket/datasets/a',
    })
    const version = metadataForTests()
    expect(spec).toMatchObject({
      mode: 'train',
      command: ['python3', 'train.py'],
      parameters: { train: { epochs: 5, rate: 0.1, scaling: 'standard' } },
      data: [{ bucket: 'first-bucket', path: 'datasets/a/', archive: false }],
      model: null,
      granted: { cpu: 1, memory_mib: 1024, gpu: 0 },
      log_limit: 1024 ** 3,
    })
    expect(spec?.metadata).toEqual({
      ...version,
      pipeline: [
        {
          ...version.pipeline[0],
          dataset_uri: ['s3://first-bucket/datasets/a'],
          artifact_uri: `s3://first-bucket/streams/${fixture.ids.stream}/${spec?.run}/1/artifacts/`,
          parameters: {
            ...(version.pipeline[0]?.parameters as object),
            selected_user_parameters: [
              { step: 'train', args: { epochs: 5, rate: 0.1, scaling: 'standard' } },
            ],
          },
          resource: { default: 'standard' },
        },
        version.pipeline[1],
      ],
    })
  })

  test('has an empty directory if there are no sample data', async () => {
    expect((await submittedSpec({ dataset_uri: [] }))?.data).toEqual([])
  })

  test('has one object if the address names one', async () => {
    expect((await submittedSpec({ dataset_uri: ['datasets/a/one.csv'] }))?.data).toEqual([
      { bucket: 'first-bucket', path: 'datasets/a/one.csv', archive: false },
    ])
  })
})

describe("an instance that another program's client created", () => {
  test("runs with its own settings, with an empty body as with all values of the console's form", async () => {
    const version = metadataForTests()
    const [train, inference] = version.pipeline
    const trainAtHigh = { ...train, resource: { default: 'high' } }
    const { stream, instance } = await addStream(
      fixture,
      fixture.people.first.id,
      { ...version, pipeline: [trainAtHigh, inference] },
      'made-elsewhere',
    )
    const chosen = {
      type: 'train',
      dataset_uri: ['s3://first-bucket/datasets/a'],
      parameters: { selected_user_parameters: [{ step: 'train', args: { epochs: 99 } }] },
    }
    await fixture.deps.database
      .update(instances)
      .set({ train_resource: 'low', metadata_json: { pipeline: [chosen] } })
      .where(eq(instances.id, instance))
    const shown = { train: { epochs: 99, rate: 0.1, scaling: 'standard' } }
    const expected = { tier_asked: 'low', dataset_uri: chosen.dataset_uri, parameters: shown }
    for (const body of [{}, { pipeline: 'train' as const, parameters: { train: shown } }])
      expect(await fixture.info(await fixture.startAs('member', stream, body))).toMatchObject(expected)
  })
})

describe('an impossible start is refused with a sentence', () => {
  test.each<[string, object, unknown]>([
    [
      'data that are not there',
      { dataset_uri: 'datasets/b/' },
      'There is nothing at datasets/b/: upload the data there, or choose another address.',
    ],
    [
      "another workspace's bucket",
      { dataset_uri: 's3://second-bucket/datasets/' },
      's3://second-bucket/datasets/ is in another bucket: a run reads from s3://first-bucket/ only.',
    ],
    [
      'the whole bucket',
      { dataset_uri: 's3://first-bucket/' },
      's3://first-bucket/ is the whole bucket: name a folder or a file in it.',
    ],
    [
      'a path that climbs',
      { dataset_uri: 'datasets/../x' },
      'datasets/../x is not the address of a folder or a file in the bucket.',
    ],
    [
      'another scheme',
      { dataset_uri: 'https://example.org/a.csv' },
      'https://example.org/a.csv is not an address in the bucket: write s3://first-bucket/… or a path.',
    ],
    ['a model for training', { model_from: 'x' }, 'A training run uses no model: leave model_from out.'],
    ['a model that is none', { pipeline: 'inference', model_from: 'x' }, 'No model of penguins is called x.'],
    [
      'metadata changed elsewhere',
      { metadata_json: { ...metadataForTests(), name: 'other' } },
      'The metadata differs from version 3 at name. A run may choose dataset_uri, selected_user_parameters and resource.default only.',
    ],
    [
      'wrong parameters, each on its field',
      { parameters: { train: { train: { epochs: 500, colour: 1 }, nostep: {} } } },
      [
        {
          loc: ['body', 'parameters', 'train', 'train', 'epochs'],
          msg: 'epochs: 500 is above the highest allowed value 200.',
          type: 'value_error',
        },
        {
          loc: ['body', 'parameters', 'train', 'train', 'colour'],
          msg: 'colour: step "train" has no such parameter; it has epochs, rate, scaling.',
          type: 'value_error',
        },
      ],
    ],
  ])('%s', async (_, body, detail) => {
    expect(await refused(body)).toEqual(detail)
  })

  test('a step that does not exist', async () => {
    expect(await refused({ parameters: { train: { nostep: { a: 1 } } } })).toMatchObject([
      { loc: ['body', 'parameters', 'train', 'nostep'] },
    ])
  })

  test('inference before any training, and after one that left no model', async () => {
    const fresh = await addStream(fixture, fixture.people.first.id, metadataForTests(), 'fresh')
    expect(await refused({ pipeline: 'inference' }, fresh.stream)).toBe(
      'fresh has no model yet. Train it first.',
    )
    const id = await fixture.startAs('member', fresh.stream)
    await fixture.loop.tick()
    fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({
      state: 'succeeded',
      model_version: '',
      detail: 'Finished. It wrote nothing to PODIUM_OUTPUT_DIR/model, so there is no model to download.',
    })
    expect(await refused({ pipeline: 'inference' }, fresh.stream)).toBe(
      'fresh has no model yet. Train it first.',
    )
  })

  test('a pipeline the version does not have', async () => {
    const { pipeline, ...rest } = metadataForTests()
    const only = await addStream(
      fixture,
      fixture.people.first.id,
      { ...rest, pipeline: pipeline.slice(1) },
      'only-inference',
    )
    expect(await refused({ pipeline: 'train' }, only.stream)).toBe(
      'Version 3 of only-inference has no train pipeline.',
    )
    expect(await fixture.info(await fixture.startAs('member', only.stream))).toMatchObject({
      pipeline: 'inference',
    })
  })

  test('a draft instance', async () => {
    const draft = await addStream(fixture, fixture.people.first.id, metadataForTests(), 'draft')
    await fixture.deps.database.update(instances).set({ draft: true }).where(eq(instances.id, draft.instance))
    const answer = await fixture.as('member').ask(startRun, { params: { id: draft.stream }, body: {} })
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { detail: 'This instance is a draft. Complete it before using it.' },
    ])
  })

  test('a refused start does not use a number', async () => {
    const before = await fixture.info(await fixture.start())
    await refused({ dataset_uri: 'datasets/b/' })
    const after = await fixture.info(await fixture.start())
    const numberOf = (name: string) => Number(name.split('-').at(-1))
    expect(numberOf(after.name)).toBe(numberOf(before.name) + 1)
  })
})

describe('tiers', () => {
  test('a missing tier is replaced by the nearest; both are recorded, and the machine is the limit', async () => {
    await fixture.setTiers([{ name: 'low', instance: '2cpu-64gib' }])
    const id = await fixture.start({ execution_spec: 'high' })
    expect(await fixture.info(id)).toMatchObject({
      tier_asked: 'high',
      tier_given: 'low',
      execution_spec: 'low',
      instance_type: '2cpu-64gib',
      asked: { cpu: 2, memory_mib: 65_536, gpu: 0 },
    })
    await fixture.setTiers([])
  })

  test('refuses a tier of an unknown instance type and names it', async () => {
    await fixture.setTiers([{ name: 'standard', instance: 'nonsense' }])
    expect(await refused({})).toMatch(/^The tier standard of this workspace uses the instance type nonsense/)
    await fixture.setTiers([])
  })

  test('a run that asks for a GPU never starts without one', async () => {
    await fixture.setTiers([{ name: 'low', instance: '1cpu-1gib' }])
    expect(await refused({ execution_spec: 'high-gpu' })).toBe('This workspace has no GPU tier: choose Low.')
    await fixture.setTiers([{ name: 'low-gpu', instance: '1cpu-1gib' }])
    expect(await refused({ execution_spec: 'standard-gpu' })).toBe(
      'The tier low-gpu of this workspace uses the instance type 1cpu-1gib, which has no GPU: choose High, Standard or Low, or have an administrator choose another type.',
    )
    await fixture.setTiers([])
    expect(await refused({ execution_spec: 'low-gpu' })).toBe(
      'This workspace has no GPU tier: choose High, Standard or Low.',
    )
  })

  test('a GPU tier on a machine without GPU is refused at the start', async () => {
    const gpu = { instance_type: 'gpu', vcpu: 1, memory_gib: 1, gpu_count: 1, gpu_name: 'T4', source: 'test' }
    const memory = createMemoryEngine()
    const engine = {
      ...memory,
      instanceType: (name: string) => (name === 'gpu' ? gpu : memory.instanceType(name)),
    }
    const small = await createRunFixture({ engine })
    await small.setTiers([{ name: 'high-gpu', instance: 'gpu' }])
    const body = { execution_spec: 'high-gpu' }
    const answer = await small.as('member').ask(startRun, { params: { id: small.ids.stream }, body })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      'This machine has no GPU: choose High, Standard or Low.',
    ])
    for (const [low, advice] of [
      ['1cpu-1gib', 'choose Low'],
      ['gpu', 'ask an administrator for a tier without GPU'],
    ] as const) {
      await small.setTiers([
        { name: 'high-gpu', instance: 'gpu' },
        { name: 'low', instance: low },
      ])
      const refused = await small.as('member').ask(startRun, { params: { id: small.ids.stream }, body })
      expect(refused.json().detail).toBe(`This machine has no GPU: ${advice}.`)
    }
    await small.close()
  })
})

describe('a pipeline without a command', () => {
  test('fails with a sentence on an engine without containers', async () => {
    const memory = createMemoryEngine()
    const capabilities = { ...(await memory.capabilities()), containers: false }
    const { pipeline, ...rest } = metadataForTests()
    const metadata = {
      ...rest,
      pipeline: [{ ...pipeline[0], command: null, container_uri: 'registry/penguins:v3' }],
    }
    const plain = await createRunFixture({
      engine: { ...memory, capabilities: async () => capabilities },
      metadata,
    })
    const id = await plain.start()
    await plain.loop.tick()
    expect(await plain.info(id)).toMatchObject({
      state: 'failed',
      detail:
        'The train pipeline names no command, only the container registry/penguins:v3, and this engine runs no containers: register a version with a command.',
    })
    await plain.close()
  })

  const source = (source_uri: string) => {
    const { pipeline, ...rest } = metadataForTests()
    return { ...rest, pipeline: [{ ...pipeline[0], source_uri }] }
  }

  test.each([
    ['in the bucket of another workspace', 's3://second-bucket/source.tar.gz', 'is in another bucket'],
    ['that is a folder', 's3://first-bucket/ai-solutions/none/', 'is a folder: register a version whose'],
    ['that is not there', 's3://first-bucket/none.tar.gz', 'There is nothing at s3://first-bucket/none'],
    ['with a name that no object has', `s3://first-bucket/${'x'.repeat(300)}/a.tar.gz`, 'bucket'],
  ])('refuses code %s at the start', async (name, address, sentence) => {
    const { stream } = await addStream(
      fixture,
      fixture.people.first.id,
      source(address),
      name.replaceAll(' ', '-'),
    )
    expect(await refused({}, stream)).toContain(sentence)
  })

  test('fails if its code was removed before its turn', async () => {
    const address = 's3://first-bucket/going/source.tar.gz'
    const { deps, loop, start, info, close } = await createRunFixture({ metadata: source(address) })
    await deps.objects.put('first-bucket', 'going/source.tar.gz', Readable.from(['code']))
    const id = await start()
    await deps.objects.remove('first-bucket', 'going/source.tar.gz')
    await loop.tick()
    expect(deps.engine.submitted).toEqual([])
    expect(await info(id)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining(`There is nothing at ${address}`),
    })
    await close()
  })
})

describe('inference', () => {
  test('reads the newest model of the stream, or the named one', async () => {
    const trained = await createRunFixture()
    const { engine } = trained.deps
    const train = async () => {
      const id = await trained.start()
      await trained.loop.tick()
      engine.output(trained.key(id), 'model/weights.json', id)
      engine.end(trained.key(id), { outcome: 'succeeded' })
      await trained.loop.tick()
      return id
    }
    const [first, second] = [await train(), await train()]
    expect((await trained.info(second)).model_version).toBe('3.2')
    const pathOf = (id: string) => `streams/${trained.ids.stream}/${id}/1/model.tar.gz`
    for (const [body, from] of [
      [{ pipeline: 'inference' as const }, second],
      [{ pipeline: 'inference' as const, model_from: first }, first],
    ] as const) {
      const id = await trained.start(body)
      await trained.loop.tick()
      const spec = engine.submitted.find(({ run }) => run === id)
      expect(spec).toMatchObject({
        mode: 'inference',
        model: { bucket: 'first-bucket', path: pathOf(from), archive: true },
      })
      expect(await trained.info(id)).toMatchObject({ model_from: from, model_version: '' })
    }
    await trained.close()
  })
})
