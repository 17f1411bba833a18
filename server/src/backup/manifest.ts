import type { Hash } from 'node:crypto'
import { bucketNameProblem } from '@podium/contract/rules/rules.ts'
import { CannotStart } from '../start/cannot-start.ts'

/** The last entry of an export; without it, the export was not finished. */
export interface Manifest {
  format: 'podium-export'
  format_version: 1
  product_version: string
  created_at: string
  /** the last migration of the database */
  schema: string
  /** in the order of the export, in which they can be inserted */
  tables: TableSummary[]
  sequences: Record<string, string | null>
  buckets: string[]
  objects: ObjectsSummary
}

/** `sha256` is the hash of the table's file. */
export interface TableSummary {
  name: string
  rows: number
  sha256: string
}

/** `sha256` is the hash of objects.jsonl, which lists every object with its own hash. */
export interface ObjectsSummary {
  count: number
  bytes: number
  sha256: string
}

/** One object of an export, with the hash of its content. */
export interface ExportedObject {
  bucket: string
  path: string
  size: number
  sha256: string
}

/** Its line in objects.jsonl. It must be the same on export and import, because the list's hash is compared. */
export function objectLine({ bucket, path, size, sha256 }: ExportedObject): string {
  return `${JSON.stringify({ bucket, path, size, sha256 })}\n`
}

/** Passes every chunk on and adds it to the hash. */
export async function* hashing<T extends string | Buffer>(chunks: AsyncIterable<T>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

export const MANIFEST = 'manifest.json'
export const OBJECT_LIST = 'objects.jsonl'

/** @throws a sentence if it is no manifest of Podium */
export function parseManifest(text: string): Manifest {
  const read = parsed(text)
  if (read?.format !== 'podium-export') throw new CannotStart('This is not a Podium export.')
  if (read.format_version !== 1)
    throw new CannotStart('This export was made by a newer Podium. Import it with that one or a newer one.')
  if (!isWhole(read)) throw new CannotStart('The manifest of this export is damaged.')
  return read
}

function parsed(text: string): Partial<Manifest> | null {
  try {
    return JSON.parse(text) as Partial<Manifest> | null
  } catch {
    return null
  }
}

const isText = (value: unknown) => typeof value === 'string'
const isHash = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isBucket = (value: unknown) => typeof value === 'string' && bucketNameProblem(value) === null
const isLast = (value: unknown) => value === null || (typeof value === 'string' && /^\d{1,19}$/.test(value))

function isWhole(read: Partial<Manifest>): read is Manifest {
  const { tables, sequences, buckets, objects } = read
  return (
    isText(read.product_version) &&
    isText(read.created_at) &&
    isText(read.schema) &&
    Array.isArray(tables) &&
    tables.every((table) => isText(table?.name) && Number.isInteger(table.rows) && isHash(table.sha256)) &&
    typeof sequences === 'object' &&
    sequences !== null &&
    Object.values(sequences).every(isLast) &&
    Array.isArray(buckets) &&
    buckets.every(isBucket) &&
    Number.isInteger(objects?.count) &&
    Number.isInteger(objects?.bytes) &&
    isHash(objects?.sha256)
  )
}

/** Ends the import with a sentence about the export. */
export function refuse(what: string): never {
  throw new CannotStart(`This export cannot be used: ${what}. Nothing was imported.`)
}
