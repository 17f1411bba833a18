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
  /** `name`: in its metadata, where an earlier check read it; '' before */
  | { is: 'checking'; file: File; name: string }
  /** the server did not answer whether the archive is good, or it cannot be used at all */
  | { is: 'unchecked' | 'unusable'; file: File; message: string }
  | ({ is: 'checked'; file: File } & ReplyOf<typeof checkArchive>)

/** The states in which the whole file is in the bucket. */
const ARRIVED: ArchiveState['is'][] = ['checking', 'unchecked', 'unusable', 'checked']

/**
 * Uploads an archive into the workspace's bucket and has it checked. A state machine of its own: an upload tells how far it
 * is, is stopped by another file, and changes no record; only its registration does.
 * @param solutionId the solution of which it is to be a version
 */
export function useArchive(solutionId: string | undefined) {
  const { id: workspace } = useWorkspace()
  const [state, setState] = useState<ArchiveState>({ is: 'none' })
  const [path] = useState(() => archiveUpload(randomWord()))
  const target = { params: { id: workspace, path } }
  const running = useRef<AbortController>(undefined)
  const checked = useRef<{ file: File; name: string }>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  /** Stops what was under way before. */
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
   * Takes what arrived out of the bucket again, in the background: it is tidying that the person did not ask for, and what
   * it does not reach the server removes after a day.
   */
  function discard() {
    running.current?.abort()
    checked.current = undefined
    if (ARRIVED.includes(state.is)) call(deleteObject, { ...target, background: true }).catch(() => {})
  }

  return {
    state,
    /** where the archive is in the bucket */
    path,
    /** in its metadata, once the server has read it; '' before */
    name: 'name' in state ? state.name : '',
    choose: (file: File) => void send(file),
    /** Uploads or checks again, whichever failed. */
    retry() {
      if (state.is === 'broken') void send(state.file)
      else if (state.is === 'unchecked') void check(state.file)
    },
    /** Checks what was found good or doubtful before: the server may judge it otherwise by now. */
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

/** 32 hexadecimal digits that cannot be guessed. `crypto.randomUUID` is missing where a page came over plain http. */
function randomWord(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const WINDOW_MS = 8000
const SHORTEST_MS = 500

/**
 * Is told how much was sent at each moment, in milliseconds, and answers the bytes a second of the last seconds; null
 * as long as too little was seen to say.
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

/** '12 s left' for what has still to go out; undefined as long as the speed is not known. */
export function timeLeft(bytes: number, speed: number | null): string | undefined {
  return speed === null ? undefined : `${formatDuration(Math.ceil(bytes / speed))} left`
}

/** '294.10 MB of 402.16 MB, 73 %, 9.40 MB a second, 12 s left' */
export function uploadWords(sent: number, total: number, speed: number | null): string {
  const amount = `${formatFileSize(sent)} of ${formatFileSize(total)}, ${formatShare(shareOf(sent, total))}`
  if (speed === null) return amount
  return `${amount}, ${formatFileSize(speed)} a second, ${timeLeft(total - sent, speed)}`
}

/** From 0 to 1; an empty file is out at once. */
export function shareOf(sent: number, total: number): number {
  return total === 0 ? 1 : Math.min(sent / total, 1)
}
