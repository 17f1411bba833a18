import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRunStage, type RunStage } from './testing/run-stage.ts'

let stage: RunStage
beforeAll(async () => {
  stage = await createRunStage()
})
afterAll(() => stage.close())

describe('the life of a run', () => {
  test('is queued, started, observed and kept', async () => {
    const id = await stage.start({ parameters: { train: { train: { epochs: 50 } } } })
    expect(await stage.info(id)).toMatchObject({
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

    await stage.loop.tick()
    expect(await stage.info(id)).toMatchObject({ state: 'starting', status: 'pending', queue_place: null })

    const { engine } = stage.deps
    engine.start(stage.key(id))
    engine.progress(stage.key(id), { fraction: 0.5, step: 'train', message: 'epoch 25/50' })
    engine.log(stage.key(id), 'process', 'one\ntwo\n')
    await stage.loop.tick()
    expect(await stage.info(id)).toMatchObject({
      state: 'running',
      status: 'running',
      detail: 'Running.',
      progress: { fraction: 0.5, step: 'train', message: 'epoch 25/50' },
      granted: { cpu: 1, memory_mib: 1024, gpu: 0 },
      log_types: [{ log_type: 'process', size: 8 }],
    })

    engine.output(stage.key(id), 'metrics.json', '{"accuracy":0.97,"note":"text","rows":333}')
    engine.output(stage.key(id), 'model/model.json', '{}')
    engine.end(stage.key(id), { outcome: 'succeeded' })
    await stage.loop.tick()
    expect(await stage.info(id)).toMatchObject({
      state: 'succeeded',
      status: 'succeeded',
      detail: 'Finished.',
      exit_code: 0,
      metrics: { accuracy: 0.97, rows: 333 },
      raw: { warnings: ['metrics.json: note left out; only numbers are kept.'] },
      model_version: '3.1',
      stored: true,
      artifact_bytes: 44,
      log_types: [{ log_type: 'process', size: 8 }],
    })
    expect(await engine.inspect([stage.key(id)])).toEqual([{ phase: 'absent' }])
  })
})
