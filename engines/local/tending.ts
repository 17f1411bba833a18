import { basename } from 'node:path'
import type { Observation } from '../engine.ts'
import { logFileOf } from './attempt-directory.ts'
import { ownerOf } from './attempt-folders.ts'
import { type AttemptRecord, isUnderWay, readRecord, timeOf } from './attempt-record.ts'
import { oomKills, removeGroups } from './control-groups.ts'
import { isFullDisk } from './disk.ts'
import type { Host, Place } from './host.ts'
import { writeJson } from './json-file.ts'
import { KEPT_SENTENCE, keptName } from './kept-work.ts'
import { lastLines } from './last-lines.ts'
import { overstepped } from './limits-watch.ts'
import { killMembers, letJoin, membersOf } from './members.ts'
import { isAlive, type ProcessIdentity, signal } from './processes.ts'
import { readProgress } from './progress.ts'
import type { Begun, Ended, StopRequest } from './record-shapes.ts'
import { preventBegin, type Starting } from './starting.ts'
import { cannotBeRead, verdict } from './verdict.ts'

export interface TendingOptions {
  host: Host
  starting: Starting
  /** why an attempt must end for what it wrote; null when it may go on */
  whyFull: (place: Place) => string | null
  /** whether the disk was seen short between two times */
  wasShort: (from: string, to: string) => boolean
  graceMs: number
  clock: () => Date
  log: (message: string, details: Record<string, unknown>) => void
}

/**
 * Looks at an attempt as it is now and does the next thing that is due: start it, end it, or write down how it
 * ended. Everything is read from its directory, so it does not matter which server began what.
 */
