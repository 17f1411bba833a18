import type { TierChoice } from '@podium/contract/calls/choices.ts'
import type { InstanceDetail } from '@podium/contract/calls/instances.ts'
import type { Tier } from '@podium/contract/rules/tiers.ts'
import { expect, test } from 'vitest'
import { freeName } from '../components/free-name.ts'
import { allocationSentence, tierPlan } from '../components/tier-words.ts'
import { instanceCalled, runCalled, SOLUTION, streamCalled, VERSION } from '../testing/sample-objects.ts'
import { leftBehind, runProblems } from './run-problems.ts'
import {
  draftOf,
  instanceDisabledReason,
  openingState,
  type RunAction,
  type RunDraft,
  type RunState,
  runOf,
  runReducer,
  targetOf,
} from './run-state.ts'

const offer = {
  streams: [streamCalled('line-3')],
  instances: [instanceCalled('vision-line-3')],
  solutions: [SOLUTION],
}
const target = (search: Record<string, string>, offered = offer) => targetOf(draftOf(search), offered)

/** Returns the state of a form that opened with the draft, after these actions. */
const after = (actions: RunAction[], draft = draftOf({})): RunState =>
  actions.reduce(runReducer, openingState(draft))

test('suggests the newest stream, or a first instance and stream of a solution', () => {
  expect(target({})).toMatchObject({ kind: 'stream', stream_name: 'line-3', version_num: 4 })
  expect(target({}, { ...offer, streams: [], instances: [] })).toMatchObject({
    kind: 'new-instance',
    instance_name: 'vision-v4',
    stream_name: 'vision-v4',
    version_num: 4,
  })
})

test('returns the wanted name if it is free, else the first free one with a number', () => {
  expect(freeName('vision-v4', ['Vision-v4', 'vision-v4-2'])).toBe('vision-v4-3')
  expect(freeName('a', ['b'])).toBe('a')
})

test('keeps the stream that the form began with, whichever runs meanwhile', () => {
  const [one, other] = [streamCalled('line-3'), streamCalled('line-4')]
  const { draft } = after([{ type: 'pin', offer: { ...offer, streams: [one, other] } }])
  expect(targetOf(draft, { ...offer, streams: [other, one] }).stream?.name).toBe('line-3')
  const empty = { ...offer, streams: [], instances: [] }
  expect(targetOf(after([{ type: 'pin', offer: empty }]).draft, offer).kind).toBe('new-instance')
})

test('chooses for a solution the stream of the named version that ran last', () => {
  const wear = { solution_id: 'id-wear', solution_name: 'wear' }
  const streams = [
    streamCalled('line-3'),
    streamCalled('worn-renamed', { ...wear, version_num: 2, last_run_at: '2026-11-01T00:00:00.000Z' }),
    streamCalled('worn', { ...wear, version_num: 2, last_run_at: '2026-11-20T00:00:00.000Z' }),
    streamCalled('worn-unused', { ...wear, version_num: 2, last_run_at: null }),
    streamCalled('worn-first', { ...wear, version_num: 1, last_run_at: '2026-11-10T00:00:00.000Z' }),
  ]
  const of = (search: Record<string, string>) => {
    const { kind, stream, solution } = draftOf(search, undefined, streams)
    return { kind, stream, solution }
  }
  expect(of({ solution: 'id-wear' })).toMatchObject({ kind: 'stream', stream: 'id-worn' })
  expect(of({ solution: 'id-wear', version: '1' })).toMatchObject({ kind: 'stream', stream: 'id-worn-first' })
  expect(of({ solution: 'id-wear', version: '3' })).toMatchObject({ kind: 'new-instance', stream: '' })
  expect(of({ solution: 'id-none' })).toMatchObject({ kind: 'new-instance', solution: 'id-none' })
  expect(of({ solution: 'id-wear', instance: 'id-press' })).toMatchObject({ kind: 'new-stream', stream: '' })
})

