import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import type { Handle } from '@podium/database/connect.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { type Pack, pack } from 'tar-stream'
import { type ArchiveFile, explainDamage, readArchive } from './archive-reader.ts'
import { type ArchiveSurvey, partOf } from './archive-survey.ts'
import { dataPrefix, solutionPrefix, sourcePath, versionPrefix, type WrittenArchive } from './object-paths.ts'

/** The place for an archive: its source is stored under the first of the pipelines `modes`. */
export interface Destination {
  bucket: string
  /** prefix of the version, ends with '/' */
  prefix: string
  modes: readonly Mode[]
}

/**
 * Stores a surveyed archive below the version's prefix: sample data file by file, and the source as one archive,
 * identical for identical files, with the sample data too, because a program may open it beside its code.
 * @param limit maximum bytes of all files together
 * @returns the stored parts, and their bytes in the bucket
 */
export function writeArchive(
  objects: ObjectStore,
  packed: Readable,
  survey: ArchiveSurvey,
  destination: Destination,
  limit: number,
): Promise<WrittenArchive & { size: number }> {
  return explainDamage(async () => {
    const { bucket, prefix, modes } = destination
    const [sourceMode = null] = survey.source.files > 0 ? modes : []
    const source = sourceMode ? storeSource(objects, bucket, sourcePath(prefix, sourceMode)) : null
    let size = 0
    try {
      for await (const file of readArchive(packed, limit)) {
        const part = partOf(file.path, survey.top)
        if (part.kind === 'metadata') continue
        let { content } = file
        if (part.kind === 'data' && modes.includes(part.mode)) {
          const path = dataPrefix(prefix, part.mode) + part.path
          size += (await objects.put(bucket, path, content, { replace: true })).size
          if (source) content = await openStored(objects, bucket, path)
        }
        await source?.add(file.path.slice(survey.top.length), { ...file, content })
      }
      size += (await source?.finish()) ?? 0
    } catch (error) {
      throw (await source?.abandon()) ?? error
    }
    const data = modes.filter((mode) => survey.data[mode].files > 0)
    return { bucket, prefix, sourceMode, data, size }
  })
}

async function openStored(objects: ObjectStore, bucket: string, path: string): Promise<Readable> {
  const object = await objects.open(bucket, path)
  if (!object) throw new Error(`${path} is gone while its version is being registered.`)
  return object.stream
}

/** Stores an archive while its files are added. */
export function storeSource(objects: ObjectStore, bucket: string, path: string) {
  const archive = pack()
  const gzip = createGzip()
  const packing = pipeline(archive, gzip)
  const object = objects.put(bucket, path, gzip, { replace: true })
  let failure: unknown
  const stop = (error: Error) => {
    failure ??= error
    archive.destroy(error)
  }
  packing.catch(stop)
  object.catch(stop)
  return {
    add: (name: string, file: ArchiveFile) => addFile(archive, name, file),
    async finish() {
      archive.finalize()
      return (await object).size
    },
    /** Cancels the archive; returns the store's error if that was the cause. */
    async abandon(): Promise<unknown> {
      const cause = failure
      archive.destroy(new Error('The archive was cancelled.'))
      await Promise.allSettled([packing, object])
      return cause
    },
  }
}

function addFile(archive: Pack, name: string, { size, executable, content }: ArchiveFile): Promise<void> {
  const entry = archive.entry({ name, size, mode: executable ? 0o755 : 0o644, mtime: new Date(0) })
  return pipeline(content, entry)
}

/**
 * Returns a path that already exists in the folder of a future version, or null: a file that was put there by hand
 * would become part of a version whose archive does not contain it.
 */
export async function occupantOf(
  objects: Pick<ObjectStore, 'stat' | 'list'>,
  bucket: string,
  name: string,
  number: number,
): Promise<string | null> {
  const prefix = versionPrefix(name, number)
  for (const folder of [solutionPrefix(name), prefix]) {
    const path = folder.slice(0, -1)
    if (await objects.stat(bucket, path)) return path
  }
  for await (const { path } of objects.list(bucket, prefix)) return path
  return null
}

/** Says how to resolve that. */
export function occupiedText(path: string, number: number): string {
  return `${path} already exists in the folder of version ${number}. Remove it, or register from the metadata alone.`
}

/** Waits until every upload that began before a prefix was reserved is stored or refused. */
export async function untilUploadsAreStored(database: Handle, workspace: string): Promise<void> {
  await database.execute(sql`select from workspaces where id = ${workspace}::uuid for no key update`)
}
