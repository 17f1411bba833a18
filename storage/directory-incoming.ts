import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { limitedBytes } from './body.ts'
import { orNull } from './file-errors.ts'
import { ObjectTooLarge } from './object-store.ts'

/** No upload pauses this long: a file that has not grown for an hour was abandoned. */
const LEFT_OVER_MS = 3_600_000

interface Linked {
  /** the uid that must own the file; null: the server's own */
  owner: number | null
  limit?: number | undefined
  /** inode of the existing object: a file that is it already has one more name and belongs to this server */
  kept: bigint | null
}

/**
 * The private folder in which objects are written before they get their names, and into which deleted buckets are
 * moved. No bucket can have its name.
 */
export function createIncoming(root: string) {
  const folder = join(root, '.incoming')
  const nextTime = createRisingClock()

  /** Makes this user the only one who can read the linked file, gives it a unique time, and calls fsync on it. */
  async function seal(
    file: string,
    { owner, limit = Number.POSITIVE_INFINITY, kept }: Linked,
  ): Promise<boolean> {
    const handle = await orNull(
      open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
      'EACCES',
      'ELOOP',
      'ENXIO',
    )
    if (handle === null) return false
    try {
      const stats = await handle.stat({ bigint: true })
      const isKept = stats.ino === kept
      const isOwn = isKept || owner === null || stats.uid === BigInt(owner)
      if (!stats.isFile() || !isOwn || stats.nlink !== (isKept ? 3n : 2n)) return false
      if (stats.size > limit) throw new ObjectTooLarge(`The file is larger than the allowed ${limit} bytes.`)
      const time = nextTime()
      await handle.chmod(0o600)
      if (owner !== null) await handle.chown(process.geteuid?.() ?? owner, process.getegid?.() ?? owner)
      await handle.utimes(time, time)
      await handle.sync()
      return true
    } finally {
      await handle.close()
    }
  }

  return {
    async prepare() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },

    /** Removes files that crashed processes left. */
    async sweep() {
      for (const name of (await orNull(readdir(folder), 'ENOENT')) ?? []) {
        const path = join(folder, name)
        const stats = await orNull(lstat(path), 'ENOENT')
        if (stats !== null && Date.now() - stats.mtimeMs > LEFT_OVER_MS)
          await rm(path, { recursive: true, force: true })
      }
    },

    /** Writes the body to a temporary file, calls fsync, and passes its path to `use`. Removes the file afterwards. */
    async receive<T>(
      body: Readable,
      limit: number | undefined,
      use: (file: string) => Promise<T>,
    ): Promise<T> {
      const file = join(folder, randomUUID())
      try {
        const handle = await open(file, 'wx', 0o600)
        try {
          await fill(handle, body, limit)
          const time = nextTime()
          await handle.utimes(time, time)
          await handle.sync()
        } finally {
          await handle.close()
        }
        return await use(file)
      } finally {
        await rm(file, { force: true })
      }
    },

    /**
     * Gives a file a second name in this folder while `use` runs. Returns null if the file lies on another disk, has
     * another owner or has more names.
     */
    async link<T>(path: string, options: Linked, use: (file: string) => Promise<T>): Promise<T | null> {
      const file = join(folder, randomUUID())
      try {
        const linked = await orNull(
          link(path, file).then(() => true),
          'EXDEV',
          'EPERM',
          'EMLINK',
        )
        if (linked === null || !(await seal(file, options))) return null
        return await use(file)
      } finally {
        await rm(file, { force: true })
      }
    },

    /** Moves a folder out of sight in one step and then removes it. Does nothing if there is none. */
    async discard(path: string) {
      const gone = join(folder, randomUUID())
      const moved = await orNull(
        rename(path, gone).then(() => true),
        'ENOENT',
      )
      if (moved !== null) await rm(gone, { recursive: true, force: true })
    },
  }
}

async function fill(handle: FileHandle, body: Readable, limit: number | undefined): Promise<void> {
  for await (const bytes of limitedBytes(body, limit)) {
    let from = 0
    while (from < bytes.length) from += (await handle.write(bytes, from)).bytesWritten
  }
}

/**
 * Returns seconds since 1970, never the same value twice. File systems stamp files only every few milliseconds, so
 * without this two contents of the same size could share an etag.
 */
function createRisingClock(): () => number {
  let last = 0
  return () => {
    last = Math.max(Date.now() / 1000, last + 0.000_002)
    return last
  }
}
