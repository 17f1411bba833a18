import { keyBefore } from '../ui/base-path.ts'

/** This server's part of the browser's storage. Other servers below paths of the same site have their own. */
export function createOwnStorage(storage: Storage, before = keyBefore): Storage {
  const ownKeys = () =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) =>
      before === '' ? !key.startsWith('/') : key.startsWith(before),
    )
  return {
    get length() {
      return ownKeys().length
    },
    key: (at) => ownKeys()[at]?.slice(before.length) ?? null,
    getItem: (key) => storage.getItem(before + key),
    setItem: (key, value) => storage.setItem(before + key, value),
    removeItem: (key) => storage.removeItem(before + key),
    clear() {
      for (const key of ownKeys()) storage.removeItem(key)
    },
  }
}

export const ownStorage = () => createOwnStorage(localStorage)

/** True if a storage event's name is that key of this server. */
export function isOwnKey(changed: string | null, key: string): boolean {
  return changed === keyBefore + key
}
