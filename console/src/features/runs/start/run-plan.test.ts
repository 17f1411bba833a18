import type { InstanceDetail } from '@podium/contract/instances.ts'
import type { Tier } from '@podium/contract/tiers.ts'
import { expect, test } from 'vitest'
import { freeName } from '../components/free-name.ts'
import { givenSentence, impossible, limitSentence, tierPlan } from '../components/tier-words.ts'
import { instanceCalled, runCalled, SOLUTION, streamCalled, VERSION } from '../testing/sample-objects.ts'
import { draftOf, type RunDraft } from './run-draft.ts'
import { begunAt, choicesOf, filledOf, placeOf, runOf, whyNotServing } from './run-plan.ts'

const offer = {
  streams: [streamCalled('line-3')],
  instances: [instanceCalled('vision-line-3')],
  solutions: [SOLUTION],
}
const place = (search: Record<string, string>, given = offer) => placeOf(draftOf(search, undefined), given)

test('without a word the newest stream runs, or a solution gets its first instance and stream', () => {
  expect(place({})).toMatchObject({ target: 'stream', stream_name: 'line-3', version_num: 4 })
  expect(place({}, { ...offer, streams: [], instances: [] })).toMatchObject({
    target: 'new-instance',
    instance_name: 'vision-v4',
    stream_name: 'vision-v4',
    version_num: 4,
  })
})

test('a free name is the wanted one, or the first with a number that nobody has', () => {
  expect(freeName('vision-v4', ['Vision-v4', 'vision-v4-2'])).toBe('vision-v4-3')
  expect(freeName('a', ['b'])).toBe('a')
})

test('the stream that a form began on stays, whichever runs meanwhile', () => {
  const [one, other] = [streamCalled('line-3'), streamCalled('line-4')]
  const draft = begunAt(draftOf({}, undefined), { ...offer, streams: [one, other] })
  expect(placeOf(draft, { ...offer, streams: [other, one] }).stream?.name).toBe('line-3')
  const empty = { ...offer, streams: [], instances: [] }
  expect(placeOf(begunAt(draftOf({}, undefined), empty), offer).target).toBe('new-instance')
})

test('what is named and not there is replaced by nothing', () => {
  expect(place({ stream: 'id-gone' })).toMatchObject({ target: 'stream', stream: null, solution: null })
  expect(place({ instance: 'id-gone' })).toMatchObject({ target: 'new-stream', instance: null })
  expect(place({ solution: 'id-gone' })).toMatchObject({ target: 'new-instance', solution: null })
})

test('a new stream stands on the instance, and a new instance on the solution, that stood there before', () => {
  const other = { solution_id: 'id-wear', solution_name: 'wear', version_num: 1 }
  const two = {
    streams: [streamCalled('line-3'), streamCalled('worn', { ...other, instance_id: 'id-wear-press' })],
    instances: [instanceCalled('vision-line-3'), instanceCalled('wear-press', other)],
    solutions: [SOLUTION, { ...SOLUTION, id: 'id-wear', name: 'wear' }],
  }
  const draft = { ...draftOf({ stream: 'id-worn' }, undefined), target: 'new-stream' } as const
  expect(placeOf(draft, two).instance?.name).toBe('wear-press')
  expect(placeOf({ ...draft, target: 'new-instance' }, two).solution?.name).toBe('wear')
  const chosen = { ...draft, instance: 'id-vision-line-3' }
  expect(placeOf(chosen, two).instance?.name).toBe('vision-line-3')
  expect(placeOf({ ...chosen, target: 'new-instance' }, two).solution?.name).toBe('vision')
  const coupled = [instanceCalled('vision-line-3'), instanceCalled('wear-press', { ...other, coupled: true })]
  expect(placeOf(draft, { ...two, instances: coupled }).instance?.name).toBe('vision-line-3')
})

test('drafts, and coupled instances that have their stream, serve no other', () => {
  expect(whyNotServing(instanceCalled('a'))).toBeUndefined()
  expect(whyNotServing(instanceCalled('a', { draft: true }))).toBe('draft')
  expect(whyNotServing(instanceCalled('a', { coupled: true }))).toBe('coupled to its stream')
  expect(whyNotServing(instanceCalled('a', { coupled: true, stream_count: 0 }))).toBeUndefined()
})

test('a run to repeat brings its stream, pipeline, data, tier and parameters along', () => {
  const from = runCalled('line-3-12', { tier_asked: 'low', dataset_uri: ['s3://b/datasets/x/'] })
  expect(draftOf({ from: from.id }, from)).toMatchObject({
    target: 'stream',
    stream: 'id-line-3',
    pipeline: 'train',
    data: 'set',
    dataset: ['s3://b/datasets/x/'],
    tier: 'low',
    given: { train: { train: { epochs: 40 } } },
  })
  const sample = runCalled('a', { dataset_uri: ['s3://b/ai-solutions/vision/v4/train/data/'] })
  expect(draftOf({}, sample)).toMatchObject({ data: 'sample', dataset: [] })
})

