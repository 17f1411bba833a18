import { datetimeText } from './numpy-times.ts'
import type { PythonLiteral } from './python-literal.ts'
import { withoutEnd } from './without-end.ts'

/** The type of an array's values, or of one field of them. */
export interface NumpyType {
  /** 'float32', 'datetime64[ns]', 'str (8 characters)' */
  name: string
  /** bytes of a value */
  size: number
  /** the number of plain values that one value is read from */
  cost: number
  /** Returns the value at that place as NumPy would write it; null if its kind is not read. */
  read: ((bytes: Buffer, at: number) => string) | null
  /** of a structured type */
  fields: (NumpyType & { field: string; at: number })[] | null
}

const MAX_FIELDS = 1000
/** Characters of a cell. */
const MAX_CELL = 500
/** Values of a sub-array that a cell shows. */
const MAX_ITEMS = 16
/** Plain values that a cell is read from: arrays within arrays may have any number. */
const MAX_COST = 64
const DESCR = /^([<>=|])?([a-zA-Z])(\d{0,9})(?:\[(\d{0,9})([A-Za-z]{1,2})\])?$/

/** Returns the type that a header describes; null if there is no such type. */
export function numpyType(descr: PythonLiteral | undefined): NumpyType | null {
  if (typeof descr === 'string') return plainType(descr)
  if (Array.isArray(descr)) return structuredType(descr)
  return null
}

function structuredType(described: PythonLiteral[]): NumpyType | null {
  if (described.length === 0 || described.length > MAX_FIELDS) return null
  const fields: NonNullable<NumpyType['fields']> = []
  let size = 0
  for (const each of described) {
    if (!Array.isArray(each)) return null
    const [named, descr, shape] = each
    // A field may have a title before its name.
    const field = Array.isArray(named) ? named[1] : named
    const type = numpyType(descr)
    const whole = type && (shape === undefined ? type : subArray(type, shape))
    if (typeof field !== 'string' || !whole) return null
    // A field without a name is room between the others.
    if (field !== '') fields.push({ ...whole, field, at: size })
    size += whole.size
  }
  const name = `structured (${fields.length === 1 ? '1 field' : `${fields.length} fields`})`
  const cost = fields.reduce((all, each) => all + each.cost, 0)
  const isRead = cost <= MAX_COST && fields.every((each) => each.read !== null)
  const read = (bytes: Buffer, at: number) =>
    cut(`(${fields.map((each) => each.read?.(bytes, at + each.at)).join(', ')})`)
  return { name, size, cost, read: isRead ? read : null, fields }
}

function subArray(type: NumpyType, written: PythonLiteral): NumpyType | null {
  const shape = Array.isArray(written) ? written : [written]
  const count = shape.reduce<number>((all, size) => all * (typeof size === 'number' ? size : Number.NaN), 1)
  if (!Number.isSafeInteger(count * type.size) || count < 0) return null
  const { read, size } = type
  const name = `${type.name} (${shape.join(' × ')})`
  const readAll = (bytes: Buffer, at: number) => {
    const items = Array.from({ length: Math.min(count, MAX_ITEMS) }, (_, item) =>
      read?.(bytes, at + item * size),
    )
    return cut(`[${items.join(', ')}${count > MAX_ITEMS ? ', …' : ''}]`)
  }
  const cost = type.cost * Math.min(count, MAX_ITEMS)
  return { name, size: count * size, cost, read: read && cost <= MAX_COST ? readAll : null, fields: null }
}

function plainType(descr: string): NumpyType | null {
  const [found, order = '=', kind = '', written = '', times = '', unit] = DESCR.exec(descr) ?? []
  if (found === undefined) return null
  const isBig = order === '>'
  const length = Number(written || '0')
  const of = (name: string, size: number, read: NumpyType['read']) => ({
    name,
    size,
    cost: 1,
    read,
    fields: null,
  })
  if (kind === '?' || (kind === 'b' && length === 1))
    return of('bool', 1, (bytes, at) => (bytes[at] ? 'True' : 'False'))
  if (kind === 'i' || kind === 'u') return integerType(kind, length, isBig)
  if (kind === 'f') return floatType(length, isBig)
  if (kind === 'c') return complexType(length, isBig)
  if (kind === 'M' || kind === 'm') return timeType(kind, { isBig, times: Number(times || '1'), unit })
  if (kind === 'S' || kind === 'a')
    return of(`bytes (${length})`, length, (bytes, at) => bytesText(bytes, at, length))
  if (kind === 'U')
    return of(`str (${length})`, 4 * length, (bytes, at) => unicodeText(bytes, at, length, isBig))
  if (kind === 'V')
    return of(`void (${length})`, length, (bytes, at) =>
      cut(bytes.toString('hex', at, at + Math.min(length, MAX_CELL))),
    )
  if (kind === 'O') return of('object', 8, null)
  return null
}

