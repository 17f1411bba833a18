import type { ObjectSource } from '@podium/engines/engine.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'

/** The store as an engine reads its inputs from it. */
export function objectSource(store: ObjectStore): ObjectSource {
  return {
    list: (bucket, prefix) => store.list(bucket, prefix),
    async open(bucket, path) {
      const opened = await store.open(bucket, path)
      if (opened) return opened.stream
      throw Object.assign(new Error(`there is no object ${path} in ${bucket}`), { code: 'ENOENT' })
    },
  }
}
