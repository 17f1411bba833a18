import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})

describe('the life of a run', () => {
  test('is queued, started, observed and stored', async () => {
    const id = await fixture.start({ parameters: { train: { train: { epochs: 50 } } } })
    expect(await fixture.info(id)).toMatchObject({
      name: 'penguins-1',
      state: 'queued',
      status: 'pending',
      queue_place: 1,
      pipeline: 'train',
      tier_asked: 'standard',
      tier_given: '',
      asked: { cpu: 1, memory_mib: 1024, gpu: 0 },
      granted: null,
      parameters: { train: { epochs: 50, rate: 0.1, scaling: 'standard' } },
      default_parameters: { train: { epochs: 20, rate: 0.1, scaling: 'standard' } },
      created_by: 'The member',
      model_version: '',
    })

    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({ state: 'starting', status: 'pending', queue_place: null })

    const { engine } = fixture.deps
    engine.start(fixture.key(id))
    engine.progress(fixture.key(id), { fraction: 0.5, step: 'train', message: 'epoch 25/50' })
    engine.log(fixture.key(id), 'process', 'one\ntwo\n')
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({
      state: 'running',
      status: 'running',
      detail: 'Running.',
      progress: { fraction: 0.5, step: 'train', message: 'epoch 25/50' },
      granted: { cpu: 1, memory_mib: 1024, gpu: 0 },
      log_types: [{ log_type: 'process', size: 8 }],
    })

    engine.output(fixture.key(id), 'metrics.json', '{"accuracy":0.97,"note":"text","rows":333}')
    engine.output(fixture.key(id), 'model/model.json', '{}')
    engine.end(fixture.key(id), { outcome: 'succeeded' })
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({
      state: 'succeeded',
      status: 'succeeded',
      detail: 'Finished.',
      exit_code: 0,
      metrics: { accuracy: 0.97, rows: 333 },
      raw: { warnings: ['metrics.json: only numbers are kept. Left out: note.'] },
      model_version: '3.1',
      stored: true,
      artifact_bytes: 44,
      log_types: [{ log_type: 'process', size: 8 }],
    })
    expect(await engine.inspect([fixture.key(id)])).toEqual([{ phase: 'absent' }])
  })
})

test("a value that the version's author selected counts as its default, not as a change", async () => {
  const metadata = metadataForTests()
  const [train] = metadata.pipeline
  const parameters = train?.parameters as { selected_user_parameters: unknown[] }
  parameters.selected_user_parameters = [{ step: 'train', args: { epochs: 60 } }]
  const { stream } = await addStream(fixture, fixture.people.first.id, metadata, 'selected')
  const { parameters: used, default_parameters } = await fixture.info(await fixture.startAs('member', stream))
  expect(used.train?.epochs).toBe(60)
  expect(default_parameters).toEqual(used)
})
