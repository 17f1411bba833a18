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

/** The store as the source of an engine's inputs, with versions of data sets as prefixes. */
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

/** A file of a version that was changed since is refused, because its former content is lost. */
async function openData(store: ObjectStore, file: PlacedFile): Promise<Readable> {
  const opened = await openPlaced(store, file)
    .catch((error) => {
      throw error instanceof Failure ? new StartRefused(error.message) : error
    })
    .catch(refusedObject(file.path))
  return opened.stream
}

/** A pod requests an address right before it reads there. */
const ADDRESS_SECONDS = 60

/**
 * The address at which a pod reads an input from the store itself; null if the store has none. A file that may have
 * changed since its version was made has none: the pod reads it through the server, which compares it.
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

/** A name that no object can have is a permanent error, and so is an object that the store refuses. */
function refusedObject(path: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof BadObjectName || error instanceof ObjectUnreadable)
      throw new StartRefused(`${path}: ${error.message}`)
    throw error
  }
}
