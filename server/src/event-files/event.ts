import { type Histogram, MAX_BUCKETS, readHistogram } from './histogram.ts'
import { readTensor, type Tensor } from './tensor.ts'
import { fieldsOf } from './wire.ts'

/** Numbers of one value that are read: those of the largest histogram. */
const MAX_NUMBERS = 3 * MAX_BUCKETS
/** An event has one summary; more in one record are a fault. */
const MAX_SUMMARIES = 100

/** An event of an event file: values that were written at one step. */
export interface Event {
  /** seconds since 1970; 0 if the writer names none */
  wallTime: number
  step: number
  /** Decodes the values one after another. Ends early at a value that is malformed, which counts as damage. */
  values(): Generator<EventValue>
}

export interface EventValue {
  tag: string
  /** the plugin of TensorBoard that the value is for, such as 'scalars' or 'hparams'; '' if none is named */
  plugin: string
  /** what the writer says to the plugin */
  pluginContent: Uint8Array
  content: Content
}

/** `encoded` images are files, such as PNG; an unknown width or height is 0. */
export type Content =
  | { kind: 'scalar'; value: number }
  | { kind: 'histogram'; histogram: Histogram }
  | { kind: 'texts'; texts: string[] }
  | { kind: 'images'; width: number; height: number; encoded: Uint8Array[] }
  | { kind: 'other' }

const OTHER: Content = { kind: 'other' }

/**
 * Reads the message Event.
 * @throws an error if it is malformed
 */
export function readEvent(record: Uint8Array, onDamage: () => void): Event {
  let wallTime = 0
  let step = 0
  const summaries: Uint8Array[] = []
  for (const [number, , reader] of fieldsOf(record)) {
    if (number === 1) wallTime = reader.double()
    else if (number === 2) step = Number(reader.int64())
    else if (number === 5) summaries.push(reader.bytes())
    if (summaries.length > MAX_SUMMARIES) throw new RangeError('There are too many summaries in one event.')
  }
  return {
    wallTime,
    step,
    *values() {
      try {
        for (const summary of summaries)
          for (const [number, , reader] of fieldsOf(summary))
            if (number === 1) yield readValue(reader.bytes())
      } catch {
        onDamage()
      }
    },
  }
}

function readValue(message: Uint8Array): EventValue {
  const value: EventValue = { tag: '', plugin: '', pluginContent: new Uint8Array(), content: OTHER }
  let tensor: Tensor | null = null
  for (const [number, , reader] of fieldsOf(message)) {
    if (number === 1) value.tag = reader.string()
    else if (number === 2) value.content = { kind: 'scalar', value: reader.float() }
    else if (number === 4) value.content = imageIn(reader.bytes())
    else if (number === 5) value.content = { kind: 'histogram', histogram: readHistogram(reader.bytes()) }
    else if (number === 8) tensor = readTensor(reader.bytes(), MAX_NUMBERS)
    else if (number === 9) takeMetadata(value, reader.bytes())
  }
  if (tensor) value.content = contentOf(tensor, value.plugin)
  return value
}

function takeMetadata(value: EventValue, message: Uint8Array): void {
  for (const [number, , reader] of fieldsOf(message)) {
    if (number !== 1) continue
    for (const [part, , plugin] of fieldsOf(reader.bytes())) {
      if (part === 1) value.plugin = plugin.string()
      else if (part === 2) value.pluginContent = plugin.bytes()
    }
  }
}

function imageIn(message: Uint8Array): Content {
  const image = { kind: 'images' as const, width: 0, height: 0, encoded: [] as Uint8Array[] }
  for (const [number, , reader] of fieldsOf(message)) {
    if (number === 1) image.height = reader.int32()
    else if (number === 2) image.width = reader.int32()
    else if (number === 4) image.encoded = [reader.bytes()]
  }
  return image
}

/** Newer writers put every kind of value into a tensor, and name the kind by the plugin. */
function contentOf({ shape, numbers, texts }: Tensor, plugin: string): Content {
  if (plugin === 'images') {
    const [width = 0, height = 0] = texts.slice(0, 2).map((text) => Number(textOf(text)) || 0)
    return { kind: 'images', width, height, encoded: texts.slice(2) }
  }
  if (texts.length > 0) return plugin === 'audio' ? OTHER : { kind: 'texts', texts: texts.map(textOf) }
  if (plugin === 'histograms') return { kind: 'histogram', histogram: numbers }
  const [value] = numbers
  const isScalar = value !== undefined && numbers.length === 1 && shape.every((size) => size === 1)
  return isScalar && (plugin === '' || plugin === 'scalars') ? { kind: 'scalar', value } : OTHER
}

const decoder = new TextDecoder()

function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
