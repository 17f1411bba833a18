import {
  DeleteObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { Objects } from './objects.ts'
import type { Place } from './places.ts'
import type { S3Settings, Service } from './service.ts'

/** No bucket of ours has the name, so nothing of a workspace lies there. */
const FOLDER = '_podium/check/'
/** What services that keep or list names wrongly change. */
const ODD_NAME = 'a+b%41 é'

/** Small calls by which the service shows what it gives and takes. */
export function createProbe(
  { client, ask }: Service,
  objects: Objects,
  { bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>,
) {
  /** Removes the version for good. Keys that may not do that leave it below a mark that the file is removed. */
  async function removeVersion(place: Place, VersionId: string | undefined): Promise<void> {
    const removal = new DeleteObjectCommand({ ...place, VersionId })
    const isRemoved =
      VersionId !== undefined &&
      (await ask(({ signal }) => client.send(removal, signal)).then(
        () => true,
        () => false,
      ))
    if (!isRemoved) await objects.remove(place)
  }

  return {
    /** The names of the buckets, or of the one that is set; undefined where something else than S3 answers. */
    list: () =>
      ask(async ({ signal }): Promise<string[] | undefined> => {
        if (bucket === null) {
          const { Buckets } = await client.send(new ListBucketsCommand(), signal)
          return Buckets?.map(({ Name = '' }) => Name)
        }
        const asked = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })
        const { Name } = await client.send(asked, signal)
        return Name === undefined ? undefined : [Name]
      }),

    /**
     * Stores and removes an empty file, always the same one, so that failed removals never leave more than one. Calls `stays`
     * with the error if it cannot be removed, which does not mean that the service takes no files.
     * @returns false if the service lists it by another name only; one whose lists lag behind may not list it at all
     */
    async write({ Bucket, Key }: Place, stays: (error: unknown) => void): Promise<boolean> {
      const folder = { Bucket, Key: Key + FOLDER }
      const place = { Bucket, Key: folder.Key + ODD_NAME }
      const put = new PutObjectCommand({ ...place, Body: '' })
      const { VersionId } = await ask(({ signal }) => client.send(put, signal))
      try {
        const names: string[] = []
        for await (const { key } of objects.list(folder)) names.push(key)
        return names.length === 0 || names.includes(place.Key)
      } finally {
        await removeVersion(place, VersionId).catch(stays)
      }
    },
  }
}
