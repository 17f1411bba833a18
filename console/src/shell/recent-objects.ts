import type { SearchKind } from '@podium/contract/calls/search.ts'
import { ownStorage } from '../session/own-storage.ts'

/** An object that was opened. */
export interface RecentObject {
  kind: SearchKind
  id: string
  name: string
}

const MAX_KEPT = 8

/** Removed with the rest of the storage at sign-out. */
const keyOf = (account: string, workspace: string) => `recent ${account} ${workspace}`

/** The objects that the person opened last in the workspace, in this browser, newest first. */
export function recentObjects(account: string, workspace: string): readonly RecentObject[] {
  try {
    const objects: unknown = JSON.parse(ownStorage().getItem(keyOf(account, workspace)) ?? '[]')
    return Array.isArray(objects) ? objects.filter(isObject) : []
  } catch {
    return []
  }
}

/** Records that the object was opened now. */
export function noteObject(account: string, workspace: string, opened: RecentObject): void {
  const others = recentObjects(account, workspace).filter((one) => !isSame(one, opened))
  const objects = [opened, ...others].slice(0, MAX_KEPT)
  ownStorage().setItem(keyOf(account, workspace), JSON.stringify(objects))
}

function isSame(one: RecentObject, other: RecentObject): boolean {
  return one.kind === other.kind && one.id === other.id
}

function isObject(one: unknown): one is RecentObject {
  return ['kind', 'id', 'name'].every(
    (field) => typeof (one as Record<string, unknown> | null)?.[field] === 'string',
  )
}
