import { isObject, memberPath } from '../rules/metadata-json.ts'

/** A difference between two documents; a missing side is undefined. */
export interface Difference {
  path: string
  before?: unknown
  after?: unknown
}

/**
 * Finds the differences between two documents in nested objects and lists, in the key order of the first document, then
 * keys that only the second has. The order of keys does not matter.
 */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      differenceAt(`${path}[${index}]`, before, after, index),
    )
  }
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => differenceAt(memberPath(path, key), before, after, key))
  }
  return Object.is(before, after) ? [] : [{ path, before, after }]
}

function differenceAt<K extends string | number>(
  path: string,
  before: { [key in K]?: unknown },
  after: { [key in K]?: unknown },
  key: K,
): Difference[] {
  if (!Object.hasOwn(before, key)) return [{ path, after: after[key] }]
  if (!Object.hasOwn(after, key)) return [{ path, before: before[key] }]
  return differencesOf(before[key], after[key], path)
}
