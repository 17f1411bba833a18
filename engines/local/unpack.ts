import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sizeInWords } from '@podium/contract/disk-space.ts'
import { watchTarHeaders } from '@podium/contract/tar-headers.ts'
import { type Extract, type ExtractEvents, extract, type Header } from 'tar-stream'
import { StartRefused } from '../engine.ts'
import { codeOf } from './json-file.ts'

const MOST_ENTRIES = 10_000
const LARGEST_RATIO = 100
/** Below this much unpacked, the ratio says nothing. */
const RATIO_COUNTS_FROM = 16 * 2 ** 20

export interface UnpackOptions {
  /** how messages name the archive */
  name: string
  /** bytes all files together may have */
  limit: number
  signal: AbortSignal
}

/**
 * Unpacks a tar.gz into an existing empty folder that only the engine can write: plain files and folders, no
 * links, nothing outside.
 * @throws StartRefused with a sentence when the archive is broken, hostile or too large
 */
export async function unpackArchive(
  archive: Readable,
  folder: string,
  options: UnpackOptions,
): Promise<void> {
  const { name, limit, signal } = options
  const packed = { total: 0 }
  const tar = extract()
  const guard: Guard = { name, limit, entries: 0 }
  // A file that is being written would wait for ever for the rest of an archive that broke off.
  const brokeOff = new AbortController()
  const unpacked = guardUnpacked(name, packed)
  const feeding = pipeline(archive, meter(packed), createGunzip(), unpacked, tar, { signal })
  feeding.catch(() => brokeOff.abort())
  const placing = placeEntries(tar, folder, guard, brokeOff.signal)
  const [placed, fed] = await Promise.allSettled([placing, feeding])
  const errors = [placed, fed].flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (errors.length === 0) return
  signal.throwIfAborted()
  throw errors.find((error) => error instanceof StartRefused) ?? explain(name, errors)
}

type Entry = ExtractEvents['entry'][1]

interface Counter {
  total: number
}

interface Guard {
  name: string
  limit: number
  entries: number
}

async function placeEntries(tar: Extract, folder: string, guard: Guard, signal: AbortSignal): Promise<void> {
  const written = { total: 0 }
  for await (const entry of tar) {
    guard.entries += 1
    if (guard.entries > MOST_ENTRIES) throw refusal(guard.name, `holds more than ${MOST_ENTRIES} files`)
    const path = join(folder, ...safeParts(entry.header, guard.name))
    if (entry.header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      entry.resume()
      continue
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const check = () => refuseTooMuch(written.total, guard)
    await pipeline(entry, meter(written, check), createWriteStream(path, { mode: modeOf(entry) }), { signal })
  }
}

function modeOf(entry: Entry): number {
  return (entry.header.mode & 0o100) === 0 ? 0o600 : 0o700
}

function refuseTooMuch(bytes: number, { name, limit }: Guard): void {
  if (bytes > limit) throw refusal(name, `unpacks to more than ${sizeInWords(limit)}`)
}

/** Looks at all that comes out of gzip: what lies between the files costs time too, though nothing writes it. */
function guardUnpacked(name: string, packed: Counter): Transform {
  const unpacked = { total: 0 }
  const watch = watchTarHeaders((what) => {
    throw refusal(name, what)
  })
  return meter(unpacked, (chunk) => {
    if (unpacked.total > RATIO_COUNTS_FROM && unpacked.total > packed.total * LARGEST_RATIO)
      throw refusal(name, `unpacks to more than ${LARGEST_RATIO} times its size`)
    watch(chunk)
  })
}

function safeParts(header: Header, archive: string): string[] {
  const { name, type } = header
  if (type !== 'file' && type !== 'directory') {
    throw refusal(archive, `holds \`${name}\`, which is neither a file nor a folder (links are not accepted)`)
  }
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (name.startsWith('/') || name.includes('\0') || parts.includes('..')) {
    throw refusal(archive, `holds \`${name}\`, which would lie outside of its folder`)
  }
  return parts
}

const BAD_PLACES = new Set(['EISDIR', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'EINVAL', 'ERR_INVALID_ARG_VALUE'])

function explain(name: string, errors: unknown[]): unknown {
  const codes = errors.map((error) => codeOf(error) ?? '')
  if (codes.some((code) => code.startsWith('Z_'))) return refusal(name, 'is no whole tar.gz file')
  if (codes.some((code) => BAD_PLACES.has(code))) return refusal(name, 'holds names that cannot be unpacked')
  const isBrokenTar = errors.some(
    (error) => error instanceof Error && /tar|header|end of data/i.test(error.message),
  )
  return isBrokenTar ? refusal(name, 'is no whole tar.gz file') : (errors.find(isCause) ?? errors[0])
}

/** Not only what the other stream made of the error of the first. */
function isCause(error: unknown): boolean {
  return !['ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(error) ?? '')
}

function refusal(name: string, what: string): StartRefused {
  return new StartRefused(`The archive \`${name}\` ${what}: pack it again and upload it.`)
}

/** Counts what passes, then lets `look` see it. What that throws ends the stream. */
function meter(counter: Counter, look?: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      counter.total += chunk.length
      try {
        look?.(chunk)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