test('suggests nothing in place of a missing target', () => {
  expect(target({ stream: 'id-gone' })).toMatchObject({ kind: 'stream', stream: null, solution: null })
  expect(target({ instance: 'id-gone' })).toMatchObject({ kind: 'new-stream', instance: null })
  expect(target({ solution: 'id-gone' })).toMatchObject({ kind: 'new-instance', solution: null })
})

test('suggests a new stream on the previous instance, and a new instance of the previous solution', () => {
  const other = { solution_id: 'id-wear', solution_name: 'wear', version_num: 1 }
  const two = {
    streams: [streamCalled('line-3'), streamCalled('worn', { ...other, instance_id: 'id-wear-press' })],
    instances: [instanceCalled('vision-line-3'), instanceCalled('wear-press', other)],
    solutions: [SOLUTION, { ...SOLUTION, id: 'id-wear', name: 'wear' }],
  }
  const draft = { ...draftOf({ stream: 'id-worn' }), kind: 'new-stream' } as const
  expect(targetOf(draft, two).instance?.name).toBe('wear-press')
  expect(targetOf({ ...draft, kind: 'new-instance' }, two).solution?.name).toBe('wear')
  const chosen = { ...draft, instance: 'id-vision-line-3' }
  expect(targetOf(chosen, two).instance?.name).toBe('vision-line-3')
  expect(targetOf({ ...chosen, kind: 'new-instance' }, two).solution?.name).toBe('vision')
  const coupled = [instanceCalled('vision-line-3'), instanceCalled('wear-press', { ...other, coupled: true })]
  expect(targetOf(draft, { ...two, instances: coupled }).instance?.name).toBe('vision-line-3')
})

test('accepts no new stream on a draft or on a coupled instance that has its stream', () => {
  expect(instanceDisabledReason(instanceCalled('a'))).toBeUndefined()
  expect(instanceDisabledReason(instanceCalled('a', { draft: true }))).toBe('draft')
  expect(instanceDisabledReason(instanceCalled('a', { coupled: true }))).toBe('coupled to its stream')
  expect(instanceDisabledReason(instanceCalled('a', { coupled: true, stream_count: 0 }))).toBeUndefined()
})

test('copies stream, pipeline, data, tier and parameters of a run to repeat', () => {
  const from = runCalled('line-3-12', { tier_asked: 'low', dataset_uri: ['s3://b/datasets/x/'] })
  expect(draftOf({ from: from.id }, from)).toMatchObject({
    kind: 'stream',
    stream: 'id-line-3',
    pipeline: 'train',
    data: 'set',
    dataset: ['s3://b/datasets/x/'],
    tier: 'low',
    copied: { train: { train: { epochs: 40 } } },
  })
  const sample = runCalled('a', { dataset_uri: ['s3://b/ai-solutions/vision/v4/train/data/'] })
  expect(draftOf({}, sample)).toMatchObject({ data: 'sample', dataset: [] })
})

test('requests the tier of the instance, the version, else standard, and allocates the nearest', () => {
  const draft = draftOf({})
  const low = instanceCalled('a', { execution_specs: { train: 'low' } })
  const lowElsewhere = instanceCalled('b', { train_resource: 'low' })
  const plan = (chosen: RunDraft, instance: InstanceDetail | null, names: readonly Tier[]) => {
    const run = runOf(chosen, null, VERSION, instance)
    if (!run) throw new Error('The version has no pipeline.')
    const set = names.map((name) => ({ name }))
    return tierPlan(run.choices.tier, set)
  }
  expect(plan(draft, low, ['low'])).toEqual({ asked: 'low', by: 'instance', allocated: 'low', instead: null })
  expect(plan(draft, lowElsewhere, ['low'])).toEqual({
    asked: 'low',
    by: 'instance',
    allocated: 'low',
    instead: null,
  })
  expect(plan(draft, null, ['low'])).toEqual({
    asked: 'high',
    by: 'version',
    allocated: 'low',
    instead: null,
  })
  expect(plan({ ...draft, tier: 'standard' }, low, [])).toEqual({
    asked: 'standard',
    by: 'run',
    allocated: null,
    instead: null,
  })
})

