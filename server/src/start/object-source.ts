import { type ObjectSource, StartRefused } from '@podium/engines/engine.ts'
import { BadObjectName, type ObjectStore } from '@podium/storage/object-store.ts'

/** The store as an engine reads its inputs from it. */
export function objectSource(store: ObjectStore): ObjectSource {
  return {
    list: (bucket, prefix) => store.list(bucket, prefix),
    async open(bucket, path) {
      const opened = await store.open(bucket, path).catch(refusedName(path))
      if (opened) return opened.stream
      throw Object.assign(new Error(`there is no object ${path} in ${bucket}`), { code: 'ENOENT' })
    },
  }
}

/** A pod asks for an address when it is about to read there. */
const ADDRESS_SECONDS = 60

/** The address at which a pod reads an input from the store itself; null where the store has none. */
export function inputAddress({
  direct,
}: ObjectStore): ((bucket: string, path: string) => Promise<string>) | null {
  return direct && ((bucket, path) => direct.download(bucket, path, { seconds: ADDRESS_SECONDS }))
}

/** A name that no object can have is no trouble that passes. */
function refusedName(path: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof BadObjectName) throw new StartRefused(`${path}: ${error.message}`)
    throw error
  }
}
