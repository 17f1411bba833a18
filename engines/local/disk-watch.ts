import { type DiskState, sizeInWords } from '@podium/contract/rules/disk-space.ts'
import type { Attempt } from '../attempt/attempt.ts'
import { diskState } from '../attempt/disk.ts'
import { readJsonOrNull } from '../attempt/json-file.ts'
import { isProcess, type ProcessIdentity } from '../attempt/record-shapes.ts'
import type { CacheGrowth } from './caches/cache-growth.ts'
import type { Host } from './host.ts'
import { isAlive } from './processes.ts'
import { bytesWritten } from './written.ts'

/** Interval of measurements while the disk fills slowly. */
const CALM_MS = 10_000
/** Maximum share of the time that measuring takes. */
const MAX_MEASURING_SHARE = 1 / 3
/** A run that wrote less than this share of the reserve while the disk is short is not to blame: logs are harmless. */
const MIN_BLAMED_SHARE = 1 / 8
/** With less than this share of the reserve left for this long, runs end even if the cause is not found. */
const NEARLY_FULL_SHARE = 1 / 4
const PATIENCE_MS = 1000

export interface DiskWatchOptions {
  host: Host
  /** growth of workspaces' caches, which counts as written by their runs */
  cacheGrowth: CacheGrowth
  /** bytes that a run may write */
  limit: number
  pollMs: number
  /** the running attempts */
  live: () => Attempt[]
  clock: () => Date
  log: (message: string, details: Record<string, unknown>) => void
  /** called when an attempt must end */
  wake: (attempt: Attempt) => void
}

/**
 * Watches the bytes that runs write and decides which must end: one that wrote more than a run may, and, when free
 * space is below the reserve, the one that wrote the most since then. A run can hide its writes. If more space is gone
 * than the largest writer explains and almost none is left, runs end one by one, the newest first. Files of an ended
 * run stay until they are stored elsewhere, so while the disk is short, another run ends only for bytes written since.
 */