test('says which tier is allocated in place of the requested one', () => {
  const said = (asked: Tier, by: TierChoice['by'], set: Tier[]) =>
    allocationSentence(
      tierPlan(
        { tier: asked, by },
        set.map((name) => ({ name })),
      ),
    )
  expect(said('high', 'version', ['low'])).toBe(
    'The version requests High, which is not set in this workspace: the run gets Low, the nearest.',
  )
  expect(said('standard', 'default', [])).toBe(
    "Standard is not set, and there is no similar tier: the run gets the engine's default, 1 vCPU and 1 GiB.",
  )
  expect(said('high-gpu', 'version', ['low', 'high'])).toBe(
    'The version requests High-GPU, which is not set, and this workspace has no GPU tier: choose High or Low.',
  )
  expect(said('low-gpu', 'run', [])).toBe(
    'You request Low-GPU, which is not set, and this workspace has no GPU tier: choose High, Standard or Low.',
  )
  expect(said('low', 'run', ['low'])).toBeNull()
})

test('offers no pipeline that the instance turned off', () => {
  const off = instanceCalled('vision-line-3', { modes: { train: { on: false } } })
  expect(runOf(draftOf({}), null, VERSION, off)).toMatchObject({
    modes: ['inference'],
    mode: 'inference',
  })
  const nothing = { ...off, modes: { train: { on: false }, inference: { on: false } } }
  expect(runOf(draftOf({}), null, VERSION, nothing)).toBeNull()
})

test('begins with the values of the stream, then of its instance, then of the version', () => {
  const instance = instanceCalled('vision-line-3', {
    modes: { train: { on: true, parameters: { train: { epochs: 40, title: 'Line' } } } },
  })
  const stream = streamCalled('line-3', { parameters: { train: { train: { epochs: 50 } } } })
  const received = (draft: RunDraft) => runOf(draft, stream, VERSION, instance)?.parameters.received.train
  expect(received(draftOf({}))).toMatchObject({ epochs: 50, title: 'Line', backbone: 'a' })
  const { draft } = after([{ type: 'use defaults' }])
  expect(received(draft)).toMatchObject({ epochs: 30, title: 'Report', backbone: 'a' })
})

test('assumes that a model in the address belongs to the solution that runs', () => {
  const { draft } = after([{ type: 'pin', offer }], draftOf({ stream: 'id-line-3', model: 'id-line-3-11' }))
  expect(draft.model).toEqual({ run: 'id-line-3-11', solution: SOLUTION.id })
})

test('remembers a choice found by a search, and drops the refusal when another target is chosen', () => {
  const refused = after([{ type: 'try' }, { type: 'refuse', sentence: 'The engine does not answer.' }])
  expect(refused).toMatchObject({ isTyped: false, tries: 1, refusal: 'The engine does not answer.' })
  expect(runReducer(refused, { type: 'choose', part: { tier: 'low' } }).refusal).not.toBe('')
  const far = streamCalled('line-900')
  const elsewhere = runReducer(refused, {
    type: 'choose',
    part: { stream: far.id },
    found: { streams: [far] },
  })
  expect(elsewhere).toMatchObject({ isTyped: true, refusal: '', found: { streams: [far] } })
})

test('counts a refused parameter as a try, and drops the refusal with the next edit', () => {
  const messages = { 'parameters.train.train.epochs': 'epochs: too many.' }
  const refused = after([{ type: 'try' }, { type: 'refuse fields', messages }])
  expect(refused).toMatchObject({ tries: 2, refused: messages })
  expect(runReducer(refused, { type: 'enter', key: 'k', entry: '5' })).toMatchObject({
    refused: {},
    draft: { entries: { k: '5' } },
  })
  expect(runReducer(refused, { type: 'use defaults' }).refused).toEqual({})
})

