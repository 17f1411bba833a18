import { type Field, fieldsOf, readNumbers } from './wire.ts'

/** A TensorProto: its numbers or texts as far as they are read. */
export interface Tensor {
  shape: number[]
  /** empty if it holds texts or numbers of a type that is not read */
  numbers: number[]
  texts: Uint8Array[]
}

const MAX_DIMENSIONS = 8

type Read = (view: DataView, at: number) => number

/** The number types by their DataType, with their bytes in `tensor_content`. */
const TYPES: Record<number, [bytes: number, read: Read]> = {
  1: [4, (view, at) => view.getFloat32(at, true)],
  2: [8, (view, at) => view.getFloat64(at, true)],
  3: [4, (view, at) => view.getInt32(at, true)],
  4: [1, (view, at) => view.getUint8(at)],
  5: [2, (view, at) => view.getInt16(at, true)],
  6: [1, (view, at) => view.getInt8(at)],
  9: [8, (view, at) => Number(view.getBigInt64(at, true))],
  10: [1, (view, at) => view.getUint8(at)],
  14: [2, (view, at) => bfloat16(view.getUint16(at, true))],
  17: [2, (view, at) => view.getUint16(at, true)],
  19: [2, (view, at) => float16(view.getUint16(at, true))],
  22: [4, (view, at) => view.getUint32(at, true)],
  23: [8, (view, at) => Number(view.getBigUint64(at, true))],
}
const BFLOAT16 = 14

/**
 * @param most how many numbers and how many texts are read
 * @throws an error if the message is malformed
 */
export function readTensor(message: Uint8Array, most: number): Tensor {
  let type = 0
  let content: Uint8Array = new Uint8Array()
  const halves: number[] = []
  const found: Tensor = { shape: [], numbers: [], texts: [] }
  for (const field of fieldsOf(message)) {
    const [number, , reader] = field
    if (number === 1) type = reader.int32()
    else if (number === 2) found.shape = shapeIn(reader.bytes())
    else if (number === 4) content = reader.bytes()
    else if (number === 8 && found.texts.length < most) found.texts.push(reader.bytes())
    else if (number === 13) readNumbers(field, halves, most, (one) => one.int32())
    else readValues(field, found.numbers, most)
  }
  if (content.length > 0) found.numbers = numbersIn(content, type, most)
  if (halves.length > 0) found.numbers = halves.map(type === BFLOAT16 ? bfloat16 : float16)
  // A tensor stores nothing where all its numbers are 0.
  if (found.numbers.length === 0 && TYPES[type] && sizeOf(found.shape) === 1) found.numbers = [0]
  return found
}

function readValues(field: Field, into: number[], most: number): void {
  const [number] = field
  if (number === 5) readNumbers(field, into, most, (one) => one.float())
  else if (number === 6) readNumbers(field, into, most, (one) => one.double())
  else if (number === 7) readNumbers(field, into, most, (one) => one.int32())
  else if (number === 10) readNumbers(field, into, most, (one) => Number(one.int64()))
  else if (number === 11) readNumbers(field, into, most, (one) => Number(one.bool()))
  else if (number === 16) readNumbers(field, into, most, (one) => one.uint32())
  else if (number === 17) readNumbers(field, into, most, (one) => Number(one.uint64()))
}

function shapeIn(message: Uint8Array): number[] {
  const shape: number[] = []
  for (const [number, , reader] of fieldsOf(message)) {
    if (number !== 2 || shape.length === MAX_DIMENSIONS) continue
    let size = 0
    for (const [name, , dimension] of fieldsOf(reader.bytes()))
      if (name === 1) size = Number(dimension.int64())
    shape.push(size)
  }
  return shape
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1)
}

function numbersIn(content: Uint8Array, type: number, most: number): number[] {
  const [bytes, read] = TYPES[type] ?? []
  if (bytes === undefined || read === undefined) return []
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const count = Math.min(most, Math.floor(content.length / bytes))
  return Array.from({ length: count }, (_, index) => read(view, index * bytes))
}

/** A bfloat16 is the upper half of a 32-bit float. */
function bfloat16(bits: number): number {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint16(0, bits)
  return view.getFloat32(0)
}

function float16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = (bits & 0x3ff) / 1024
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return exponent === 0 ? sign * 2 ** -14 * fraction : sign * 2 ** (exponent - 15) * (1 + fraction)
}
