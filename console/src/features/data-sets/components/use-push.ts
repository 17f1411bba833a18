import {
  announceDataSetFiles,
  beginDataSetVersion,
  callsOf,
  commitDataSetVersion,
  deleteDataSetUpload,
  FILES_AT_ONCE,
  lineOfContent,
  putDataSetContent,
  putDataSetContents,
  SMALL_CONTENT,
} from '@podium/contract/calls/data-set-files.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { upload } from '../../../api/upload.ts'
import { countOf } from '../../../format/number.ts'
import { type Send, useChange } from '../../../record/use-change.ts'
import { sha256Of } from './sha256.ts'

/** A file of this machine, and its path in the new version. */
export interface ChosenFile {
  path: string
  file: File
}

export interface Push {
  files: readonly ChosenFile[]
  note: string
  keep: boolean
}

interface Progress {
  /** bytes done, of `total`, which counts every byte twice: once for hashing, once for sending or skipping */
  done: number
  total: number
  words: string
  /** the version is being made: too late to cancel */
  isEnding?: boolean
}

type Pushed = Pick<ReplyOf<typeof commitDataSetVersion>, 'version' | 'is_new'>

const CANCELLED = new Error('The person cancelled the upload.')

/** Uploads files as a new version. Content that the server has, also from an unfinished try, is not sent again. */
export function usePush(id: string, onDone: (version: number) => void) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const hashes = useRef(new Map<File, string>())
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  /** @returns the version, null if it was cancelled */
  async function push(input: Push, send: Send): Promise<Pushed | null> {
    stop.current = new AbortController()
    const { signal } = stop.current
    const { note, keep, files } = input
    const { upload: name } = await send(beginDataSetVersion, { params: { id }, body: { note, keep } })
    const params = { id, upload: name }
    try {
      await sendAll(params, files, send, signal)
    } catch (error) {
      if (signal.reason !== CANCELLED) throw error
      await send(deleteDataSetUpload, { params })
      return null
    }
    return send(commitDataSetVersion, { params })
  }

  async function sendAll(
    params: { id: string; upload: string },
    files: readonly ChosenFile[],
    send: Send,
    signal: AbortSignal,
  ): Promise<void> {
    const total = files.reduce((sum, { file }) => sum + file.size, 0)
    let done = 0
    const tell = (words: string, bytes = 0) => setProgress({ done: done + bytes, total: 2 * total, words })
    for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
      signal.throwIfAborted()
      const part = files.slice(at, at + FILES_AT_ONCE)
      const announced: { path: string; size: number; sha256: string }[] = []
      for (const { path, file } of part) {
        tell(`Reading ${path}`)
        const sha256 = hashes.current.get(file) ?? (await sha256Of(file, signal))
        hashes.current.set(file, sha256)
        announced.push({ path, size: file.size, sha256 })
        done += file.size
      }
      const { missing } = await send(announceDataSetFiles, { params, body: { files: announced } })
      const left = new Set(missing)
      const hashed = part.map((chosen) => ({ ...chosen, sha256: hashes.current.get(chosen.file) ?? '' }))
      const sending = hashed.filter(({ sha256 }) => left.delete(sha256))
      done += sizeOf(part) - sizeOf(sending)
      for (const { path, file, sha256 } of sending.filter((one) => !isSmall(one))) {
        const onProgress = (bytes: number) => tell(`Sending ${path}`, bytes)
        await upload(putDataSetContent, { params: { ...params, sha256 } }, file, { onProgress, signal })
        done += file.size
      }
      for (const batch of callsOf(sending.filter(isSmall), ({ file }) => file.size)) {
        const words = `Sending ${batch[0]?.path}${batch.length > 1 ? ` and ${countOf(batch.length - 1, 'more file')}` : ''}`
        const onProgress = (bytes: number) => tell(words, bytes)
        await upload(putDataSetContents, { params }, bodyOf(batch), { onProgress, signal })
        done += sizeOf(batch)
      }
    }
    signal.throwIfAborted()
    setProgress({ done: 2 * total, total: 2 * total, words: 'Making the version', isEnding: true })
  }

  const { change, isBusy } = useChange<Push, Pushed | null>({
    change: push,
    failed: (_, error) =>
      stop.current?.signal.reason === CANCELLED
        ? 'The upload was stopped, but what was sent could not be removed. That happens by itself after a day.'
        : failureOf(error),
    onDone: (pushed) => pushed !== null && onDone(pushed.version),
    tell: (pushed) => ({ snackbar: outcomeOf(pushed) }),
  })

  return {
    push: change,
    isBusy,
    progress: isBusy ? progress : null,
    cancel: isBusy && !progress?.isEnding ? () => stop.current?.abort(CANCELLED) : undefined,
  }
}

/** Suggests to upload again, unless a body was too large for a gateway, which another try cannot change. */
function failureOf(error: unknown): string {
  const isTooLarge = error instanceof ApiError && error.fault?.kind === 'too-large'
  return `The version could not be uploaded.${isTooLarge ? '' : ' Upload again to go on where it stopped.'}`
}

function outcomeOf(pushed: Pushed | null): string {
  if (pushed === null) return 'Upload cancelled. Nothing was added.'
  if (pushed.is_new) return `Version ${pushed.version} is uploaded.`
  return `Nothing was added: version ${pushed.version} has these files already.`
}

interface HashedFile extends ChosenFile {
  sha256: string
}

function isSmall({ file }: ChosenFile): boolean {
  return file.size <= SMALL_CONTENT
}

function sizeOf(files: readonly ChosenFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0)
}

function bodyOf(files: readonly HashedFile[]): Blob {
  return new Blob(files.flatMap(({ file, sha256 }) => [lineOfContent({ sha256, size: file.size }), file]))
}
