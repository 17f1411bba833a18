import { basename } from 'node:path'
import type { Attempt } from '../attempt/attempt.ts'
import { logFileOf } from '../attempt/attempt-directory.ts'
import { ownerOf } from '../attempt/attempt-folders.ts'
import { type AttemptRecord, readRecord, timeOf } from '../attempt/attempt-record.ts'
import { isFullDisk } from '../attempt/disk.ts'
import { exists } from '../attempt/folders.ts'
import { writeJson } from '../attempt/json-file.ts'
import { preventBegin } from '../attempt/reconcile/prevent-begin.ts'
import { createReconciler, STOPPED_EARLY, unreadableReason } from '../attempt/reconcile/reconcile.ts'
import type { Starting } from '../attempt/reconcile/starting.ts'
import { cannotBeRead, verdict } from '../attempt/reconcile/verdict.ts'
import type { EarlyEnd, Ended, ProcessIdentity, StopRequest } from '../attempt/record-shapes.ts'
import type { Observation, Progress } from '../engine.ts'
import { groupOf, oomKills, removeGroups } from './control-groups.ts'
import { freeSpace } from './free-space.ts'
import { type Host, stopSignalOf } from './host.ts'
import { killMembers, membersOf, waitForJoin } from './members.ts'
import { ageInSeconds, isAlive, isRunning, signal, withoutProgram } from './processes.ts'

export interface LocalReconcilerOptions {
  host: Host
  starting: Starting
  /** returns why an attempt must end for the bytes that it wrote, or null if it may go on */
  diskFullReason: (attempt: Attempt) => string | null
  /** location of the store for results */
  store: 'here' | 'elsewhere'
  /** true if an attempt wrote the files that make the disk short */
  filledDisk: (attempt: Attempt) => Promise<boolean>
  /** removes caches that only this attempt used, if the disk is full */
  freeCaches: (attempt: Attempt) => Promise<void>
  /** true if the disk was found short between two times */
  wasShort: (from: string, to: string) => boolean
  /** returns the progress of an attempt that waits for its packages; null for any other */
  preparing: (attempt: Attempt) => Progress | null
  /** in milliseconds, for a run that sets none */
  graceMs: number
  clock: () => Date
  log: (message: string, details: Record<string, unknown>) => void
}

