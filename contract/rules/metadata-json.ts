/** Requirements that all metadata must meet before its content is checked: JSON, limited size, safe to store. */

export const METADATA_DEPTH = 20
export const METADATA_KEYS = 5000

/** One problem: `path` like `pipeline[0].command`, '' for the whole; `message` a sentence. */
export interface MetadataProblem {
  path: string
  message: string
}

const FORBIDDEN_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype']

/** True if the value is a JSON object: not an array, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True if the key was given: missing, null and '' count as not given. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** True if the word, used as a key, would reach the prototype of an object. */
export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.includes(key)
}

/** `parent.key`, or `parent["odd key"]` if the key is not a plain word. */
export function memberPath(parent: string, key: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`
  return parent === '' ? key : `${parent}.${key}`
}

/** The value as JSON without blanks, with the keys of every object sorted by code units. Expects JSON. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (isObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

interface Walk {
  bytes: number
  keys: number
  values: number
}

/**
 * The first problem that keeps the value from being stored: too deep, too many keys, more than `bytes` as canonical
 * JSON, a forbidden key, a text that databases refuse, or not JSON at all. null if there is none.
 */
export function jsonProblem(value: unknown, bytes: number): MetadataProblem | null {
  const problem = problemIn(value, '', 1, { bytes, keys: 0, values: 0 })
  if (problem !== null) return problem
  const size = new TextEncoder().encode(JSON.stringify(value)).length
  return size > bytes ? tooLarge(bytes) : null
}

function problemIn(value: unknown, path: string, depth: number, walk: Walk): MetadataProblem | null {
  walk.values += 1
  // every value takes at least a byte, so larger ones need not be walked to the end
  if (walk.values > walk.bytes) return tooLarge(walk.bytes)
  if (value === null || typeof value === 'boolean') return null
  if (typeof value === 'string') return textProblem(value, path)
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : { path, message: 'This number is too large.' }
  if (typeof value !== 'object') return { path, message: 'This is not a JSON value.' }
  if (depth > METADATA_DEPTH)
    return { path, message: `The metadata is nested deeper than ${METADATA_DEPTH} levels.` }
  if (Array.isArray(value)) return problemInItems(value, path, depth, walk)
  return isObject(value) ? problemInMembers(value, path, depth, walk) : null
}

function problemInItems(items: unknown[], path: string, depth: number, walk: Walk) {
  for (const [index, item] of items.entries()) {
    const problem = problemIn(item, `${path}[${index}]`, depth + 1, walk)
    if (problem !== null) return problem
  }
  return null
}

function problemInMembers(object: Record<string, unknown>, path: string, depth: number, walk: Walk) {
  for (const key of Object.keys(object)) {
    walk.keys += 1
    if (walk.keys > METADATA_KEYS)
      return { path: '', message: `The metadata has more than ${METADATA_KEYS} keys.` }
    const at = memberPath(path, key)
    if (isForbiddenKey(key)) return { path: at, message: `The key "${key}" is not allowed.` }
    const problem = textProblem(key, at) ?? problemIn(object[key], at, depth + 1, walk)
    if (problem !== null) return problem
  }
  return null
}

function tooLarge(bytes: number): MetadataProblem {
  return { path: '', message: `The metadata is larger than ${bytes / 1024} KiB.` }
}

/** PostgreSQL accepts no JSON with NUL or an unpaired surrogate in it. */
function textProblem(text: string, path: string): MetadataProblem | null {
  if (!text.includes('\0') && !/\p{Surrogate}/u.test(text)) return null
  return { path, message: 'This text contains a NUL character or an incomplete character.' }
}
