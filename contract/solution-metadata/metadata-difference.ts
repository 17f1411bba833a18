import { isObject, memberPath } from '../rules/metadata-json.ts'

/** One place where two documents differ; a side that has nothing there is undefined. */
export interface Difference {
  path: string
  before?: unknown
  after?: unknown
}

/**
 * Where two documents differ, as deep as both have objects or lists: the keys in the order of the first document,
 * then those that only the second one has. The order of keys is no difference.
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
