import type { Readable } from 'node:stream'
import { Failure } from '@podium/contract/rules/errors.ts'
import { type ObjectSource, StartRefused } from '@podium/engines/engine.ts'
import {
  BadObjectName,
  type DirectTransfers,
  type ObjectStore,
  ObjectUnreadable,
} from '@podium/storage/object-store.ts'
import type { PlacedFile } from '../domains/data-sets/files-reads.ts'
import { openPlaced } from '../domains/data-sets/open-file.ts'
import type { DataSetInputs } from '../domains/data-sets/run-inputs.ts'

const NO_DATA_SETS: DataSetInputs = { list: () => null, find: async () => null }

/** The store as an engine reads its inputs from it, with versions of data sets as prefixes. */
export function objectSource(store: ObjectStore, dataSets = NO_DATA_SETS): ObjectSource {
  return {
    list: (bucket, prefix) => dataSets.list(bucket, prefix) ?? store.list(bucket, prefix),
    async open(bucket, path) {
      const file = await dataSets.find(bucket, path)
      if (file !== null && file !== 'missing') return openData(store, file)
      const opened = file === null && (await store.open(bucket, path).catch(refusedObject(path)))
      if (opened) return opened.stream
      throw Object.assign(new Error(`there is no object ${path} in ${bucket}`), { code: 'ENOENT' })
    },
  }
}

/** What a version was made of and has been changed since does not come back. */
async function openData(store: ObjectStore, file: PlacedFile): Promise<Readable> {
  const opened = await openPlaced(store, file)
    .catch((error) => {
      throw error instanceof Failure ? new StartRefused(error.message) : error
    })
    .catch(refusedObject(file.path))
  return opened.stream
}

/** A pod asks for an address when it is about to read there. */
const ADDRESS_SECONDS = 60

/**
 * The address at which a pod reads an input from the store itself; null where the store has none. A file that may have been
 * changed there since its version was made has none: it is compared while the pod reads it through the server.
 */
export function inputAddress(
  { direct }: { direct: Pick<DirectTransfers, 'download'> | null },
  dataSets = NO_DATA_SETS,
): ((bucket: string, path: string) => Promise<string | null>) | null {
  if (direct === null) return null
  return async (bucket, path) => {
    const file = await dataSets.find(bucket, path)
    if (file === 'missing' || (file !== null && file.etag !== null)) return null
    return direct.download(bucket, file?.object ?? path, { seconds: ADDRESS_SECONDS })
  }
}

/** A name that no object can have is no trouble that passes, nor is an object that the store does not give. */
function refusedObject(path: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof BadObjectName || error instanceof ObjectUnreadable)
      throw new StartRefused(`${path}: ${error.message}`)
    throw error
  }
}
