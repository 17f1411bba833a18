import { patterns } from '@podium/contract/rules/rules.ts'
import { BadObjectName } from './object-store.ts'

/** Limits of the names that every store accepts, checked before anything is opened. */

const PATH_BYTES = 1000
const SEGMENT_BYTES = 255

/** @throws BadObjectName */
export function checkBucket(bucket: string): void {
  if (!patterns.bucket.test(bucket) || bucket.includes('..'))
    throw new BadObjectName(`${quoted(bucket)} is not a valid bucket name.`)
}

/** Splits the path at its slashes. @throws BadObjectName */
export function checkPath(path: string): string[] {
  if (path === '') throw new BadObjectName('The path of the object is empty.')
  if (Buffer.byteLength(path) > PATH_BYTES)
    throw new BadObjectName(`The path is longer than ${PATH_BYTES} bytes.`)
  const segments = path.split('/')
  for (const segment of segments) {
    const problem = segmentProblem(segment)
    if (problem !== null) throw new BadObjectName(`The path ${quoted(path)} ${problem}.`)
  }
  return segments
}

/** Splits a prefix into its whole folders and the beginning of a name after the last slash. @throws BadObjectName */
export function checkPrefix(prefix: string): { folders: string[]; beginning: string } {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  return {
    folders: folder === '' ? [] : checkPath(folder.slice(0, -1)),
    beginning: prefix.slice(folder.length),
  }
}

/** True if an object can have this path. */
export function isPath(path: string): boolean {
  return Buffer.byteLength(path) <= PATH_BYTES && path.split('/').every(isSegment)
}

/** True if the name can be one part of a path. */
export function isSegment(name: string): boolean {
  return segmentProblem(name) === null
}

/** Compares paths by their UTF-8 bytes, as lists are ordered. */
export function comparePaths(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

function segmentProblem(segment: string): string | null {
  if (segment === '') return 'has an empty part (it begins or ends with a slash or holds two in a row)'
  if (segment === '.' || segment === '..') return `holds "${segment}"`
  if (segment.includes('\\')) return 'contains a backslash'
  if (/\p{Cc}/u.test(segment)) return 'contains a control character'
  if (/\p{Surrogate}/u.test(segment)) return 'contains an incomplete character'
  if (Buffer.byteLength(segment) > SEGMENT_BYTES) return `has a part longer than ${SEGMENT_BYTES} bytes`
  return null
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}...` : name)
}
