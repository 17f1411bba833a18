import { Readable } from 'node:stream'
import { HOSTILE_TEXTS } from '@podium/contract/testing/hostile-content.ts'
import { expect, test } from 'vitest'
import {
  eventOf,
  imageValue,
  scalarValue,
  tensorValue,
  versionEvent,
} from '../../../event-files/testing/event-bytes.ts'
import { png } from '../../runs/testing/png.ts'
import { previewOf } from '../preview.ts'

const NAME = 'runs/events.out.tfevents.1700000000.host.1.0'

const previewed = (...records: Buffer[]) =>
  previewOf(NAME, Readable.from([Buffer.concat([versionEvent(), ...records])]))

/** The DataType of texts, and the field that holds them. */
const STRING = 7
const TEXTS = 8
const textValue = (tag: string, ...texts: string[]) =>
  tensorValue(tag, 'text', {
    type: STRING,
    shape: [texts.length],
    parts: texts.map((text) => [TEXTS, Buffer.from(text)]),
  })
const sourceOf = (picture: Buffer) => `data:image/png;base64,${picture.toString('base64')}`

test('shows the newest texts and pictures of each tag, newest first', async () => {
  const picture = png(30, 20)
  const steps = [1, 2, 3, 4].map((step) =>
    eventOf(step, [scalarValue('loss', 1), imageValue('sample', picture)]),
  )
  const preview = await previewed(...steps, eventOf(4, [textValue('settings', '# lr', '0.1')]))
  const image = { kind: 'image', source: sourceOf(picture), width: 30, height: 20 }
  expect(preview).toEqual({
    kind: 'events',
    items: [
      { tag: 'sample', step: 4, part: image },
      { tag: 'sample', step: 3, part: image },
      { tag: 'sample', step: 2, part: image },
      { tag: 'settings', step: 4, part: { kind: 'markdown', text: '# lr\n\n0.1', more: false } },
    ],
    has_curves: true,
    more: true,
    detail: null,
  })
})

test('says that a file without texts and pictures has only curves', async () => {
  const expected = { kind: 'events', items: [], more: false, detail: null }
  expect(await previewed(eventOf(1, [scalarValue('loss', 1)]))).toEqual({ ...expected, has_curves: true })
  expect(await previewed()).toEqual({ ...expected, has_curves: false })
})

test('passes hostile texts and pictures on as what they are', async () => {
  const values = HOSTILE_TEXTS.slice(0, 40).map((text, at) => textValue(`${at}`, text))
  const preview = await previewed(
    eventOf(1, values),
    eventOf(2, [imageValue('odd', Buffer.from('<svg onload=x>'))]),
  )
  expect(preview.kind === 'events' && preview.items.map(({ part }) => 'text' in part && part.text)).toEqual([
    ...HOSTILE_TEXTS.slice(0, 40),
    'A picture that cannot be read.',
  ])
})

test('holds no more than its limits, whatever the file has', async () => {
  const large = Buffer.concat([png(30, 20), Buffer.alloc(1024 * 1024)])
  const events = Array.from({ length: 30 }, (_, step) => eventOf(step, [imageValue(`tag ${step}`, large)]))
  const preview = await previewed(...events)
  expect(preview).toMatchObject({ more: true })
  expect(preview.kind === 'events' && preview.items.map(({ step }) => step)).toEqual([
    23, 24, 25, 26, 27, 28, 29,
  ])
  const tags = await previewed(
    eventOf(
      1,
      Array.from({ length: 60 }, (_, at) => textValue(`${at}`, 'x')),
    ),
  )
  expect(tags.kind === 'events' && [tags.items.length, tags.more]).toEqual([50, true])
  const long = await previewed(eventOf(1, [textValue('long', 'x'.repeat(40_000))]))
  expect(long).toMatchObject({ items: [{ part: { text: 'x'.repeat(32 * 1024), more: true } }] })
})

test('shows what comes before a damaged or cut-off place, and says so', async () => {
  const whole = Buffer.concat([
    versionEvent(),
    eventOf(1, [textValue('a', 'one')]),
    eventOf(2, [textValue('b', 'two')]),
  ])
  const damaged = Buffer.from(whole)
  damaged[damaged.length - 10] = (damaged.at(-10) ?? 0) ^ 0xff
  expect(await previewOf(NAME, Readable.from([damaged]))).toMatchObject({
    items: [{ tag: 'a' }],
    detail: 'Parts of the file are damaged.',
  })
  for (let at = 0; at < whole.length; at += 7)
    expect(await previewOf(NAME, Readable.from([whole.subarray(0, at)]))).toMatchObject({ detail: null })
})

test('leaves out a record that is too long to be held', async () => {
  const long = imageValue('sample', Buffer.alloc(5 * 1024 * 1024))
  expect(await previewed(eventOf(1, [long]))).toMatchObject({
    items: [],
    detail: 'Records of more than 4 MiB are left out.',
  })
})

test('lets other work have turns within an event of many values', async () => {
  const values = Array.from({ length: 20_000 }, () => scalarValue('loss', 1))
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  expect(await previewed(eventOf(1, values))).toMatchObject({ has_curves: true })
  clearImmediate(next)
  expect(turns).toBeGreaterThan(40)
})

test('refuses the file that has waited longest while many others wait', async () => {
  const record = eventOf(1, [scalarValue('loss', 1)])
  const previews = await Promise.all(Array.from({ length: 12 }, () => previewed(record)))
  expect(previews.map(({ kind }) => kind)).toEqual(['events', 'none', ...Array(10).fill('events')])
  expect(previews[1]).toMatchObject({ detail: expect.stringContaining('Many event files') })
})
