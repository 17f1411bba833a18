import { type BigIntStats, constants, mkdirSync, realpathSync } from 'node:fs'
import { access, type FileHandle, link, lstat, mkdir, open, rename, rmdir, unlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { createIncoming } from './directory-incoming.ts'
import {
  bucketFolder,
  inside,
  isRealFolder,
  makeFolders,
  type ObjectPath,
  objectPathOf,
  pruneFolders,
  syncFolder,
  syncFolders,
} from './directory-paths.ts'
import { walk } from './directory-walk.ts'
import { hasCode, orNull } from './file-errors.ts'
import { checkPrefix } from './names.ts'
import {
  atOnce,
  BadObjectName,
  type ByteRange,
  ObjectExists,
  type ObjectStore,
  type OpenedObject,
  type PutOptions,
  type StoredObject,
  StoreRefuses,
} from './object-store.ts'

// O_NONBLOCK keeps a named pipe in place of the file from blocking the server.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** How often a put creates its folders again because a removal deleted them in between. */
const COMMIT_TRIES = 20

/** Keeps objects as files, `<root>/<bucket>/<path>`, readable by this user only. Processes may share the root. */
export function createDirectoryStore({ root: configured }: { root: string }): ObjectStore {
  mkdirSync(configured, { recursive: true, mode: 0o700 })
  const root = realpathSync(configured)
  const incoming = createIncoming(root)
  let prepared: Promise<void> | undefined

  async function find(
    bucket: string,
    path: string,
  ): Promise<{ objectPath: ObjectPath; stats: BigIntStats } | null> {
    const objectPath = objectPathOf(root, bucket, path)
    if (!(await isRealFolder(objectPath.folder))) return null
    const stats = await orNull(lstat(objectPath.file, { bigint: true }), 'ENOENT')
    return stats?.isFile() ? { objectPath, stats } : null
  }

  async function* list(bucket: string, prefix: string): AsyncGenerator<StoredObject> {
    const { folders, beginning } = checkPrefix(prefix)
    const bucketPath = bucketFolder(root, bucket)
    const start = folders.length === 0 ? bucketPath : inside(bucketPath, folders)
    if (!(await isRealFolder(start))) return
    const path = folders.map((folder) => `${folder}/`).join('')
    for await (const found of walk(start, path, beginning)) yield described(found.path, found.stats)
  }

  return {
    direct: null,

    async makeBucket(bucket) {
      const folder = bucketFolder(root, bucket)
      const made = await orNull(
        mkdir(folder, { mode: 0o700 }).then(() => true),
        'EEXIST',
      )
      if (made === null && !(await isRealFolder(folder)))
        throw new BadObjectName(`"${bucket}" is taken by something that is not a folder.`)
      await syncFolder(root)
      return made !== null
    },

    bucketExists: async (bucket) => isRealFolder(bucketFolder(root, bucket)),

    async removeBucket(bucket) {
      const folder = bucketFolder(root, bucket)
      if (!(await isRealFolder(folder))) return
      await prepare()
      await incoming.discard(folder)
      await syncFolder(root)
    },

    async put(bucket, path, body, { replace = false, limit, within = atOnce } = {}) {
      const objectPath = objectPathOf(root, bucket, path)
      await checkBucketIsThere(objectPath)
      if (!replace && (await find(bucket, path)) !== null) throw alreadyThere(path)
      await prepare()
      return incoming.receive(body, limit, (file) => place(file, objectPath, path, { replace, within }))
    },

    async linkFile(bucket, path, file, { owner, limit, within = atOnce }) {
      const objectPath = objectPathOf(root, bucket, path)
      await checkBucketIsThere(objectPath)
      await prepare()
      const before = await find(bucket, path)
      return incoming.link(file, { owner, limit, kept: before?.stats.ino ?? null }, (linked) =>
        place(linked, objectPath, path, { replace: true, within }),
      )
    },

    async stat(bucket, path) {
      const found = await find(bucket, path)
      return found === null ? null : described(path, found.stats)
    },

    async open(bucket, path, range = { from: 0 }) {
      const found = await find(bucket, path)
      if (found === null) return null
      const handle = await orNull(open(found.objectPath.file, READ), 'ENOENT', 'ELOOP', 'ENXIO')
      if (handle === null) return null
      return openedObject(handle, path, range)
    },

    list,

    async remove(bucket, path) {
      const found = await find(bucket, path)
      if (found === null || !(await unlinked(found.objectPath.file))) return false
      await syncFolder(await pruneFolders(found.objectPath.bucket, found.objectPath.folder))
      return true
    },

    async removeAll(bucket, prefix) {
      if (prefix === '') throw new BadObjectName('The prefix of the objects to remove is empty.')
      let removed = 0
      let last: ObjectPath | undefined
      for await (const { path } of list(bucket, prefix)) {
        const objectPath = objectPathOf(root, bucket, path)
        if (last !== undefined && last.folder !== objectPath.folder) await tidy(last)
        if (await unlinked(objectPath.file)) removed += 1
        last = objectPath
      }
      if (last !== undefined) await tidy(last)
      return removed
    },

    sweep: () => incoming.sweep(),

    keepsRemoved: async () => null,

    async check() {
      await access(root, constants.R_OK | constants.W_OK).catch(() => {
        throw new StoreRefuses('The folder of the files cannot be read and written: tell an administrator.')
      })
    },
  }

  function prepare(): Promise<void> {
    prepared ??= incoming.prepare().catch((error: unknown) => {
      prepared = undefined
      throw error
    })
    return prepared
  }
}

/** Names the finished file when `within` calls `commit`. */
async function place(
  file: string,
  objectPath: ObjectPath,
  path: string,
  { replace, within }: Required<Pick<PutOptions, 'replace' | 'within'>>,
): Promise<StoredObject> {
  const stored = described(path, await lstat(file, { bigint: true }))
  await within(stored, async () => {
    await commitFile(file, objectPath, path, replace)
    await syncFolders(objectPath)
  })
  return stored
}

async function checkBucketIsThere({ bucket }: ObjectPath): Promise<void> {
  if (!(await isRealFolder(bucket))) throw new BadObjectName(`There is no bucket "${basename(bucket)}".`)
}

/** Names the finished file in one step, so that the object exists whole or not at all. */
async function commitFile(
  file: string,
  objectPath: ObjectPath,
  path: string,
  replace: boolean,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await checkBucketIsThere(objectPath)
      await makeFolders(objectPath)
      if (replace) await rename(file, objectPath.file)
      else await link(file, objectPath.file)
      return
    } catch (error) {
      if (hasCode(error, 'EISDIR', 'EEXIST', 'ENOTEMPTY')) await clearWay(objectPath, path, replace)
      else if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
      if (tries === COMMIT_TRIES) throw error
    }
  }
}

