import type { Input } from '@podium/engines/engine.ts'
import { BadObjectName, type ObjectStore } from '@podium/storage/object-store.ts'

/** The result of an address: an input for a run, nothing there, or an address that runs may not read. */
export type Named = { input: Input } | { nothing: string } | { problem: string }

/**
 * Resolves `s3://{bucket}/{path}`, or a path in the workspace's bucket, to one object or to everything below a
 * prefix. Refuses another workspace's bucket, whatever it contains.
 */
export async function findData(objects: ObjectStore, bucket: string, address: string): Promise<Named> {
  const parsed = pathOf(address, bucket)
  if ('problem' in parsed) return parsed
  try {
    return await findPath(objects, bucket, parsed.path, address)
  } catch (error) {
    if (error instanceof BadObjectName) return { problem: `${address}: ${error.message}` }
    throw error
  }
}

async function findPath(objects: ObjectStore, bucket: string, path: string, address: string): Promise<Named> {
  if (!path.endsWith('/') && (await objects.stat(bucket, path)))
    return { input: { bucket, path, archive: false } }
  const prefix = path.endsWith('/') ? path : `${path}/`
  for await (const _ of objects.list(bucket, prefix))
    return { input: { bucket, path: prefix, archive: false } }
  return { nothing: `There is nothing at ${address}: upload the data there, or choose another address.` }
}

/** Returns the path in the workspace's own bucket, or a sentence that says what is wrong with the address. */
export function pathOf(address: string, bucket: string): { path: string } | { problem: string } {
  const named = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(address)
  if (named && named[1] !== bucket)
    return { problem: `${address} is in another bucket: a run reads from s3://${bucket}/ only.` }
  const path = (named ? (named[2] ?? '') : address).replace(/^\/+/, '')
  if (path === '') return { problem: `${address} is the whole bucket: name a folder or a file in it.` }
  if (/^[a-z0-9+.-]+:\/\//i.test(path))
    return { problem: `${address} is not an address in the bucket: write s3://${bucket}/… or a path.` }
  const parts = path.split('/')
  if (/\p{Cc}/u.test(path) || parts.some((part, index) => isUnsafe(part, index === parts.length - 1)))
    return { problem: `${address} is not the address of a folder or a file in the bucket.` }
  return { path }
}

function isUnsafe(part: string, last: boolean): boolean {
  return part === '.' || part === '..' || (part === '' && !last)
}
