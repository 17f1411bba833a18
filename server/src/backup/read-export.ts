import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { checkBucket, checkPath } from '@podium/storage/names.ts'
import { BadObjectName } from '@podium/storage/object-store.ts'
import { type ExtractEvents, extract } from 'tar-stream'
import { CannotStart } from '../start/sentence.ts'
import { createFindings, type Findings, refuse } from './findings.ts'
import { MANIFEST, type Manifest, OBJECT_LIST } from './manifest.ts'
import { passingBy } from './passing-by.ts'

type Entry = ExtractEvents['entry'][1]

/** What is done with the content on the way; nothing, where it is only checked. */
export interface Takers {
  table?(name: string, lines: AsyncIterable<string>): Promise<void>
  object?(bucket: string, path: string, content: Readable): Promise<void>
}

const LARGEST_MANIFEST = 64 * 1024 * 1024
const LONGEST_ROW = 64 * 1024 * 1024

/**
 * Reads an export from its beginning to its end, whatever its size, with little memory, and answers its manifest when
 * all of it is as the manifest says.
 * @throws a sentence otherwise; what the takers did by then is theirs to undo
 */
export async function readExport(file: string, takers: Takers = {}): Promise<Manifest> {
  const source = createReadStream(file)
  const tar = extract()
  const unpacking = pipeline(source, createGunzip(), tar)
  unpacking.catch(() => {
    // the iteration below ends with the same error
  })
  try {
    const found = createFindings()
    for await (const entry of tar) await take(entry, found, takers)
    await unpacking
    return found.compare()
  } catch (error) {
    throw sentenceOf(error, file)
  } finally {
    source.destroy()
  }
}

async function take(entry: Entry, found: Findings, takers: Takers): Promise<void> {
  const { name, type } = entry.header
  found.refuseAfterManifest()
  if (type !== 'file') refuse(`${quoted(name)} is no file`)
  if (name === MANIFEST) return found.manifest(await textOf(entry))
  const table = /^tables\/([a-z][a-z0-9_]{0,62})\.jsonl$/.exec(name)?.[1]
  const hash = createHash('sha256')
  const content = hashed(entry, hash)
  if (table !== undefined) {
    const rows = await countLines(content, takers.table, table)
    return found.table({ name: table, rows, sha256: hash.digest('hex') })
  }
  if (name === OBJECT_LIST) {
    await pastAll(content)
    return found.objectList(hash.digest('hex'))
  }
  const [bucket, path] = placeOf(name)
  await (takers.object?.(bucket, path, content) ?? pastAll(content))
  found.object({ bucket, path, size: entry.header.size ?? 0, sha256: hash.digest('hex') })
}

async function pastAll(content: Readable): Promise<void> {
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
    if (length > LONGEST_ROW) refuse('a row of it has no end')
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

function placeOf(name: string): [bucket: string, path: string] {
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

function hashed(entry: Entry, hash: Hash): Readable {
  const content = passingBy(hash)
  pipeline(Readable.from(entry), content).catch((error: Error) => content.destroy(error))
  return content
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
    return new CannotStart(`${file} is no export of Podium, or a damaged one. Nothing was imported.`)
  return error
}
