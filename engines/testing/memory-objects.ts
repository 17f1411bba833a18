import { Readable } from 'node:stream'
import type { ObjectSource } from '../engine.ts'

/** Returns a source of these objects by path, in a bucket of any name. */
export function memoryObjects(objects: Record<string, Buffer | string>): ObjectSource {
  return {
    async *list(_bucket, prefix) {
      for (const path of Object.keys(objects).sort()) {
        if (path.startsWith(prefix)) yield { path, size: Buffer.from(objects[path] ?? '').length }
      }
    },
    async open(bucket, path) {
      const bytes = objects[path]
      if (bytes === undefined) throw Object.assign(new Error(`No ${path} in ${bucket}.`), { code: 'ENOENT' })
      return Readable.from([Buffer.from(bytes)])
    },
  }
}