/** Handles a name that is taken: removes an empty folder, and throws for an object or a folder with objects. */
async function clearWay(objectPath: ObjectPath, path: string, replace: boolean): Promise<void> {
  const found = await orNull(lstat(objectPath.file), 'ENOENT')
  if (found !== null && !found.isDirectory() && !replace) throw alreadyThere(path)
  if (!found?.isDirectory()) return
  try {
    await rmdir(objectPath.file)
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST'))
      throw new BadObjectName(`"${path}" is a folder, so no file can have its name.`)
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
  }
}

async function tidy({ bucket, folder }: ObjectPath): Promise<void> {
  await syncFolder(await pruneFolders(bucket, folder))
}

async function unlinked(file: string): Promise<boolean> {
  const done = await orNull(
    unlink(file).then(() => true),
    'ENOENT',
    'ENOTDIR',
  )
  return done ?? false
}

/**
 * Opens the object as a stream, which closes the file when it ends or is destroyed. Returns null if the file is not a
 * regular file. The caller must do one of the two: Node ends the process if the garbage collector finds an open file.
 */
async function openedObject(
  handle: FileHandle,
  path: string,
  { from, to = Number.POSITIVE_INFINITY }: ByteRange,
): Promise<OpenedObject | null> {
  let stream: Readable | undefined
  try {
    const stats = await handle.stat({ bigint: true })
    const end = Math.min(to, Number(stats.size))
    if (stats.isFile() && from < end) stream = handle.createReadStream({ start: from, end: end - 1 })
    return stats.isFile() ? { ...described(path, stats), stream: stream ?? Readable.from([]) } : null
  } finally {
    if (!stream) await handle.close()
  }
}

function alreadyThere(path: string): ObjectExists {
  return new ObjectExists(`"${path}" exists already.`)
}

function described(path: string, stats: BigIntStats): StoredObject {
  return {
    path,
    size: Number(stats.size),
    etag: [stats.mtimeNs, stats.size, stats.ino].map((part) => part.toString(36)).join('-'),
    modified_at: new Date(Number(stats.mtimeMs)).toISOString(),
  }
}
