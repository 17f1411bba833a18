import type { Observation } from '../engine.ts'
import { logFileOf } from './attempt-directory.ts'
import {
  type AttemptRecord,
  type Ended,
  isUnderWay,
  readRecord,
  requestStop,
  timeOf,
} from './attempt-record.ts'
import { oomKills, removeGroups } from './control-groups.ts'
import type { Host, Place } from './host.ts'
import { readJson, writeJson } from './json-file.ts'
import { KEPT_SENTENCE, keptName } from './kept-work.ts'
import { lastLines } from './last-lines.ts'
import { overstepped } from './limits-watch.ts'
import { killMembers, membersOf } from './members.ts'
import { isAlive, type ProcessIdentity, signal } from './processes.ts'
import { readProgress } from './progress.ts'
import { preventBegin, type Starting } from './starting.ts'
import type { Exit } from './supervisor.ts'
import { verdict } from './verdict.ts'

export interface TendingOptions {
  host: Host
  starting: Starting
  graceMs: number
  clock: () => Date
  log: (message: string, details: Record<string, unknown>) => void
}

/**
 * Looks at an attempt as it is now and does the next thing that is due: start it, end it, or write down how it
 * ended. Everything is read from its directory, so it does not matter which server began what.
 */
export function createTending({ host, starting, graceMs, clock, log }: TendingOptions) {
  /** when the program was told to end, by this server's own stopwatch */
  const told = new Map<string, number>()

  async function tend(place: Place): Promise<Observation> {
    const record = await readRecord(place.directory)
    if (!record) return { phase: 'absent' }
    if (record.ended) return record.ended
    if (!record.begun) return tendStart(place, record)
    if (record.stop && (await isStillEnding(place, record))) return running(place, record)
    if (record.exit === null && (await isUnderWay(record, host.boot_id))) {
      const reason = await overstepped(
        place.directory,
        record,
        host.uidOf(record.spec.workspace_number),
        clock,
      )
      if (reason) await requestStop(place.directory, reason, clock())
      return running(place, record)
    }
    return conclude(place, record)
  }

  async function tendStart(place: Place, record: AttemptRecord): Promise<Observation> {
    const state = await starting.advance(place, record.spec, record.stop !== null)
    if (state === 'under way') return { phase: 'starting', progress: null }
    if (!(await preventBegin(place, host.boot_id))) return { phase: 'starting', progress: null }
    const end =
      state === 'stopped'
        ? ({ outcome: 'stopped', reason: 'Stopped on request, before it began.' } as const)
        : ({ outcome: 'failed', reason: state.refused } as const)
    return settle(place, {
      phase: 'ended',
      ...end,
      exit_code: null,
      raw: {},
      started_at: null,
      ended_at: clock().toISOString(),
      progress: null,
    })
  }

  /** Tells the program to end, waits for the grace and kills what is left then. */
  async function isStillEnding(place: Place, record: AttemptRecord): Promise<boolean> {
    const { exit, stop, begun, child } = record
    if (!stop || (exit && !stop.signalled)) return false
    const underWay = await isUnderWay(record, host.boot_id)
    if (underWay && child === null) return true
    const members = await membersOf(host, place, await leaderOf(record))
    const since = told.get(place.directory.root)
    if (members.length > 0 && since === undefined) {
      record.stop = { ...stop, signalled: true }
      await writeJson(place.directory.stop, record.stop)
      for (const pid of members) signal(pid, 'SIGTERM')
      told.set(place.directory.root, performance.now())
      return true
    }
    if (members.length > 0 && since !== undefined && performance.now() - since < graceMs) return true
    if (members.length > 0) await killMembers(host, place, await leaderOf(record))
    // The supervisor is about to write how the program ended.
    return exit === null && begun !== null && begun.boot_id === host.boot_id && isAlive(begun)
  }

  async function running(place: Place, record: AttemptRecord): Promise<Observation> {
    const progress = await progressOf(place, record)
    return { phase: 'running', started_at: record.started_at ?? clock().toISOString(), progress }
  }

  async function conclude(place: Place, record: AttemptRecord): Promise<Observation> {
    const { spec, begun, stop, started_at } = record
    const { directory } = place
    // Read once more: the supervisor may have written it just before it ended.
    const exit = record.exit ?? (await readJson<Exit>(directory.exit))
    if (!(await killMembers(host, place, await leaderOf(record)))) {
      log('Processes of a run cannot be killed; trying again.', { ...place.key })
      return running(place, record)
    }
    const lines = await lastLines(logFileOf(directory, 'process', null))
    const oom_kills = exit?.oom_kills ?? (await oomKills(host.limits.hierarchies, place.group))
    // Of a program that had ended before, the restart took nothing.
    const restarted = exit === null && begun?.boot_id !== host.boot_id
    const last_line = lines.at(-1) ?? ''
    const found = verdict({
      exit,
      stop,
      oom_kills,
      restarted,
      memory_mib: spec.granted.memory_mib,
      last_line,
    })
    return settle(place, {
      phase: 'ended',
      ...found,
      reason: spec.dev ? `${found.reason} ${KEPT_SENTENCE}` : found.reason,
      raw: {
        exit_code: exit?.exit_code ?? null,
        oom_kills,
        restarted,
        last_lines: lines,
        ...(spec.dev && { kept: keptName(place) }),
      },
      started_at,
      ended_at: exit ? await timeOf(directory.exit) : clock().toISOString(),
      progress: await progressOf(place, record),
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
    told.delete(place.directory.root)
    starting.forget(place)
    return ended
  }

  /** Only while it lives: its number may belong to somebody else afterwards. */
  async function leaderOf({ begun, child }: AttemptRecord): Promise<ProcessIdentity | null> {
    const leader = host.ownSession ? child : begun
    return leader && begun?.boot_id === host.boot_id && (await isAlive(leader)) ? leader : null
  }

  function progressOf({ directory }: Place, { spec }: AttemptRecord) {
    const uid = host.uidOf(spec.workspace_number)
    return readProgress({ path: directory.progress, root: directory.log, uid })
  }

  return tend
}
