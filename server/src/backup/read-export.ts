import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { checkBucket, checkPath } from '@podium/storage/names.ts'
import { BadObjectName } from '@podium/storage/object-store.ts'
import { type ExtractEvents, extract } from 'tar-stream'
import { CannotStart } from '../start/cannot-start.ts'
import {
  type ExportedObject,
  hashing,
  MANIFEST,
  type Manifest,
  OBJECT_LIST,
  objectLine,
  parseManifest,
  refuse,
  type TableSummary,
} from './manifest.ts'

type Entry = ExtractEvents['entry'][1]

/** Callbacks that receive the content while it is read; none if it is only checked. */
export interface Takers {
  table?(name: string, lines: AsyncIterable<string>): Promise<void>
  object?(bucket: string, path: string, content: Readable): Promise<void>
}

const LARGEST_MANIFEST = 64 * 1024 * 1024
const LONGEST_ROW = 64 * 1024 * 1024

/**
 * Reads an export of any size from beginning to end with little memory. Returns its manifest if everything matches it.
 * @throws a sentence otherwise; the caller undoes the callbacks' work so far
 */
export async function readExport(file: string, takers: Takers = {}): Promise<Manifest> {
  const source = createReadStream(file)
  const tar = extract()
  const unpacking = pipeline(source, createGunzip(), tar)
  unpacking.catch(() => {
    // the iteration below throws the same error
  })
  try {
    const found: Found = { tables: [], objects: { count: 0, bytes: 0, list: '' }, buckets: new Set() }
    const lines = createHash('sha256')
    for await (const entry of tar) {
      if (found.manifest) refuse('there is something after its manifest')
      const object = await take(entry, found, takers)
      if (object) lines.update(objectLine(object))
    }
    await unpacking
    return compare(found, lines.digest('hex'))
  } catch (error) {
    throw sentenceOf(error, file)
  } finally {
    source.destroy()
  }
}

/** The actual content of the export, to be compared with its manifest. */
interface Found {
  tables: TableSummary[]
  /** `list` is the hash of the complete list */
  objects: { count: number; bytes: number; list: string }
  buckets: Set<string>
  manifest?: Manifest
}

/** @returns the object, if the entry is one */
async function take(entry: Entry, found: Found, takers: Takers): Promise<ExportedObject | null> {
  const { name, type, size = 0 } = entry.header
  if (type !== 'file') refuse(`${quoted(name)} is not a file`)
  if (name === MANIFEST) {
    found.manifest = parseManifest(await textOf(entry))
    return null
  }
  const hash = createHash('sha256')
  const content = Readable.from(hashing(entry as AsyncIterable<Buffer>, hash))
  const table = /^tables\/([a-z][a-z0-9_]{0,62})\.jsonl$/.exec(name)?.[1]
  if (table !== undefined) {
    const rows = await countLines(content, takers.table, table)
    found.tables.push({ name: table, rows, sha256: hash.digest('hex') })
    return null
  }
  if (name === OBJECT_LIST) {
    await drain(content)
    found.objects.list = hash.digest('hex')
    return null
  }
  const [bucket, path] = objectNamed(name)
  await (takers.object?.(bucket, path, content) ?? drain(content))
  found.buckets.add(bucket)
  found.objects.count += 1
  found.objects.bytes += size
  return { bucket, path, size, sha256: hash.digest('hex') }
}

/** @param lines the hash of the lines of the objects found */
function compare({ manifest, tables, objects, buckets }: Found, lines: string): Manifest {
  if (!manifest) return refuse('it has no manifest, so it was not finished')
  for (const [index, { name, rows, sha256 }] of manifest.tables.entries())
    if (JSON.stringify(tables[index]) !== JSON.stringify({ name, rows, sha256 }))
      refuse(`the rows of ${name} were changed after the export`)
  if (tables.length !== manifest.tables.length) refuse('it holds a table that its manifest does not name')
  const { count, bytes, sha256 } = manifest.objects
  const same = objects.count === count && objects.bytes === bytes
  if (!same || lines !== sha256 || objects.list !== sha256)
    refuse('its objects were changed after the export')
  if ([...buckets].some((bucket) => !manifest.buckets.includes(bucket)))
    refuse('it holds objects of a bucket that its manifest does not name')
  return manifest
}

async function drain(content: Readable): Promise<void> {
  for await (const _ of content);
}

async function countLines(content: Readable, take: Takers['table'], table: string): Promise<number> {
  let rows = 0
  async function* counted() {
    for await (const line of linesIn(content)) {
      rows += 1
      yield line
    }
  }
  if (take) await take(table, counted())
  else for await (const _ of counted());
  return rows
}

async function* linesIn(content: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let begun: string[] = []
  let length = 0
  for await (const chunk of content) {
    const [end = '', ...others] = decoder.write(chunk as Buffer).split('\n')
    begun.push(end)
    length += end.length
    if (length > LONGEST_ROW) refuse('one of its rows is incomplete')
    const next = others.pop()
    if (next === undefined) continue
    yield begun.join('')
    yield* others
    begun = [next]
    length = next.length
  }
  const rest = begun.join('')
  if (rest !== '') yield rest
}

function objectNamed(name: string): [bucket: string, path: string] {
  const [, bucket = '', path = ''] = /^objects\/([^/]*)\/(.*)$/s.exec(name) ?? []
  try {
    checkBucket(bucket)
    checkPath(path)
  } catch (error) {
    if (error instanceof BadObjectName) refuse(`${quoted(name)} does not belong in an export`)
    throw error
  }
  return [bucket, path]
}

async function textOf(entry: Entry): Promise<string> {
  if ((entry.header.size ?? 0) > LARGEST_MANIFEST) refuse('its manifest is too large')
  const chunks: Buffer[] = []
  for await (const chunk of Readable.from(entry)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 120 ? `${name.slice(0, 117)}…` : name)
}

function sentenceOf(error: unknown, file: string): unknown {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new CannotStart(`There is no file ${file}.`)
  if (code === 'EACCES' || code === 'EISDIR') return new CannotStart(`${file} cannot be read (${code}).`)
  if (String(code).startsWith('Z_') || /tar header|Invalid|Unexpected end of data/i.test(message))
    return new CannotStart(`${file} is not a Podium export, or it is damaged. Nothing was imported.`)
  return error
}
