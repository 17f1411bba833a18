import { PREVIEW_COLUMNS, PREVIEW_ROWS, type ShownArray } from '@podium/contract/calls/run-files.ts'
import { ownTurn } from '@podium/engines/own-turn.ts'
import type { Head } from '../head.ts'
import { type NumpyType, numpyType } from './numpy-types.ts'
import { pythonLiteral } from './python-literal.ts'

const MAGIC = '\x93NUMPY'
const MAX_HEADER = 64 * 1024
/** NumPy itself allows no more. */
const MAX_DIMENSIONS = 64
/** Values that are read before other calls get a turn. */
const VALUES_A_TURN = 5000

interface Header {
  type: NumpyType
  shape: number[]
  isFortran: boolean
  /** the place of the first value */
  data: number
}

interface ShownPlace {
  name: string
  /** the number of rows that are shown at most */
  rows?: number
}

/** Shows the first rows of an array in NumPy's own format; null if the bytes are none. */
export async function shownArrayOf(
  head: Head,
  { name, rows = PREVIEW_ROWS }: ShownPlace,
): Promise<ShownArray | null> {
  const header = headerOf(head.bytes)
  if (header === null) return null
  const { type, shape } = header
  const about = { name, type: type.name, shape, table: null }
  const size = shape.reduce((all, each) => all * each, type.size)
  if (shape.includes(0)) return { ...about, detail: 'It holds no values.' }
  if (!Number.isSafeInteger(size)) return { ...about, detail: 'Its shape is larger than any file.' }
  if (type.name === 'object') return { ...about, detail: 'It holds Python objects, which are not read here.' }
  if (type.read === null && !type.fields)
    return { ...about, detail: 'Values of this type are not read here.' }
  return { ...about, ...(await tableOf(header, head, rows)) }
}

function headerOf(bytes: Buffer): Header | null {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC || bytes.length < 12) return null
  const isShort = bytes[6] === 1
  const begin = isShort ? 10 : 12
  const length = isShort ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8)
  if (length > MAX_HEADER || begin + length > bytes.length) return null
  const fields = pythonLiteral(bytes.toString(bytes[6] === 3 ? 'utf8' : 'latin1', begin, begin + length))
  if (!(fields instanceof Map)) return null
  const type = numpyType(fields.get('descr'))
  const shape = fields.get('shape')
  if (type === null || !Array.isArray(shape) || shape.length > MAX_DIMENSIONS) return null
  const sizes = shape.filter((size) => typeof size === 'number' && size >= 0) as number[]
  if (sizes.length < shape.length) return null
  return { type, shape: sizes, isFortran: fields.get('fortran_order') === true, data: begin + length }
}

/** The last one or two dimensions are shown, at the first place of the others. Fields take the place of columns. */
async function tableOf({ type, shape, isFortran, data }: Header, { bytes, more }: Head, most: number) {
  const shown = shape.slice(type.fields ? -1 : -2)
  const [height = 1, width = 1] = shown
  const steps = stepsOf(shape, isFortran).slice(-shown.length)
  const [down = 0, across = 0] = shown.length === 0 ? [] : steps
  const placeOf = (row: number, column: number) => data + (row * down + column * across) * type.size
  const isThere = (row: number, column: number) => placeOf(row, column) + type.size <= bytes.length
  const columns = type.fields
    ? 1
    : countWhile(Math.min(width, PREVIEW_COLUMNS), (column) => isThere(0, column))
  const rows = countWhile(Math.min(height, most), (row) => isThere(row, Math.max(0, columns - 1)))
  const cellsOf = (row: number) =>
    type.fields
      ? type.fields
          .slice(0, PREVIEW_COLUMNS)
          .map(({ read, at }) => read?.(bytes, placeOf(row, 0) + at) ?? 'not read here')
      : Array.from({ length: columns }, (_, column) => type.read?.(bytes, placeOf(row, column)) ?? '')
  const cells: string[][] = []
  for (let row = 0, cost = 0; row < rows; row += 1) {
    cells.push(cellsOf(row))
    cost += columns * type.cost
    if (cost < VALUES_A_TURN) continue
    cost = 0
    await ownTurn()
  }
  const isCut = !more && !isThere(Math.min(height, most) - 1, Math.min(width, PREVIEW_COLUMNS) - 1)
  return {
    detail: detailOf(shape.length, shown.length),
    table: {
      columns: namesOf(type, shown.length, columns),
      column_count: type.fields ? type.fields.length : width,
      rows: cells,
      more: rows < height,
      detail: isCut ? 'The file ends before the next value.' : null,
    },
  }
}

function namesOf(type: NumpyType, dimensions: number, columns: number): string[] {
  if (type.fields) return type.fields.slice(0, PREVIEW_COLUMNS).map(({ field }) => field)
  return dimensions < 2 ? ['value'] : Array.from({ length: columns }, (_, column) => String(column))
}

function detailOf(dimensions: number, shown: number): string | null {
  if (dimensions === shown) return null
  const places = Array.from({ length: dimensions }, (_, at) => (at < dimensions - shown ? '0' : ':'))
  return `Shown is [${places.join(', ')}].`
}

/** Returns how many values each dimension is apart in the file. */
function stepsOf(shape: number[], isFortran: boolean): number[] {
  const steps: number[] = []
  let step = 1
  for (const size of isFortran ? shape : shape.toReversed()) {
    steps.push(step)
    step *= size
  }
  return isFortran ? steps : steps.reverse()
}

function countWhile(most: number, isTrue: (at: number) => boolean): number {
  let count = 0
  while (count < most && isTrue(count)) count += 1
  return count
}
