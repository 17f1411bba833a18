import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import { sourceAddress } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import type { Input } from '@podium/engines/engine.ts'
import { BadObjectName, type ObjectStore } from '@podium/storage/object-store.ts'
import { pathOf } from '../../objects/data-address.ts'

/** Finds the archive with the code of a pipeline, null if it names none, or returns why no run can start with it. */
export async function findSource(
  objects: ObjectStore,
  bucket: string,
  pipeline: Pipeline,
): Promise<{ source: Input | null } | { problem: string }> {
  const address = sourceAddress(pipeline)
  if (address === null) return { source: null }
  const found = await archiveAt(objects, bucket, address)
  if (typeof found !== 'string') return { source: found }
  return { problem: `The code of the pipeline cannot be read: ${found}` }
}

/** Returns the object, or a sentence about the problem. */
async function archiveAt(objects: ObjectStore, bucket: string, address: string): Promise<Input | string> {
  const parsed = pathOf(address, bucket)
  if ('problem' in parsed) return parsed.problem
  const { path } = parsed
  if (path.endsWith('/'))
    return `${address} is a folder: register a version whose source_uri names the archive (.tar.gz).`
  try {
    if (await objects.stat(bucket, path)) return { bucket, path, archive: true }
    return `There is nothing at ${address}: upload the archive there, or register a version with its source.`
  } catch (error) {
    if (error instanceof BadObjectName) return `${address}: ${error.message}`
    throw error
  }
}