export function createTending({ host, starting, whyFull, wasShort, graceMs, clock, log }: TendingOptions) {
  /** when the program was told to end, by this server's own stopwatch */
  const told = new Map<string, number>()
  /** by its path, each record of a stop for which the disk has had no room yet */
  const unwritten = new Map<string, StopRequest>()

  /** Asks the attempt to end; the first request counts, and none after the program has ended. */
  async function requestStop(place: Place, request: Omit<StopRequest, 'requested_at'>): Promise<void> {
    const record = await recordOf(place)
    if (!record || record.stop || record.has_exited || record.ended) return
    await writeWhenRoom(place.directory.stop, { ...request, requested_at: clock().toISOString() })
  }

  async function recordOf({ directory }: Place): Promise<AttemptRecord | null> {
    const record = await readRecord(directory)
    if (!record) return null
    record.stop ??= unwritten.get(directory.stop) ?? null
    record.told ||= unwritten.has(directory.told)
    return record
  }

  /** Without room the request counts all the same, as what fills the disk would go on otherwise. */
  async function writeWhenRoom(path: string, stop: StopRequest): Promise<void> {
    try {
      await writeJson(path, stop)
      unwritten.delete(path)
    } catch (error) {
      if (!isFullDisk(error)) throw error
      unwritten.set(path, stop)
    }
  }

  async function tend(place: Place): Promise<Observation> {
    const record = await recordOf(place)
    if (!record) {
      forget(place)
      return { phase: 'absent' }
    }
    if (record.ended) return record.ended
    for (const path of [place.directory.stop, place.directory.told]) {
      const stop = unwritten.get(path)
      if (stop) await writeWhenRoom(path, stop)
    }
    if (!record.has_begun) return tendStart(place, record)
    if (record.begun?.instead) return settle(place, neverBegan(record.begun.instead))
    if (record.stop && (await isStillEnding(place, record))) return running(place, record)
    // Without begun.json the supervisor is not known: what may go on is stopped before its end is worked out.
    const mayGoOn = record.begun ? await isUnderWay(record, host.boot_id) : record.stop === null
    if (!record.has_exited && mayGoOn) {
      const request = await whyToStop(place, record)
      if (request) await requestStop(place, request)
      return running(place, record)
    }
    return conclude(place, record)
  }

  async function tendStart(place: Place, record: AttemptRecord): Promise<Observation> {
    const state = record.spec
      ? await starting.advance(place, record.spec, record.stop !== null)
      : ({ lost: cannotBeRead(basename(place.directory.spec)) } as const)
    if (state === 'under way') return { phase: 'starting', progress: null }
    if (state !== 'stopped' && 'waits_for' in state) return { phase: 'starting', progress: null, ...state }
    const instead = howInstead(state)
    if (!(await preventBegin(place, host.boot_id, instead))) return { phase: 'starting', progress: null }
    return settle(place, neverBegan(instead))
  }

  async function whyToStop(
    place: Place,
    record: AttemptRecord,
  ): Promise<Omit<StopRequest, 'requested_at'> | null> {
    const { directory } = place
    const { begun, spec } = record
    if (begun === null) return { reason: cannotBeRead(basename(directory.begun)), at_once: true }
    if (spec === null) return { reason: cannotBeRead(basename(directory.spec)), at_once: true }
    const full = whyFull(place)
    // In the grace it could fill what is left.
    if (full !== null) return { reason: full, at_once: true }
    const reason = await overstepped(directory, spec, record, await ownerOf(host, place), clock)
    return reason === null ? null : { reason }
  }

  function neverBegan(instead: Instead): Ended {
    return {
      phase: 'ended',
      ...instead,
      exit_code: null,
      raw: {},
      started_at: null,
      ended_at: clock().toISOString(),
      progress: null,
    }
  }

  /** Tells the program to end, waits for the grace and kills what is left then. */
  async function isStillEnding(place: Place, record: AttemptRecord): Promise<boolean> {
    const { begun, stop, has_exited } = record
    if (!stop || (has_exited && !record.told)) return false
    const members = await membersOf(host, place, await leaderOf(record))
    const since = told.get(place.directory.root)
    if (members.length > 0 && since === undefined) {
      if (!record.told) await writeWhenRoom(place.directory.told, stop)
      record.told = true
      for (const pid of members) signal(pid, 'SIGTERM')
      told.set(place.directory.root, performance.now())
      return true
    }
    const grace = stop.at_once || whyFull(place) !== null ? 0 : graceMs
    if (members.length > 0 && since !== undefined && performance.now() - since < grace) return true
    if (members.length > 0) await killMembers(host, place, await leaderOf(record))
    // The supervisor is about to write how the program ended.
    return !has_exited && begun !== null && begun.boot_id === host.boot_id && isAlive(begun)
  }

  async function running(place: Place, record: AttemptRecord): Promise<Observation> {
    const progress = await progressOf(place)
    return { phase: 'running', started_at: record.started_at ?? clock().toISOString(), progress }
  }

  async function conclude(place: Place, record: AttemptRecord): Promise<Observation> {
    const { spec, begun, stop, started_at, unreadable } = record
    const { directory } = place
    // Read once more: the supervisor may have written it just before it ended.
    const exit = record.has_exited ? record.exit : ((await readRecord(directory))?.exit ?? null)
    if (begun?.boot_id === host.boot_id && record.child === null && !record.has_exited) await letJoin(begun)
    const noneLeft = await killMembers(host, place, await leaderOf(record))
    // Of a program whose supervisor is not known, the process may be on its way into its group.
    const onItsWay = begun === null && record.child !== null && (await isAlive(record.child))
    if (!noneLeft || onItsWay) {
      log('Processes of a run cannot be killed; trying again.', { ...place.key })
      return running(place, record)
    }
    const lines = await lastLines(logFileOf(directory, 'process', null))
    const oom_kills = exit?.oom_kills ?? (await oomKills(host.limits.hierarchies, place.group))
    // Of a program that had ended before, the restart took nothing.
    const restarted = exit === null && begun?.boot_id !== host.boot_id
    const last_line = lines.at(-1) ?? ''
    const ended_at = exit ? await timeOf(directory.exit) : clock().toISOString()
    const found = verdict({
      exit,
      stop,
      told: record.told,
      unreadable: unreadable[0] ?? null,
      oom_kills,
      restarted,
      memory_mib: spec?.granted.memory_mib ?? null,
      last_line,
      disk_was_full: started_at !== null && wasShort(started_at, ended_at),
    })
    return settle(place, {
      phase: 'ended',
      ...found,
      reason: spec?.dev ? `${found.reason} ${KEPT_SENTENCE}` : found.reason,
      raw: {
        exit_code: exit?.exit_code ?? null,
        oom_kills,
        restarted,
        last_lines: lines,
        ...(spec?.dev && { kept: keptName(place) }),
      },
      started_at,
      ended_at,
      progress: await progressOf(place),
    })
  }

  async function settle(place: Place, ended: Ended): Promise<Ended> {
    try {
      await writeJson(place.directory.ended, ended)
    } catch (error) {
      // A full disk: the end is true all the same, and is worked out again until it can be written down.
      log('How a run ended could not be written down.', { ...place.key, error: String(error) })
      return ended
    }
    await removeGroups(host.limits.hierarchies, place.group)
    forget(place)
    return ended
  }

  function forget(place: Place): void {
    const { directory } = place
    told.delete(directory.root)
    unwritten.delete(directory.stop)
    unwritten.delete(directory.told)
    starting.forget(place)
  }

  /** Only while it lives: its number may belong to another process afterwards. */
  async function leaderOf({ begun, child }: AttemptRecord): Promise<ProcessIdentity | null> {
    const leader = host.ownSession ? child : begun
    return leader && begun?.boot_id === host.boot_id && (await isAlive(leader)) ? leader : null
  }

  async function progressOf(place: Place) {
    const { progress, log } = place.directory
    return readProgress({ path: progress, root: log, uid: await ownerOf(host, place) })
  }

  return { tend, requestStop }
}

type Instead = NonNullable<Begun['instead']>

function howInstead(state: 'stopped' | { refused: string } | { lost: string }): Instead {
  if (state === 'stopped') return { outcome: 'stopped', reason: 'Stopped on request, before it began.' }
  if ('lost' in state) return { outcome: 'lost', reason: state.lost }
  return { outcome: 'failed', reason: state.refused }
}
