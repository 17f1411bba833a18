import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, type Gunzip } from 'node:zlib'
import { type ExtractEvents, extract, type Header } from 'tar-stream'

/** Reads an untrusted tar.gz. Its parser never gets more than an honest archive contains. */

export const MAX_ENTRIES = 10_000
const LARGEST_RATIO = 100
/** Small archives of small files pack very well, so the ratio counts only beyond this many bytes. */
const RATIO_COUNTS_FROM = 16 * 1024 * 1024
/** The message about an archive made to fill the disk or the memory. */
export const TOO_DENSE = `unpacks to more than ${LARGEST_RATIO} times its size`

/** Two for each entry that an archive may have, and some for the padding of the last record. */
const MAX_HEADERS = 3 * MAX_ENTRIES
/** The one of `git archive` has 52 bytes. Every later header is parsed together with all of this one. */
const LARGEST_GLOBAL = 1024
const LARGEST = 64 * 1024
const LARGEST_TOGETHER = 16 * 1024 * 1024

const BLOCK = 512
const SIZE = { at: 124, length: 12 }
const CHECKSUM = { at: 148, length: 8 }
const TYPE_AT = 156
const NAME_LENGTH = 100
const LONGEST_SHOWN = 120

/** Also reads headers without a format, as in tar v7; the types of tar-stream lack this option. */
const ANY_FORMAT: Parameters<typeof extract>[0] & { allowUnknownFormat: true } = { allowUnknownFormat: true }

/** Ends the reading. `what` completes a sentence that begins with the archive, `advice` is a sentence of its own. */
type Refuse = (what: string, advice?: string) => never
/** The use of the next bytes: to be collected and parsed, or to pass. */
type Next = { collect: number } | { pass: number }
type Follower = Generator<Next, undefined, Uint8Array>

export interface TarEntry {
  header: Header
  content: Readable
}

/** The entries of a tar.gz, one after the other, also in the format of tar v7; unread content is skipped. */
export async function* readTarGz(
  packed: AsyncIterable<Uint8Array>,
  refuse: Refuse,
): AsyncGenerator<TarEntry> {
  const gunzip = createGunzip()
  const tar = extract(ANY_FORMAT)
  const unpacking = pipeline(unpacked(packed, gunzip), guardUnpacked, tar)
  unpacking.catch(() => {
    // the iteration below throws the same error
  })
  for await (const entry of tar) {
    yield { header: withFolders(entry.header), content: Readable.from(contentOf(entry)) }
    entry.resume()
  }
  await unpacking

  /** A broken entry only reports that it was destroyed, so the error of unpacking is thrown instead. */
  async function* contentOf(entry: ExtractEvents['entry'][1]) {
    try {
      yield* entry
    } catch (error) {
      await unpacking
      throw error
    }
  }

  /** Checks all output of gzip, because data between the files costs time too. */
  async function* guardUnpacked(chunks: AsyncIterable<Uint8Array>) {
    const watch = watchTarHeaders(refuse)
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > RATIO_COUNTS_FROM && bytes > LARGEST_RATIO * gunzip.bytesWritten) refuse(TOO_DENSE)
      watch(chunk)
      yield chunk
    }
  }
}

/** In tar v7, a folder is an empty file with a slash at the end of its name. */
function withFolders(header: Header): Header {
  const isFolder = header.type === 'file' && header.size === 0 && header.name.endsWith('/')
  return isFolder ? { ...header, type: 'directory' } : header
}

/** Ends with the gzip data and ignores trailing zeros, such as the padding of a tape. */
async function* unpacked(packed: AsyncIterable<Uint8Array>, gunzip: Gunzip): AsyncGenerator<Uint8Array> {
  pipeline(packed, gunzip).catch(() => {
    // the iteration throws the same error, or has reached the end of gzip before the end of the input
  })
  yield* gunzip
}

/** Returns a check that must see every chunk of a tar, in order, before the parser. */
export function watchTarHeaders(refuse: Refuse): (chunk: Uint8Array) => void {
  const follower = followHeaders(refuse)
  const collected = new Uint8Array(LARGEST)
  let next = follower.next().value
  let taken = 0
  return (chunk) => {
    for (let at = 0; next && at < chunk.length; ) {
      const wanted = 'collect' in next ? next.collect : next.pass
      const part = chunk.subarray(at, at + wanted - taken)
      if ('collect' in next) collected.set(part, taken)
      at += part.length
      taken += part.length
      if (taken < wanted) return
      taken = 0
      next = follower.next(collected.subarray(0, wanted)).value
    }
  }
}

