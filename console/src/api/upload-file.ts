import {
  abortUpload,
  addressOfPart,
  beginUpload,
  endUpload,
  LEAST_DIRECT_BYTES,
} from '@podium/contract/calls/direct-uploads.ts'
import { putObject } from '@podium/contract/calls/objects.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { sendToStore, type UploadOptions, upload } from './upload.ts'

export interface UploadTarget {
  /** the workspace's id */
  workspace: string
  path: string
  replace: boolean
}

/** An upload that has begun at the store, and its progress. */
interface Begun {
  target: UploadTarget
  name: string
  partBytes: number
  /** the number of parts that have arrived */
  parts: number
}

/** The pauses before a part is sent again. */
const PAUSES_MS = [1_000, 3_000]

/** Interrupted uploads by file, so that parts that arrived are not sent again. */
const brokenOff = new WeakMap<Blob, Begun>()

/**
 * Uploads a file to the bucket: a large one directly to the object store if it allows that, else through the server.
 * @throws ApiError; after a passing problem, the next attempt resumes where this one ended
 * @throws the signal's reason if the caller aborted
 */
export async function uploadFile(
  target: UploadTarget,
  file: Blob,
  options: UploadOptions = {},
): Promise<ReplyOf<typeof putObject>> {
  const { workspace: id, path, replace } = target
  const throughServer = () =>
    upload(putObject, { params: { id, path }, query: { replace: replace ? '1' : '0' } }, file, options)
  const begun = file.size < LEAST_DIRECT_BYTES ? null : await begin(target, file, options)
  if (begun === null) return throughServer()
  try {
    return await sendInParts(begun, file, options)
  } catch (error) {
    if (begun.parts > 0 && passes(error)) brokenOff.set(file, begun)
    else forget(begun)
    if (isUnreached(begun, error)) return throughServer()
    throw error
  }
}

async function begin(target: UploadTarget, file: Blob, { signal }: UploadOptions): Promise<Begun | null> {
  const left = brokenOff.get(file)
  brokenOff.delete(file)
  if (left && isSame(left.target, target)) return left
  const { workspace: id, path, replace } = target
  const { upload: name, part_bytes } = await call(beginUpload, {
    params: { id },
    body: { path, bytes: file.size, replace },
    ...quietly(signal),
  })
  return name === null ? null : { target, name, partBytes: part_bytes, parts: 0 }
}

async function sendInParts(begun: Begun, file: Blob, options: UploadOptions) {
  const params = { id: begun.target.workspace }
  while (begun.parts * begun.partBytes < file.size) {
    await sendPatiently(begun, file, options)
    begun.parts += 1
  }
  return call(endUpload, { params, body: { upload: begun.name }, ...quietly(options.signal) })
}

async function sendPatiently(begun: Begun, file: Blob, options: UploadOptions): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await sendNext(begun, file, options)
    } catch (error) {
      if (!passes(error) || error.status === 401 || isUnreached(begun, error)) throw error
      await waited(pause, options.signal)
    }
  }
  return sendNext(begun, file, options)
}

async function sendNext(begun: Begun, file: Blob, { onProgress, signal }: UploadOptions): Promise<void> {
  const { name, partBytes, parts, target } = begun
  const [params, body, from] = [
    { id: target.workspace },
    { upload: name, part: parts + 1 },
    parts * partBytes,
  ]
  const { address } = await call(addressOfPart, { params, body, ...quietly(signal) })
  await sendToStore(address, file.slice(from, from + partBytes), {
    onProgress: (sent) => onProgress?.(from + sent, file.size),
    signal,
  })
}

/**
 * True if the parts that were sent stay valid: there was no response of Podium, the session ended, there were too
 * many calls, or the server or store is unwell. A file that a gateway finds too large stays too large.
 */
function passes(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.fault?.kind === 'too-large') return false
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500
}

/** True if the browser cannot reach the store, or may not send there. */
function isUnreached({ parts }: Begun, error: unknown): boolean {
  return parts === 0 && error instanceof ApiError && error.fault?.kind === 'none'
}

/** @throws the signal's reason */
function waited(pause: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pause)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** The file's row shows what is wrong, so no alert is needed. */
function quietly(signal: AbortSignal | undefined) {
  return { showOnField: () => true, ...(signal && { signal }) }
}

/** Runs in the background. Uploads that this misses are removed by the server after a day. */
function forget({ target, name }: Begun): void {
  const body = { upload: name }
  call(abortUpload, { params: { id: target.workspace }, body, background: true }).catch(() => {})
}

function isSame(one: UploadTarget, other: UploadTarget): boolean {
  return one.workspace === other.workspace && one.path === other.path && one.replace === other.replace
}