test('the tier asked for is the instance’s, the version’s, else standard, and the nearest is given', () => {
  const draft = draftOf({}, undefined)
  const low = instanceCalled('a', { execution_specs: { train: 'low' } })
  const lowElsewhere = instanceCalled('b', { train_resource: 'low' })
  const plan = (given: RunDraft, instance: InstanceDetail | null, names: readonly Tier[]) => {
    const run = runOf(given, { stream: null }, VERSION, instance)
    if (!run) throw new Error('The version has no pipeline.')
    const set = names.map((name) => ({ name }))
    return tierPlan(choicesOf(given, run).tier, set)
  }
  expect(plan(draft, low, ['low'])).toEqual({ asked: 'low', by: 'instance', given: 'low' })
  expect(plan(draft, lowElsewhere, ['low'])).toEqual({ asked: 'low', by: 'instance', given: 'low' })
  expect(plan(draft, null, ['low'])).toEqual({ asked: 'high', by: 'version', given: 'low' })
  expect(plan({ ...draft, tier: 'standard' }, low, [])).toEqual({ asked: 'standard', by: 'run', given: null })
})

test('what is given in place of what was asked is said', () => {
  expect(givenSentence({ asked: 'high', by: 'version', given: 'low' })).toBe(
    'The version asks for High, which is not set in this workspace: the run gets Low, the nearest.',
  )
  expect(givenSentence({ asked: 'standard', by: 'nobody', given: null })).toBe(
    "Standard is not set, nor is one near it: the run gets the engine's default, 1 CPU and 1 GiB.",
  )
  expect(givenSentence({ asked: 'low', by: 'run', given: 'low' })).toBeNull()
})

test('a tier that this machine cannot give says so', () => {
  const engine = {
    engine: 'local',
    containers: false,
    largest: { cpu: 1.75, memory_mib: 3584, gpu: 0 },
    notices: [],
    gaps: [],
    own_instance_type: null,
    disk: null,
  }
  const type = { vcpu: 4, memory_gib: 16, gpu_count: 0 }
  expect(limitSentence(type, engine)).toBe('here 1.75 CPU and 3.5 GiB')
  expect(limitSentence({ ...type, memory_gib: 2 }, engine)).toBe('here 1.75 CPU')
  expect(limitSentence({ vcpu: 1, memory_gib: 1, gpu_count: 0 }, engine)).toBeUndefined()
  expect(impossible('standard', { ...type, gpu_count: 1 }, engine)).toBe('This machine has no GPU.')
  expect(impossible('standard-gpu', undefined, engine)).toBe('This machine has no GPU.')
  expect(impossible('standard', type, engine)).toBeUndefined()
  const withGpu = { ...engine, largest: { ...engine.largest, gpu: 1 } }
  expect(impossible('standard-gpu', { ...type, gpu_count: 1 }, withGpu)).toBeUndefined()
  expect(impossible('high-gpu', { ...type, gpu_count: 4 }, withGpu)).toBe(
    'Needs 4 GPUs, and this machine has 1.',
  )
})

test('an instance offers no pipeline that it turned off', () => {
  const off = instanceCalled('vision-line-3', { modes: { train: { on: false } } })
  const stream = null
  expect(runOf(draftOf({}, undefined), { stream }, VERSION, off)).toMatchObject({
    modes: ['inference'],
    mode: 'inference',
  })
  const nothing = { ...off, modes: { train: { on: false }, inference: { on: false } } }
  expect(runOf(draftOf({}, undefined), { stream }, VERSION, nothing)).toBeNull()
})

test('a form begins with the values of the stream, over those of its instance, over those of the version', () => {
  const instance = instanceCalled('vision-line-3', {
    modes: { train: { on: true, parameters: { train: { epochs: 40, title: 'Line' } } } },
  })
  const stream = streamCalled('line-3', { parameters: { train: { train: { epochs: 50 } } } })
  const draft = draftOf({}, undefined)
  const run = runOf(draft, { stream }, VERSION, instance)
  if (!run) throw new Error('Nothing runs.')
  const filled = filledOf(draft, run)
  expect(filled.received.train).toMatchObject({ epochs: 50, title: 'Line', backbone: 'a' })
  const plain = filledOf({ ...draft, plain: true }, run)
  expect(plain.received.train).toMatchObject({ epochs: 30, title: 'Report', backbone: 'a' })
})
