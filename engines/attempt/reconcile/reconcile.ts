import { basename } from 'node:path'
import type { Observation, RunKey } from '../../engine.ts'
import type { Attempt, RunsFolder } from '../attempt.ts'
import type { logFileOf } from '../attempt-directory.ts'
import { unfinishedBefore } from '../attempt-folders.ts'
import type { AttemptRecord } from '../attempt-record.ts'
import { MAX_BYTES_WITH_TEXTS, readJsonOrNull } from '../json-file.ts'
import { readProgress } from '../progress.ts'
import { type EarlyEnd, type Ended, isEnded, type StopRequest } from '../record-shapes.ts'
import { removeSecrets } from '../secrets.ts'
import { endAsFound, type Found, neverBegan } from './ended.ts'
import { lastLines } from './last-lines.ts'
import { exceededLimit } from './limits.ts'
import { cannotBeRead, type Facts } from './verdict.ts'

/** The parts of reconciling that differ between engines. */
export interface ReconcilerOptions {
  /** Returns null if the attempt was never submitted here. */
  read: (attempt: Attempt) => Promise<AttemptRecord | null>
  /** Does the next step of an attempt whose supervisor has not begun. */
  start: (attempt: Attempt, record: AttemptRecord) => Promise<Observation>
  /** Does the next step of an attempt whose supervisor has begun. */
  proceed: (attempt: Attempt, record: AttemptRecord) => Promise<Observation>
  /** Returns the owner of the run's files; null for the server itself. */
  ownerOf: (attempt: Attempt) => Promise<number | null>
  logFile: typeof logFileOf
  /** true if a run could write the record of its exit itself, so that a program with such a record may still run */
  canForgeExit: boolean
  writeStop: (path: string, stop: StopRequest) => Promise<void>
  /** Records the end, unless another server has. */
  writeEnded: (attempt: Attempt, ended: Ended) => Promise<void>
  /** Forgets the attempt in memory. */
  forget: (attempt: Attempt) => void
  clock: () => Date
  log: (message: string, details: Record<string, unknown>) => void
}

export const STOPPED_EARLY: EarlyEnd = {
  outcome: 'stopped',
  reason: 'Stopped on request, before it started.',
}

/**
 * Inspects an attempt and does its next step: start it, end it, or record its end. Everything is read from its folder,
 * so it does not matter which server began a step.
 */
export function createReconciler({
  read,
  start,
  proceed,
  ownerOf,
  logFile,
  canForgeExit,
  writeStop,
  writeEnded,
  forget,
  clock,
  log,
}: ReconcilerOptions) {
  async function reconcile(attempt: Attempt): Promise<Observation> {
    const record = await read(attempt)
    if (record === null || record.ended) forget(attempt)
    if (record === null) return { phase: 'absent' }
    if (record.ended) return record.ended
    if (record.begun?.instead) return endEarly(attempt, record.begun.instead)
    return record.has_begun ? proceed(attempt, record) : start(attempt, record)
  }

  /** Requests the end of the attempt. The first request wins, and none counts after the program has ended. */
  async function requestStop(attempt: Attempt, request: Omit<StopRequest, 'requested_at'>): Promise<void> {
    const record = await read(attempt)
    if (!record || record.stop || record.ended || (record.has_exited && !canForgeExit)) return
    await writeStop(attempt.directory.stop, { ...request, requested_at: clock().toISOString() })
  }

  /** Requests the end of the earlier attempts of a run. */
  async function supersede(folder: RunsFolder, key: RunKey): Promise<void> {
    for (const earlier of await unfinishedBefore(folder, key))
      await requestStop(earlier, { reason: 'A later attempt of this run took over.' })
  }

  /** Returns why a running attempt must end, in a sentence, or null if it may go on. */
  async function limitReason(
    attempt: Attempt,
    { spec, started_at }: AttemptRecord,
    ageInSeconds: () => Promise<number | null> = async () => null,
  ): Promise<string | null> {
    if (spec === null) return null
    const uid = await ownerOf(attempt)
    const logs = [logFile(attempt.directory, 'process', uid), logFile(attempt.directory, 'pipeline', uid)]
    return exceededLimit(
      spec,
      logs,
      async () => (await ageInSeconds()) ?? (clock().getTime() - Date.parse(started_at ?? '')) / 1000,
    )
  }

  async function running(attempt: Attempt, record: AttemptRecord): Promise<Observation> {
    const progress = await progressOf(attempt)
    return { phase: 'running', started_at: record.started_at ?? clock().toISOString(), progress }
  }

  /** Reads from an attempt's folder how its program ended. */
  async function evidenceOf(attempt: Attempt, { spec, exit, stop, is_signalled, unreadable }: AttemptRecord) {
    const lines = await lastLines(logFile(attempt.directory, 'process', await ownerOf(attempt)))
    const facts = {
      exit,
      stop,
      is_signalled,
      unreadable: unreadable[0] ?? null,
      memory_mib: spec?.granted.memory_mib ?? null,
      last_line: lines.at(-1) ?? '',
    } satisfies Partial<Facts>
    return { facts, last_lines: lines, progress: await progressOf(attempt) }
  }

  async function progressOf(attempt: Attempt) {
    const { progress, log } = attempt.directory
    return readProgress({ path: progress, root: log, uid: await ownerOf(attempt) })
  }

  /** Ends an attempt whose program never began. */
  function endEarly(attempt: Attempt, end: EarlyEnd): Promise<Ended> {
    return settle(attempt, neverBegan(end, clock()))
  }

  /** Ends an attempt whose program began. */
  function end(attempt: Attempt, record: AttemptRecord, found: Found): Promise<Ended> {
    return settle(attempt, endAsFound(attempt, record, found))
  }

  /** Records the end. If several servers saw it, the first record wins. */
  async function settle(attempt: Attempt, ended: Ended): Promise<Ended> {
    try {
      await removeSecrets(attempt.directory)
      await writeEnded(attempt, ended)
    } catch (error) {
      // On a full disk the end is true nevertheless, and determined again until it can be recorded.
      log('The end of a run could not be recorded.', { ...attempt.key, error: String(error) })
      return ended
    }
    forget(attempt)
    return (await readJsonOrNull(attempt.directory.ended, isEnded, MAX_BYTES_WITH_TEXTS)) ?? ended
  }

  return { reconcile, requestStop, supersede, limitReason, running, evidenceOf, endEarly, end }
}

/** Returns why a running attempt cannot be watched, in a sentence, or null if its records can be read. */
export function unreadableReason(
  { directory }: Attempt,
  { begun, spec }: Pick<AttemptRecord, 'begun' | 'spec'>,
): string | null {
  if (begun === null) return cannotBeRead(basename(directory.begun))
  return spec === null ? cannotBeRead(basename(directory.spec)) : null
}