export function createDiskWatch({
  host,
  cacheGrowth,
  limit,
  pollMs,
  live,
  clock,
  log,
  wake,
}: DiskWatchOptions) {
  const reasons = new Map<string, string>()
  /** attempts running since the disk was last not short; files of ended ones are still there */
  const tracked = new Map<string, Attempt>()
  /** bytes that each had written when the disk was last not short or a run was last ended for it */
  let before = new Map<string, number>()
  /** bytes free or written by these when the disk was last not short; fewer now means that others used them */
  let accountedBytes: number | null = null
  /** bytes that each had written when last measured */
  let measured = new Map<string, number>()
  /** since when almost nothing is left and no run is ending that may free space */
  let fullSince = Number.POSITIVE_INFINITY
  let measuredAt = Number.NEGATIVE_INFINITY
  let tookMs = 0
  let freeThen = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  /** first and last check of the latest shortage */
  let shortage: { first: string; last: string; goes_on: boolean } | null = null

  async function look(): Promise<void> {
    const disk = await diskState(host.runs)
    noteShortage(disk.free < disk.reserve)
    const isFull = disk.free < disk.reserve * NEARLY_FULL_SHARE && reasons.size === 0
    fullSince = isFull ? Math.min(fullSince, performance.now()) : Number.POSITIVE_INFINITY
    if (isDue(disk)) await measure(disk)
  }

  function noteShortage(isShort: boolean): void {
    const now = clock().toISOString()
    if (isShort) shortage = { first: shortage?.goes_on ? shortage.first : now, last: now, goes_on: true }
    else if (shortage) shortage.goes_on = false
  }

  function isDue(disk: DiskState): boolean {
    const since = performance.now() - measuredAt
    if (since < tookMs / MAX_MEASURING_SHARE) return false
    // Near the reserve the last measurement must be recent, so that no run is blamed for others' files.
    return disk.free < disk.reserve * 2 || since > CALM_MS || freeThen - disk.free > limit / 16
  }

  async function measure(disk: DiskState): Promise<void> {
    const began = performance.now()
    const running = live()
    for (const attempt of running) tracked.set(rootOf(attempt), attempt)
    const written = new Map<string, number>()
    await cacheGrowth.measure([...tracked.values()])
    for (const [root, attempt] of tracked) written.set(root, await writtenBy(attempt).catch(() => 0))
    measured = new Map(written)
    measuredAt = performance.now()
    tookMs = measuredAt - began
    freeThen = disk.free
    const roots = new Set(running.map(rootOf))
    for (const root of reasons.keys()) if (!roots.has(root)) reasons.delete(root)
    for (const attempt of running) {
      const bytes = written.get(rootOf(attempt)) ?? 0
      if (bytes > limit) end(attempt, tooMuch(bytes, limit))
    }
    if (disk.free < disk.reserve && accountedBytes !== null)
      return endLargestWriter(disk, running, written, accountedBytes - sumOf(written) - disk.free)
    // Checked before and after, so that bytes written during the measurement never seem to vanish.
    const { free } = await diskState(host.runs)
    if (free < disk.reserve && disk.free >= disk.reserve) return
    for (const root of tracked.keys()) if (!roots.has(root) && tracked.delete(root)) written.delete(root)
    // If an earlier server left the disk short, the cause is unknown.
    accountedBytes = free + sumOf(written)
    before = written
  }

  async function endLargestWriter(
    disk: DiskState,
    running: Attempt[],
    written: Map<string, number>,
    unseen: number,
  ): Promise<void> {
    const since = (attempt: Attempt) => writtenSince(attempt, written)
    const little = disk.reserve * MIN_BLAMED_SHARE
    const others = running.filter((attempt) => !reasons.has(rootOf(attempt)))
    // Among runs with only a share of their workspace's caches, the newest comes first.
    const [most] = others.toReversed().toSorted((a, b) => since(b) - since(a))
    if (most && since(most) > little && since(most) >= unseen) {
      end(most, filledDisk(since(most), disk))
      before = written
    } else if (unseen > little && performance.now() - fullSince >= PATIENCE_MS) {
      const last = await begunLast(others)
      if (last) end(last, NOT_FOUND)
    }
  }

  async function writtenBy(attempt: Attempt): Promise<number> {
    return (await bytesWritten(host, attempt)) + cacheGrowth.of(attempt)
  }

  /** Returns the bytes that it wrote since the disk was last not short or a run was last ended for it. */
  function writtenSince(attempt: Attempt, written: Map<string, number>): number {
    return (written.get(rootOf(attempt)) ?? 0) - (before.get(rootOf(attempt)) ?? 0)
  }

  function end(attempt: Attempt, reason: string): void {
    if (reasons.has(rootOf(attempt))) return
    reasons.set(rootOf(attempt), reason)
    log('A run is stopped because the disk is full.', { ...attempt.key, reason })
    wake(attempt)
  }

  function schedule(): void {
    if (closed) return
    timer = setTimeout(() => {
      round = look()
        .catch((error) =>
          log('The free space of the disk could not be read; trying again.', { error: String(error) }),
        )
        .then(schedule)
    }, pollMs)
    timer.unref()
  }

  schedule()
  return {
    /** Returns why the attempt must end, in a sentence, or null if it may go on. */
    endReason: (attempt: Attempt): string | null => reasons.get(rootOf(attempt)) ?? null,
    /** True if the attempt is known to have filled the disk. */
    async filledDisk(attempt: Attempt): Promise<boolean> {
      const reason = reasons.get(rootOf(attempt))
      if (reason !== undefined) return reason !== NOT_FOUND
      if (accountedBytes === null) return false
      const written = new Map(measured).set(rootOf(attempt), await writtenBy(attempt))
      const { free, reserve } = await diskState(host.runs)
      const since = writtenSince(attempt, written)
      return since > reserve * MIN_BLAMED_SHARE && since >= accountedBytes - sumOf(written) - free
    },
    /** Returns the bytes that the attempt had written when last measured, or null before that. */
    written: (attempt: Attempt): number | null => measured.get(rootOf(attempt)) ?? null,
    /** True if a check between the two times found the disk short. */
    wasShort: (from: string, to: string): boolean =>
      shortage !== null && shortage.first <= to && shortage.last >= from,
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await round
    },
  }
}

function sumOf(written: Map<string, number>): number {
  return [...written.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** Half of the disk without its reserve, so that no single run keeps all others waiting. */
export function ownLimit({ total, reserve }: DiskState): number {
  return Math.floor((total - reserve) / 2)
}

/** Returns the notice for administrators about the limit. */
export function limitNotice(limit: number, { reserve }: DiskState): string {
  return `Each run may write up to ${sizeInWords(limit)} (PODIUM_RUN_DISK_MAX). Below ${sizeInWords(reserve)} free, no run starts and Podium stops the run that wrote most (or the newest, if unknown). Checked from time to time, so a run can briefly exceed it.`
}

function tooMuch(bytes: number, limit: number): string {
  return `The run filled the disk: it wrote ${sizeInWords(bytes)}, and a run may write at most ${sizeInWords(limit)}. Write less or ask for more room.`
}

function filledDisk(bytes: number, { free, reserve }: DiskState): string {
  return `The run filled the disk: it wrote the most, ${sizeInWords(bytes)}, and left only ${sizeInWords(free)} of the ${sizeInWords(reserve)} reserved for the server. Write less or ask for more room.`
}

const NOT_FOUND =
  'The disk is full and the cause could not be found, so the run that started last was stopped. Start it again when there is room.'

/** Returns the newest attempt whose program is running. */
async function begunLast(attempts: Attempt[]): Promise<Attempt | null> {
  let last: { attempt: Attempt; program: ProcessIdentity } | null = null
  for (const attempt of attempts) {
    const program = await readJsonOrNull(attempt.directory.child, isProcess)
    if (program === null || !(await isAlive(program))) continue
    if (last === null || program.start >= last.program.start) last = { attempt, program }
  }
  return last?.attempt ?? null
}

function rootOf({ directory }: Attempt): string {
  return directory.root
}
