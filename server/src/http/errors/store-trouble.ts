import { StoreAway, StoreRefuses } from '@podium/storage/object-store.ts'

export const STORE_AWAY = 'The object store does not answer right now.'

/** Why the object store failed, as a sentence; null for an error of another kind. */
export function storeTrouble(error: unknown): string | null {
  if (error instanceof StoreAway) return STORE_AWAY
  return error instanceof StoreRefuses ? error.message : null
}