/** Reconciles attempts whose programs are processes of this machine. */
export function createLocalReconciler({
  host,
  starting,
  diskFullReason,
  store,
  filledDisk,
  freeCaches,
  wasShort,
  preparing,
  graceMs,
  clock,
  log,
}: LocalReconcilerOptions) {
  /** when the program was signalled, by this server's monotonic clock */
  const signalledAt = new Map<string, number>()
  /** by path, stop requests that could not be written yet because the disk is full */
  const unwritten = new Map<string, StopRequest>()

  const { reconcile, requestStop, supersede, limitReason, running, evidenceOf, endEarly, end } =
    createReconciler({
      read: recordOf,
      start,
      proceed,
      ownerOf: (attempt) => ownerOf(host, attempt),
      logFile: logFileOf,
      canForgeExit: false,
      writeStop: writeWhenRoom,
      writeEnded,
      forget,
      clock,
      log,
    })

  async function recordOf({ directory }: Attempt): Promise<AttemptRecord | null> {
    const record = await readRecord(directory)
    if (!record) return null
    record.stop ??= unwritten.get(directory.stop) ?? null
    record.is_signalled ||= unwritten.has(directory.signalled)
    return record
  }

  /** Keeps the request in memory if the disk is full, because the program that fills it would go on otherwise. */
  async function writeWhenRoom(path: string, stop: StopRequest): Promise<void> {
    try {
      await writeJson(path, stop)
      unwritten.delete(path)
    } catch (error) {
      if (!isFullDisk(error)) throw error
      unwritten.set(path, stop)
    }
  }

  async function proceed(attempt: Attempt, record: AttemptRecord): Promise<Observation> {
    for (const path of [attempt.directory.stop, attempt.directory.signalled]) {
      const stop = unwritten.get(path)
      if (stop) await writeWhenRoom(path, stop)
    }
    if (record.stop && (await isStillEnding(attempt, record))) return running(attempt, record)
    // Without begun.json the supervisor is unknown, so processes that may run are stopped before the end is determined.
    const mayGoOn = record.begun ? await isRunning(record, host.boot_id) : record.stop === null
    if (!record.has_exited && mayGoOn) {
      const request = await dueStop(attempt, record)
      if (request) await requestStop(attempt, request)
      return running(attempt, record)
    }
    return conclude(attempt, record)
  }

  async function start(attempt: Attempt, record: AttemptRecord): Promise<Observation> {
    const state = record.spec
      ? await starting.advance(attempt, record.spec, record.stop !== null)
      : ({ lost: cannotBeRead(basename(attempt.directory.spec)) } as const)
    const progress = preparing(attempt)
    const waits = progress?.message ? { waits_for: progress.message } : {}
    if (state === 'in progress') return { phase: 'starting', progress, ...waits }
    if (state !== 'stopped' && 'waits_for' in state)
      return { phase: 'starting', progress, ...state, ...waits }
    const earlyEnd = earlyEndOf(state)
    // An installer of a killed server may still run.
    await killMembers(host, attempt, null)
    if (!(await preventBegin(attempt, host.boot_id, earlyEnd))) return { phase: 'starting', progress: null }
    return endEarly(attempt, earlyEnd)
  }

  async function dueStop(
    attempt: Attempt,
    record: AttemptRecord,
  ): Promise<Omit<StopRequest, 'requested_at'> | null> {
    const unreadable = unreadableReason(attempt, record)
    if (unreadable !== null) return { reason: unreadable, at_once: true }
    const full = diskFullReason(attempt)
    // During a grace period it could fill the rest.
    if (full !== null) return { reason: full, at_once: true, filled_disk: await filledDisk(attempt) }
    const reason = await limitReason(attempt, record, async () => record.begun && ageInSeconds(record.begun))
    return reason === null ? null : { reason }
  }

  /** Signals the program, waits for the grace period and kills remaining processes. */
  async function isStillEnding(attempt: Attempt, record: AttemptRecord): Promise<boolean> {
    const { begun, stop, has_exited, spec } = record
    if (!stop || (has_exited && !record.is_signalled)) return false
    const members = await membersOf(host, attempt, await leaderOf(record))
    const since = signalledAt.get(attempt.directory.root)
    if (members.length > 0 && since === undefined) {
      // No signal is repeated after a restart, because a second interrupt would break off the program's saving.
      const ago = record.is_signalled ? await millisecondsSinceSignal(attempt) : 0
      if (!record.is_signalled) {
        await writeWhenRoom(attempt.directory.signalled, stop)
        record.is_signalled = true
        for (const pid of await withoutProgram(host.sandbox?.program, members))
          signal(pid, stopSignalOf(host, spec))
      }
      signalledAt.set(attempt.directory.root, performance.now() - ago)
      return true
    }
    const ownGrace = spec?.stop_grace_seconds
    const requestedMs = ownGrace ? ownGrace * 1000 : graceMs
    const grace = stop.at_once || diskFullReason(attempt) !== null ? 0 : requestedMs
    if (members.length > 0 && since !== undefined && performance.now() - since < grace) return true
    if (members.length > 0) await killMembers(host, attempt, await leaderOf(record))
    // The supervisor is about to record how the program ended.
    return !has_exited && begun !== null && begun.boot_id === host.boot_id && isAlive(begun)
  }

  async function millisecondsSinceSignal({ directory }: Attempt): Promise<number> {
    return Math.max(0, clock().getTime() - Date.parse(await timeOf(directory.signalled)))
  }

  async function conclude(attempt: Attempt, before: AttemptRecord): Promise<Observation> {
    // Read again, because the supervisor may have written its record just before it ended.
    const record = before.has_exited ? before : ((await recordOf(attempt)) ?? before)
    const { spec, begun, exit, started_at } = record
    const { directory } = attempt
    if (begun?.boot_id === host.boot_id && record.child === null && !record.has_exited)
      await waitForJoin(begun)
    const noneLeft = await killMembers(host, attempt, await leaderOf(record))
    // If its supervisor is unknown, the program may still be joining its group.
    const isJoining = begun === null && record.child !== null && (await isAlive(record.child))
    if (!noneLeft || isJoining) {
      log('Processes of a run cannot be killed; trying again.', { ...attempt.key })
      return running(attempt, record)
    }
    const { facts, last_lines, progress } = await evidenceOf(attempt, record)
    const oom_kills = exit?.oom_kills ?? (await oomKills(host.limits.hierarchies, groupOf(attempt)))
    // The restart did not affect a program that had ended before.
    const restarted = exit === null && begun?.boot_id !== host.boot_id
    const ended_at = exit ? await timeOf(directory.exit) : clock().toISOString()
    const disk_was_full = started_at !== null && wasShort(started_at, ended_at)
    const found = verdict({ ...facts, oom_kills, restarted, disk_was_full })
    const raw = { oom_kills, restarted, last_lines }
    await freeSpaceOf(attempt, record, found.outcome)
    const isEmptied = spec?.dev && !(await exists(directory.work))
    return end(
      attempt,
      { ...record, ...(isEmptied && { spec: null }) },
      { ...found, raw, ended_at, progress },
    )
  }

  async function freeSpaceOf(
    attempt: Attempt,
    { spec, stop }: AttemptRecord,
    outcome: Ended['outcome'],
  ): Promise<void> {
    try {
      const uid = await ownerOf(host, attempt)
      const is_filler = outcome !== 'succeeded' && (stop?.filled_disk ?? (await filledDisk(attempt)))
      await freeCaches(attempt)
      await freeSpace(host, attempt, { uid, is_filler, dev: spec?.dev ?? false, store })
    } catch (error) {
      log('A run that has ended could not give its room back.', { ...attempt.key, error: String(error) })
    }
  }

  async function writeEnded(attempt: Attempt, ended: Ended): Promise<void> {
    await writeJson(attempt.directory.ended, ended)
    await removeGroups(host.limits.hierarchies, groupOf(attempt))
  }

  function forget(attempt: Attempt): void {
    const { directory } = attempt
    signalledAt.delete(directory.root)
    unwritten.delete(directory.stop)
    unwritten.delete(directory.signalled)
    starting.forget(attempt)
  }

  /** Only while it lives, because its number may belong to another process afterwards. */
  async function leaderOf({ begun, child }: AttemptRecord): Promise<ProcessIdentity | null> {
    const leader = host.ownSession ? child : begun
    return leader && begun?.boot_id === host.boot_id && (await isAlive(leader)) ? leader : null
  }

  return { reconcile, requestStop, supersede }
}

function earlyEndOf(state: 'stopped' | { end: EarlyEnd } | { lost: string }): EarlyEnd {
  if (state === 'stopped') return STOPPED_EARLY
  return 'lost' in state ? { outcome: 'lost', reason: state.lost } : state.end
}
