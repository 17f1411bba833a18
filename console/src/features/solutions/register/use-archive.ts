import { deleteObject } from '@podium/contract/calls/objects.ts'
import { checkArchive } from '@podium/contract/calls/solutions.ts'
import { archiveUpload } from '@podium/contract/rules/archive-uploads.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { uploadFile } from '../../../api/upload-file.ts'
import { formatDuration } from '../../../format/duration.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatShare } from '../../../format/number.ts'
import { useWorkspace } from '../../../session/use-session.ts'

export type ArchiveState =
  | { is: 'none' }
  | { is: 'uploading'; file: File; sent: number; speed: number | null }
  | { is: 'broken'; file: File; sent: number; message: string }
  /** `name` is from its metadata if an earlier check read it, else '' */
  | { is: 'checking'; file: File; name: string }
  /** the server did not say whether the archive is good, or it cannot be used at all */
  | { is: 'unchecked' | 'unusable'; file: File; message: string }
  | ({ is: 'checked'; file: File } & ReplyOf<typeof checkArchive>)

/** The states in which the whole file is in the bucket. */
const ARRIVED: ArchiveState['is'][] = ['checking', 'unchecked', 'unusable', 'checked']

/**
 * Uploads an archive to the workspace's bucket and has it checked. It has its own state machine, because an upload
 * has progress, is replaced by another file, and changes no record before its registration.
 * @param solutionId the solution that gets a new version
 */
export function useArchive(solutionId: string | undefined) {
  const { id: workspace } = useWorkspace()
  const [state, setState] = useState<ArchiveState>({ is: 'none' })
  const [path] = useState(() => archiveUpload(randomWord()))
  const target = { params: { id: workspace, path } }
  const running = useRef<AbortController>(undefined)
  const checked = useRef<{ file: File; name: string }>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  /** Stops the upload or check in progress. */
  function begin(): AbortSignal {
    running.current?.abort()
    checked.current = undefined
    running.current = new AbortController()
    return running.current.signal
  }

  async function send(file: File) {
    const signal = begin()
    const speedAt = speedometer()
    let sent = 0
    const tell = (amount: number) => {
      if (signal.aborted) return
      sent = amount
      setState({ is: 'uploading', file, sent, speed: speedAt(performance.now(), sent) })
    }
    tell(0)
    try {
      await uploadFile({ workspace, path, replace: true }, file, { onProgress: tell, signal })
    } catch (error) {
      if (!signal.aborted) setState({ is: 'broken', file, sent, message: sentenceFor(error) })
      return
    }
    await check(file, signal)
  }

  async function check(file: File, signal: AbortSignal = begin(), name = '') {
    if (signal.aborted) return
    setState({ is: 'checking', file, name })
    try {
      const found = await call(checkArchive, {
        query: { workspace_id: workspace },
        body: { path, solution_id: solutionId },
        showOnField: () => true,
        signal,
      })
      if (signal.aborted) return
      checked.current = { file, name: found.name }
      setState({ is: 'checked', file, ...found })
    } catch (error) {
      if (signal.aborted) return
      const is = error instanceof ApiError && error.status === 422 ? 'unusable' : 'unchecked'
      setState({ is, file, message: sentenceFor(error) })
    }
  }

  /**
   * Deletes the uploaded archive in the background, as the person did not ask for it. Archives that this misses are
   * removed by the server after a day.
   */
  function discard() {
    running.current?.abort()
    checked.current = undefined
    if (ARRIVED.includes(state.is)) call(deleteObject, { ...target, background: true }).catch(() => {})
  }

  return {
    state,
    /** the path of the archive in the bucket */
    path,
    /** the name in its metadata, once the server has read it; '' before */
    name: 'name' in state ? state.name : '',
    choose: (file: File) => void send(file),
    /** Repeats the upload or the check that failed. */
    retry() {
      if (state.is === 'broken') void send(state.file)
      else if (state.is === 'unchecked') void check(state.file)
    },
    /** Repeats a check that passed, because the server may decide differently by now. */
    checkAgain() {
      const last = checked.current
      if (last) void check(last.file, begin(), last.name)
    },
    discard,
    remove() {
      discard()
      setState({ is: 'none' })
    },
  }
}

export type Archive = ReturnType<typeof useArchive>

/** Returns 32 random hexadecimal digits. `crypto.randomUUID` is missing on pages loaded by plain http. */
function randomWord(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const WINDOW_MS = 8000
const SHORTEST_MS = 500

/**
 * Returns a function that takes the bytes sent at a time in milliseconds and returns the bytes per second of the last
 * seconds; null while there are too few samples.
 */
export function speedometer() {
  let samples: { at: number; sent: number }[] = []
  return (at: number, sent: number): number | null => {
    samples = [...samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, sent }]
    const [first = { at, sent }] = samples
    if (at - first.at < SHORTEST_MS || sent <= first.sent) return null
    return ((sent - first.sent) * 1000) / (at - first.at)
  }
}

/** '12 s left' for the remaining bytes; undefined while the speed is unknown. */
export function timeLeft(bytes: number, speed: number | null): string | undefined {
  return speed === null ? undefined : `${formatDuration(Math.ceil(bytes / speed))} left`
}

/** '294.10 MB of 402.16 MB, 73 %, 9.40 MB a second, 12 s left' */
export function uploadWords(sent: number, total: number, speed: number | null): string {
  const amount = `${formatFileSize(sent)} of ${formatFileSize(total)}, ${formatShare(shareOf(sent, total))}`
  if (speed === null) return amount
  return `${amount}, ${formatFileSize(speed)} a second, ${timeLeft(total - sent, speed)}`
}

/** From 0 to 1; an empty file is complete at once. */
export function shareOf(sent: number, total: number): number {
  return total === 0 ? 1 : Math.min(sent / total, 1)
}