test.each([
  ['stream', { stream: 'id-line-3' }, 'This stream was deleted in the meantime. Choose another.'],
  [
    'new-stream',
    { instance: 'id-vision-line-3' },
    'This instance was deleted in the meantime. Choose another.',
  ],
  ['new-instance', { solution: 'id-vision' }, 'This version was deleted in the meantime. Choose another.'],
] as const)('keeps naming a deleted target of kind %s', (kind, named, refusal) => {
  const lost = targetOf({ ...draftOf({}), kind }, offer)
  expect(after([{ type: 'lose target', target: lost }])).toMatchObject({ draft: named, refusal })
})

test('returns the problems by field', () => {
  const check = (search: Record<string, string>, over: Partial<RunDraft> = {}, rest = {}) => {
    const draft = { ...draftOf(search), ...over }
    const found = runProblems({
      draft,
      target: targetOf(draft, offer),
      taken: { instance: false, stream: false },
      folder: 'line-3',
      files: 0,
      modelNeeded: false,
      ...rest,
    })
    return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== undefined))
  }
  expect(check({})).toEqual({})
  expect(Object.keys(check({ stream: 'id-gone' }))).toEqual(['stream'])
  expect(Object.keys(check({ instance: 'id-gone' }))).toEqual(['instance', 'stream_name'])
  expect(check({ instance: 'id-vision-line-3' }, { stream_name: 'x'.repeat(500) }).stream_name).toMatch(
    /^Use at most/,
  )
  const taken = { instance: true, stream: false }
  expect(Object.keys(check({ solution: 'id-vision' }, {}, { taken }))).toEqual(['instance_name'])
  expect(Object.keys(check({}, {}, { modelNeeded: true }))).toEqual(['model'])
  expect(check({}, { data: 'set' })).toEqual({ dataset: 'Choose a data set.' })
  expect(Object.keys(check({}, { data: 'upload' }, { folder: '../x' }))).toEqual(['files', 'folder'])
  expect(check({}, { data: 'upload' }, { folder: 'a/b-1', files: 1 })).toEqual({})
})

test('says which choices another target does not offer', () => {
  const off = instanceCalled('vision-line-3', { modes: { inference: { on: false } } })
  const draft: RunDraft = { ...draftOf({ pipeline: 'inference' }), model: { run: 'r', solution: 'id-wear' } }
  const run = runOf(draft, null, VERSION, off)
  if (!run) throw new Error('Nothing runs.')
  expect(leftBehind(draft, run, targetOf(draft, offer))).toEqual({
    pipeline: 'There is no inference pipeline here, so train is chosen.',
    model: 'The model you chose belongs to another solution.',
    parameters: '',
  })
})

test('keeps the program and the version of the run that it begins from, with all that was typed, on its stream', () => {
  const program = { command: ['python', 'train.py'], arguments: [{ name: 'verbose', flag: '--verbose' }] }
  const from = runCalled('line-3-1', {
    stream_id: 'id-line-3',
    version_num: 9,
    solution_version_id: 'id-of-9',
    parameters: { main: { verbose: true, quiet: false } },
    metadata_json: { pipeline: [{ type: 'train', ...program }] },
  })
  const draft = draftOf({ from: from.id }, from)
  const [stream, other] = [streamCalled('line-3'), streamCalled('line-4')]
  const streams = [stream, other]
  expect(targetOf(draft, { ...offer, streams }).version_num).toBe(9)
  expect(targetOf({ ...draft, stream: other.id }, { ...offer, streams }).version_num).toBe(other.version_num)
  const fieldsOn = (on: typeof stream) =>
    runOf(draft, on, VERSION, null)?.parameters.fields.map(({ field }) => field.name) ?? []
  expect(fieldsOn(stream)).toContain('verbose')
  expect(fieldsOn(stream)).not.toContain('quiet')
  expect(fieldsOn(other)).not.toContain('verbose')
})