/** Follows headers exactly as tar-stream does, because a header that it missed would be parsed unchecked. */
function* followHeaders(refuse: Refuse): Follower {
  const count = countHeaders(refuse)
  let globalSize: string | undefined
  let sizeToCome: string | undefined
  let longName: string | undefined
  for (;;) {
    const block = yield { collect: BLOCK }
    count.another()
    const sum = sumOf(block)
    if (sum === EMPTY_SUM) continue
    // tar-stream ends here too, with the reason.
    if (sum !== numberIn(block, CHECKSUM)) return
    const type = String.fromCharCode(block[TYPE_AT] ?? 0)
    if (type === 'S')
      refuse(
        `holds ${quoted(longName ?? nameIn(block.subarray(0, NAME_LENGTH)))} as a sparse file`,
        'Pack it whole: tar without --sparse.',
      )
    if (!'gxKLN'.includes(type)) {
      const size = sizeToCome ? Number.parseInt(sizeToCome, 10) : numberIn(block, SIZE)
      if (!isSize(size)) refuse(DAMAGED)
      sizeToCome = undefined
      longName = undefined
      if (type !== '5' && size > 0) yield { pass: size + paddingOf(size) }
      continue
    }
    const size = numberIn(block, SIZE)
    // tar-stream would wait for it forever, or take another in its place.
    if (!isSize(size) || size === 0) refuse(DAMAGED)
    count.long(size, type === 'g' ? LARGEST_GLOBAL : LARGEST)
    const content = yield { collect: size }
    const paxSize = paxSizeIn(content)
    if (type === 'L') longName = nameIn(content)
    if (type === 'g') globalSize = paxSize
    if (type === 'x') sizeToCome = paxSize ?? globalSize
    if (paddingOf(size) > 0) yield { pass: paddingOf(size) }
  }
}

const DAMAGED = 'is damaged (a tar header has an invalid size)'

function countHeaders(refuse: Refuse) {
  let headers = 0
  let bytes = 0
  return {
    another() {
      headers += 1
      if (headers > MAX_HEADERS) refuse(`holds more than ${MAX_HEADERS.toLocaleString('en')} tar headers`)
    },
    /** A header with content that describes entries: pax headers and GNU long names. */
    long(size: number, most: number) {
      bytes += size
      if (size > most)
        refuse(`holds a tar header of more than ${most / 1024} KiB, which extended attributes can cause`)
      if (bytes > LARGEST_TOGETHER)
        refuse('holds more than 16 MiB of tar headers, which extended attributes can cause')
    },
  }
}

const BLANK = 0x20
const EQUALS = 0x3d
const EMPTY_SUM = CHECKSUM.length * BLANK

/** The sum of a header's bytes, with its own field counted as blanks. */
function sumOf(block: Uint8Array): number {
  const own = block.subarray(CHECKSUM.at, CHECKSUM.at + CHECKSUM.length)
  return sum(block) - sum(own) + EMPTY_SUM
}

function sum(bytes: Uint8Array): number {
  let total = 0
  for (const byte of bytes) total += byte
  return total
}

function isSize(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

/** Octal digits, or base 256 after a first byte of 0x80; NaN for anything else and below zero. */
function numberIn(block: Uint8Array, { at, length }: typeof SIZE): number {
  const field = block.subarray(at, at + length)
  const [first = 0] = field
  if (first === 0x80) return field.subarray(1).reduce((total, byte) => total * 256 + byte, 0)
  if (first > 0x80) return Number.NaN
  const text = textOf(field).replace(/^ +/, '').split(' ', 1)[0] ?? ''
  const digits = text.replace(/^\0+/, '')
  return digits === '' ? 0 : Number.parseInt(digits, 8)
}

/** The entry size in a pax header, found as tar-stream finds it, even in a malformed header. */
function paxSizeIn(header: Uint8Array): string | undefined {
  let size: string | undefined
  for (let rest = header; rest.length > 0; ) {
    const blank = rest.includes(BLANK) ? rest.indexOf(BLANK) : rest.length
    const length = Number.parseInt(textOf(rest.subarray(0, blank)), 10)
    if (!length) break
    const record = rest.subarray(blank + 1, length - 1)
    const equals = record.indexOf(EQUALS)
    if (equals === -1) break
    if (textOf(record.subarray(0, equals)) === 'size') size = textOf(record.subarray(equals + 1))
    rest = rest.subarray(length)
  }
  return size
}

/** The text before the first NUL. */
function nameIn(bytes: Uint8Array): string {
  return textOf(bytes).split('\0', 1)[0] ?? ''
}

/** A name in the archive, shortened and quoted for a sentence. */
export function quoted(name: string): string {
  const plain = name.replaceAll(/\p{Cc}/gu, '?')
  return JSON.stringify(plain.length > LONGEST_SHOWN ? `${plain.slice(0, LONGEST_SHOWN - 3)}…` : plain)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
