import {
  type Entries,
  entryKey,
  fillFields,
} from '@podium/console/src/features/runs/components/parameters/parameter-values.ts'
import { createInstance } from '@podium/contract/calls/instances.ts'
import { readArtifact } from '@podium/contract/calls/run-files.ts'
import { followRuns, retryRun, startRun } from '@podium/contract/calls/runs.ts'
import { registerSolution } from '@podium/contract/calls/solutions.ts'
import { createStream } from '@podium/contract/calls/streams.ts'
import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import { parameterFields } from '@podium/contract/solution-metadata/parameters.ts'
import { type LocalHome, openLocalHome } from '@podium/engines/testing/local-home.ts'
import { beforeAll, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { type Reader, sentEvents } from '../runs/testing/sent-events.ts'
import { inFirst } from '../solutions/testing/seed.ts'

type Spec = Record<string, unknown> & { typed?: string | string[]; received?: unknown }

const choose = (selectable: unknown, more: Spec): Spec => ({ type: 'single_selection', selectable, ...more })
const chooseMany = (selectable: unknown, more: Spec): Spec => ({
  type: 'multi_selection',
  selectable,
  ...more,
})

/**
 * Every type in the notations that authors use for defaults, ranges and choices. `typed` is the value in the form
 * (for a choice its index), `received` the value that the program must read. Without `received` the program gets no
 * value of that name.
 */
const SPECS: Record<string, Spec> = {
  int_bare: { type: 'int', default: 30, range: [1, 100], received: 30 },
  int_wrapped: { type: 'int', default: [30], range: ['1', '100'], typed: '40', received: 40 },
  int_text: { type: 'int', default: ['30'], range: '1,100', received: 30 },
  int_negative: { type: 'int', default: 0, range: [10, -10], typed: '-3', received: -3 },
  int_large: { type: 'int', typed: '9007199254740991', received: 9007199254740991 },
  int_none: { type: 'int', range: [1, 100] },
  float_text: { type: 'float', default: '1e-3', range: ['0', '1'], received: 0.001 },
  float_typed: { type: 'float', default: [0.5], typed: '0.1', received: 0.1 },
  float_whole: { type: 'float', default: 1, range: ',5', typed: '5', received: 5 },
  text_bare: { type: 'string', default: 'Report', range: [2, 40], received: 'Report' },
  text_wrapped: {
    type: 'string',
    default: ['Report'],
    range: '2,40',
    typed: 'Überschrift "a" \\ 日本 🎉',
    received: 'Überschrift "a" \\ 日本 🎉',
  },
  text_number: { type: 'string', default: 7, received: '7' },
  text_comma: { type: 'string', default: 'a', typed: 'x, y', received: 'x, y' },
  text_list: { type: 'string', default: ['x', 'y'], received: ['x', 'y'] },
  text_list_typed: { type: 'string', default: ['x', 'y'], typed: '1, 2,3', received: ['1', '2', '3'] },
  text_none: { type: 'string', default: '' },
  one_bare: choose(['a', 'b'], { default: 'b', received: 'b' }),
  one_wrapped: choose('a, b', { default: ['b'], typed: '0', received: 'a' }),
  one_bool: choose([true, false], { default: 'True', received: true }),
  one_bool_typed: choose([true, false], { default: [true], typed: '1', received: false }),
  bool_bare: { type: 'bool', default: true, received: true },
  bool_word: { type: 'bool', default: ['False'], received: false },
  bool_typed: { type: 'boolean', default: true, typed: '1', received: false },
  bool_typed_alone: { type: 'flag', typed: '0', received: true },
  bool_none: { type: 'bool' },
  bool_of_author: { type: 'bool', default: false, received: true },
  bool_of_instance: { type: 'bool', default: false, received: true },
  one_number: choose([8, 16], { default: ['16'], received: 16 }),
  one_free: { type: 'single_selection', default: 5, typed: '6', received: 6 },
  many_list: chooseMany(['a', 'b', 'c'], { default: ['a', 'c'], received: ['a', 'c'] }),
  many_comma: chooseMany('a, b,c', { default: 'a,c', typed: ['b'], received: ['b'] }),
  many_bare: chooseMany(['a', 'b'], { default: 'b', received: ['b'] }),
  many_bool: chooseMany([true, false], { default: ['true', 'False'], received: [true, false] }),
  many_free: { type: 'multi_selection', default: [1, 2], typed: '3, 4', received: [3, 4] },
  many_nested: chooseMany([['a', 'b']], { default: [['b']], received: ['b'] }),
  many_beyond: chooseMany(['a'], { default: ['a', 'z'], received: ['a', 'z'] }),
  one_beyond: choose(['a'], { default: 'z', received: 'z' }),
  int_beyond: { type: 'int', default: 900, range: [1, 100], received: 900 },
  text_commas: { type: 'string', default: ['x, y', 'z'], received: ['x, y', 'z'] },
  unknown_type: { type: 'path', default: 'data/', received: 'data/' },
  toString: { type: 'int', default: 1, received: 1 },
  of_candidate: { type: 'int', range: [0, 9], received: 5 },
  of_author: { type: 'int', default: 1, received: 6 },
  of_instance: { type: 'int', default: 1, received: 11 },
  of_stream: { type: 'int', default: 1, received: 22 },
  of_run: { type: 'int', default: 1, typed: '33', received: 33 },
  back_to_default: { type: 'int', default: 1, typed: '1', received: 1 },
}

const args = Object.entries(SPECS).map(([name, { typed: _, received: __, ...spec }]) => ({ name, ...spec }))
const pipeline: Pipeline = {
  type: 'train',
  command: ['sh', '-c', 'cp "$PODIUM_PARAMETERS_FILE" "$PODIUM_METADATA_FILE" "$PODIUM_OUTPUT_DIR"'],
  parameters: {
    candidate_parameters: [{ step: 'first', args: [{ of_candidate: 5 }], ui_args: ['of_candidate'] }],
    selected_user_parameters: [{ step: 'first', args: { of_author: '6', bool_of_author: 'true' } }],
    user_parameters: [
      { step: 'first', args },
      { step: 'second', args: [{ name: 'int_bare', type: 'int', default: [2] }] },
    ],
  },
}
const ofInstance = {
  first: { bool_of_instance: 'true', of_instance: 11, of_stream: 12, of_run: 13, back_to_default: 14 },
}
const ofStream = { first: { of_stream: 22, of_run: 23, back_to_default: 24 } }

let home: LocalHome
let fixture: RunFixture
let loop: ReturnType<RunFixture['newLoop']>
let reader: Reader
beforeAll(async () => {
  home = await openLocalHome()
  fixture = (await createRunFixture({ engine: home.engine })) as unknown as RunFixture
  loop = fixture.newLoop()
  loop.start()
  reader = sentEvents(fixture, followRuns, { query: { workspace_id: fixture.people.first.id } })
  return async () => {
    await reader.leave()
    await loop.close()
    await fixture.close()
    await home.close()
  }
})

test('the program reads the values that the console shows beforehand, whatever their notation', async () => {
  const client = fixture.as('member')
  const registered = await client.call(registerSolution, {
    query: inFirst,
    body: { metadata_json: { name: 'shapes', pipeline: [pipeline] } },
  })
  const solution_version_id = registered.versions[0]?.id ?? ''
  const instance = await client.call(createInstance, {
    query: inFirst,
    body: { name: 'shapes', solution_version_id, modes: { train: { on: true, parameters: ofInstance } } },
  })
  const stream = await client.call(createStream, {
    query: inFirst,
    body: { name: 'shapes', instance_id: instance.id, parameters: { train: ofStream } },
  })
  const entries: Entries = Object.fromEntries(
    parameterFields(pipeline).flatMap((field) => {
      const typed = SPECS[field.name]?.typed
      return typed === undefined ? [] : [[entryKey('train', field), typed]]
    }),
  )
  const form = fillFields({
    mode: 'train',
    pipeline,
    entries,
    below: [stream.parameters.train, instance.modes.train?.parameters],
  })
  expect(form.fields.filter(({ problem }) => problem !== undefined)).toEqual([])

  const body = { parameters: { train: form.differing } }
  const { id } = await client.call(startRun, { params: { id: stream.id }, body })
  await reader.until((events) =>
    events.some(({ data }) => {
      const run = data as { id?: string; state?: string }
      return run.id === id && run.state === 'succeeded'
    }),
  )
  const textOf = async (path: string) => (await client.ask(readArtifact, { params: { id, path } })).body
  const readBack = async (path: string) => JSON.parse(await textOf(path))
  const expected = {
    first: Object.fromEntries(
      Object.entries(SPECS).flatMap(([name, spec]) => ('received' in spec ? [[name, spec.received]] : [])),
    ),
    second: { int_bare: 2 },
  }
  const read = await readBack('parameters.json')
  expect(read).toEqual(expected)
  expect(await textOf('parameters.json')).toMatch(/"int_bare":30,.*"float_whole":5\.0,/)
  expect(form.received).toEqual(read)
  expect((await fixture.info(id)).parameters).toEqual(read)
  const [own] = (await readBack('metadata.json')).pipeline
  expect(own.parameters.selected_user_parameters).toEqual(
    Object.entries(expected).map(([step, values]) => ({ step, args: values })),
  )

  const again = await client.call(retryRun, { params: { id } })
  expect((await fixture.info(again.id)).parameters).toEqual(read)
})
