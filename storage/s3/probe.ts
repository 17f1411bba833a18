import {
  DeleteObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { Objects } from './objects.ts'
import type { Place } from './places.ts'
import type { S3Settings, Service } from './service.ts'

/** No bucket of Podium has this name, so the folder holds nothing of a workspace. */
const FOLDER = '_podium/check/'
/** A name that some services change when they store or list it. */
const ODD_NAME = 'a+b%41 é'

/** Small calls that show if the service returns and accepts files. */
export function createProbe(
  { client, ask }: Service,
  objects: Objects,
  { bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>,
) {
  /** Removes the version for good. Keys without that right leave it below a delete marker. */
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
    /** Lists the buckets, or returns the shared one. Returns undefined if something other than S3 answers. */
    list: () =>
      ask(async ({ signal }): Promise<string[] | undefined> => {
        if (bucket === null) {
          const { Buckets } = await client.send(new ListBucketsCommand(), signal)
          return Buckets?.map(({ Name = '' }) => Name)
        }
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })
        const { Name } = await client.send(command, signal)
        return Name === undefined ? undefined : [Name]
      }),

    /**
     * Stores and removes an empty file, always the same one, so that failed removals never leave more than one. Calls
     * `stays` with the error if it cannot be removed, which does not mean that the service accepts no files.
     * @returns false if the service lists it only by another name; one whose lists lag behind may not list it at all
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