function integerType(kind: 'i' | 'u', size: number, isBig: boolean): NumpyType | null {
  if (![1, 2, 4, 8].includes(size)) return null
  const name = `${kind === 'u' ? 'u' : ''}int${size * 8}`
  const read = (bytes: Buffer, at: number) => {
    if (size === 8) return String(kind === 'u' ? unsigned(bytes, at, isBig) : signed(bytes, at, isBig))
    if (kind === 'u') return String(isBig ? bytes.readUIntBE(at, size) : bytes.readUIntLE(at, size))
    return String(isBig ? bytes.readIntBE(at, size) : bytes.readIntLE(at, size))
  }
  return { name, size, cost: 1, read, fields: null }
}

function unsigned(bytes: Buffer, at: number, isBig: boolean): bigint {
  return isBig ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at)
}

function signed(bytes: Buffer, at: number, isBig: boolean): bigint {
  return isBig ? bytes.readBigInt64BE(at) : bytes.readBigInt64LE(at)
}

function floatType(size: number, isBig: boolean): NumpyType | null {
  const name = `float${size * 8}`
  // Their form depends on the machine that wrote them.
  if (size === 12 || size === 16) return { name, size, cost: 1, read: null, fields: null }
  if (![2, 4, 8].includes(size)) return null
  return { name, size, cost: 1, read: (bytes, at) => floatText(bytes, at, size, isBig), fields: null }
}

function complexType(size: number, isBig: boolean): NumpyType | null {
  const name = `complex${size * 8}`
  if (size === 24 || size === 32) return { name, size, cost: 1, read: null, fields: null }
  if (size !== 8 && size !== 16) return null
  const half = size / 2
  const read = (bytes: Buffer, at: number) => {
    const imaginary = floatText(bytes, at + half, half, isBig)
    const sign = imaginary.startsWith('-') ? '' : '+'
    return `${floatText(bytes, at, half, isBig)}${sign}${imaginary}j`
  }
  return { name, size, cost: 1, read, fields: null }
}

function timeType(
  kind: 'M' | 'm',
  { isBig, times, unit }: { isBig: boolean; times: number; unit: string | undefined },
): NumpyType | null {
  const step = unit === undefined ? '' : `[${times === 1 ? '' : times}${unit}]`
  const name = `${kind === 'M' ? 'datetime64' : 'timedelta64'}${step}`
  const read = (bytes: Buffer, at: number) =>
    datetimeText(signed(bytes, at, isBig), { isSpan: kind === 'm', times, unit: unit ?? '' })
  return { name, size: 8, cost: 1, read, fields: null }
}

/** The digits that tell any value of a short float from its neighbours. */
const DIGITS = { 2: 5, 4: 9 } as const

function floatText(bytes: Buffer, at: number, size: number, isBig: boolean): string {
  if (size === 8) return numberText(isBig ? bytes.readDoubleBE(at) : bytes.readDoubleLE(at))
  if (size === 2) return shortest(half(isBig ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)), 2)
  return shortest(isBig ? bytes.readFloatBE(at) : bytes.readFloatLE(at), 4)
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf'
  return Object.is(value, -0) ? '-0' : String(value)
}

/** Writes a short float with the fewest digits that give it again. */
function shortest(value: number, size: 2 | 4): string {
  for (let digits = 1; digits <= DIGITS[size] && Number.isFinite(value) && value !== 0; digits += 1) {
    const short = Number(value.toPrecision(digits))
    const again = size === 4 ? Math.fround(short) : half(bitsOf(short))
    if (again === value) return numberText(short)
  }
  return numberText(value)
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  if (exponent === 0) return sign * fraction * 2 ** -24
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** The bits of the half float that is nearest to a finite number. */
function bitsOf(value: number): number {
  const size = Math.abs(value)
  const sign = value < 0 ? 0x8000 : 0
  if (size < 2 ** -14) return sign + Math.round(size * 2 ** 24)
  const exponent = Math.min(15, Math.floor(Math.log2(size)))
  return sign + ((exponent + 15) << 10) + Math.round((size / 2 ** exponent - 1) * 1024)
}

function bytesText(bytes: Buffer, at: number, length: number): string {
  return cut(withoutEnd(bytes.toString('utf8', at, at + Math.min(length, 4 * MAX_CELL)), '\0'))
}

function unicodeText(bytes: Buffer, at: number, length: number, isBig: boolean): string {
  const points = Array.from({ length: Math.min(length, MAX_CELL + 1) }, (_, n) =>
    isBig ? bytes.readUInt32BE(at + 4 * n) : bytes.readUInt32LE(at + 4 * n),
  )
  const text = points.map((point) => (point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point))).join('')
  return cut(withoutEnd(text, '\0'))
}

function cut(text: string): string {
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text
}
