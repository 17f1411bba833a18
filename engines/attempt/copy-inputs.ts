import { once, setMaxListeners } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Input, type ObjectSource, StartRefused } from '../engine.ts'
import { requireSpace } from './disk.ts'
import { codeOf } from './json-file.ts'
import { unpackArchive } from './unpack.ts'

/** Objects of a folder that are copied at a time, because small objects take mostly waiting time. */
const AT_ONCE = 8

export interface CopyOptions {
  objects: ObjectSource
  /** maximum unpacked size of an archive in bytes */
  unpackLimit: number
  signal: AbortSignal
}

/**
 * Copies inputs, such as a data set. The objects of a single prefix lie directly in the folder; with several prefixes,
 * each has a folder named after its last part. A prefix below another one is copied with it.
 * @throws StartRefused if an object is missing or two would have the same path
 */
export async function copyInputs(requested: Input[], folder: string, options: CopyOptions): Promise<void> {
  const inputs = requested.filter((input) => !requested.some((other) => holds(other, input)))
  const prefixes = inputs.filter(isPrefix)
  for (const input of inputs) {
    if (input.archive) await unpackInput(input, folder, options)
    else if (!isPrefix(input))
      await copyObject(input.bucket, input.path, join(folder, basename(input.path)), options)
    else await copyPrefix(input, prefixes.length > 1 ? join(folder, basename(input.path)) : folder, options)
  }
}

/**
 * Lays the objects of prefixes over the content of a folder, one prefix after the other: an object replaces a file.
 * @throws StartRefused if an object is missing, or there is a folder in its place
 */
export async function layOver(prefixes: Input[], folder: string, options: CopyOptions): Promise<void> {
  for (const prefix of prefixes) await copyPrefix(prefix, folder, options, replaceObject)
}

async function unpackInput(input: Input, folder: string, options: CopyOptions): Promise<void> {
  const { unpackLimit, signal } = options
  await requireSpace(folder)
  const archive = await openObject(options, input.bucket, input.path)
  await unpackArchive(archive, folder, { name: input.path, limit: unpackLimit, signal })
}

async function copyPrefix(
  { bucket, path }: Input,
  folder: string,
  options: CopyOptions,
  copy = copyObject,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let bytes = 0
  for await (const { size } of options.objects.list(bucket, path)) bytes += size
  await requireSpace(folder, bytes)
  const objects = options.objects.list(bucket, path)[Symbol.asyncIterator]()
  const failing = new AbortController()
  const signal = AbortSignal.any([options.signal, failing.signal])
  // Each copied object adds a few listeners, and Node warns of a leak beyond ten.
  setMaxListeners(4 * AT_ONCE, signal)
  async function copyLeft(): Promise<void> {
    for (let next = await objects.next(); !next.done; next = await objects.next()) {
      const object = next.value
      await requireSpace(folder, object.size)
      await copy(bucket, object.path, join(folder, below(object.path, path)), { ...options, signal })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => copyLeft().catch((error) => failing.abort(error))))
  failing.signal.throwIfAborted()
}

async function copyObject(bucket: string, path: string, target: string, options: CopyOptions): Promise<void> {
  options.signal.throwIfAborted()
  const object = await openObject(options, bucket, path)
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(object, createWriteStream(target, { flags: 'wx', mode: 0o600 }), {
      signal: options.signal,
    })
  } catch (error) {
    object.destroy()
    if (!['EEXIST', 'EISDIR', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error
    throw new StartRefused(
      `Two objects of the data set would become the same file, one of them \`${path}\`: rename one.`,
    )
  }
}

/** As copyObject, in place of a file that is there, which may be one that cannot be written. */
async function replaceObject(
  bucket: string,
  path: string,
  target: string,
  options: CopyOptions,
): Promise<void> {
  try {
    await rm(target, { force: true })
  } catch (error) {
    // It is a folder, or a folder above it is a file, and the copy says so.
    if (!['ERR_FS_EISDIR', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error
  }
  await copyObject(bucket, path, target, options)
}

async function openObject({ objects, signal }: CopyOptions, bucket: string, path: string): Promise<Readable> {
  const opening = objects.open(bucket, path)
  const settled = new AbortController()
  try {
    return await Promise.race([opening, abortionOf(signal, settled.signal)])
  } catch (error) {
    // The store may still answer, and nobody reads the stream any more.
    opening.then(
      (object) => object.destroy(),
      () => undefined,
    )
    if (codeOf(error) !== 'ENOENT') throw error
    throw new StartRefused(
      `There is no object \`${path}\` in the bucket \`${bucket}\`: upload it or choose another.`,
    )
  } finally {
    settled.abort()
  }
}

/** Rejects when the signal is aborted. Stops listening when `until` is, because objects may be many. */
async function abortionOf(signal: AbortSignal, until: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort', { signal: until })
  throw signal.reason
}

function below(path: string, prefix: string): string {
  const rest = path.slice(prefix.length)
  if (
    !path.startsWith(prefix) ||
    rest.split('/').some((part) => part === '' || part === '..' || part === '.')
  ) {
    throw new StartRefused(`The object \`${path}\` has a name that cannot be a file: rename it.`)
  }
  return rest
}

function holds(outer: Input, inner: Input): boolean {
  return (
    outer !== inner &&
    isPrefix(outer) &&
    outer.bucket === inner.bucket &&
    !inner.archive &&
    inner.path.startsWith(outer.path) &&
    inner.path !== outer.path
  )
}

function isPrefix(input: Input): boolean {
  return !input.archive && (input.path === '' || input.path.endsWith('/'))
}
