import { Buffer } from 'node:buffer'

const BLOCK = 512

/** An entry as bytes, including entries that no honest tool would write. */
export interface RawEntry {
  /** the letter of its type */
  type?: string
  name?: string
  content?: string | Buffer
  /** the 12 bytes of the field; by default the size of the content in octal digits */
  size?: Buffer
  /** the 8 bytes that identify the format; tar v7 has none */
  magic?: string
}

export function rawTar(...entries: RawEntry[]): Buffer {
  return Buffer.concat([...entries.map(rawEntry), Buffer.alloc(2 * BLOCK)])
}

export function rawEntry({
  type = '0',
  name = 'x',
  content = '',
  size,
  magic = 'ustar\x0000',
}: RawEntry): Buffer {
  const bytes = Buffer.from(content)
  const header = Buffer.alloc(BLOCK)
  header.write(name)
  header.write('0000644\0', 100)
  header.set(size ?? octal(bytes.length), 124)
  header.write(type, 156)
  header.write(magic, 257)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])
}

export function octal(size: number): Buffer {
  return Buffer.from(`${size.toString(8).padStart(11, '0')}\0`)
}

/** The notation of GNU for sizes beyond 8 GiB. */
export function base256(size: number): Buffer {
  const field = Buffer.alloc(12)
  field[0] = 0x80
  field.writeUIntBE(size, 6, 6)
  return field
}

/** A record of a pax header: its length counts its own digits. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const length = (digits: number): number => {
    const total = digits + Buffer.byteLength(rest)
    return String(total).length === digits ? total : length(digits + 1)
  }
  return `${length(1)}${rest}`
}

/** A pax header of exactly this many bytes. */
export function paxOf(bytes: number): string {
  const record = paxRecord('comment', 'c'.repeat(bytes))
  return paxRecord('comment', 'c'.repeat(2 * bytes - Buffer.byteLength(record)))
}
