import { type DiskState, sizeInWords } from '@podium/contract/disk-space.ts'
import { diskState } from './disk.ts'
import type { Host, Place } from './host.ts'
import { bytesWritten } from './written.ts'

/** How long nothing is measured while the disk fills slowly. */
const CALM_MS = 10_000
/** Measuring takes at most this share of the time. */
const MOST_MEASURING = 1 / 3
/** What a run may write, in parts of the reserve, while the disk is short: who only logs fills nothing. */
const INNOCENT = 1 / 8

export interface DiskWatchOptions {
  host: Host
  /** bytes a run may write */
  limit: number
  pollMs: number
  /** the attempts under way */
  live: () => Place[]
  log: (message: string, details: Record<string, unknown>) => void
  /** called when an attempt must end */
  wake: (place: Place) => void
}

/**
 * Looks at what runs write and says which must end: one that wrote more than a run may and, when the disk comes under
 * its reserve, the one that wrote the most. What an ended run wrote stays until it is kept elsewhere; so as long as
 * the disk is short, another one ends only for what it has written since.
 */
export function createDiskWatch({ host, limit, pollMs, live, log, wake }: DiskWatchOptions) {
  const reasons = new Map<string, string>()
  /** what each had written when one was last ended for it; empty while the disk is not short */
  const before = new Map<string, number>()
  let measuredAt = Number.NEGATIVE_INFINITY
  let tookMs = 0
  let freeThen = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  let isFirst = true

  async function look(): Promise<void> {
    const disk = await diskState(host.runs)
    const isShort = disk.free < disk.reserve
    if (!isShort) before.clear()
    if (isDue(disk, isShort)) await measure(disk, isShort)
    isFirst = false
  }

  function isDue(disk: DiskState, isShort: boolean): boolean {
    const since = performance.now() - measuredAt
    if (since < tookMs / MOST_MEASURING) return false
    return isShort || since > CALM_MS || freeThen - disk.free > limit / 16
  }

  async function measure(disk: DiskState, isShort: boolean): Promise<void> {
    const began = performance.now()
    const written = new Map<Place, number>()
    for (const place of live()) written.set(place, await bytesWritten(host, place).catch(() => 0))
    measuredAt = performance.now()
    tookMs = measuredAt - began
    freeThen = disk.free
    const roots = new Set([...written.keys()].map(rootOf))
    for (const root of reasons.keys()) if (!roots.has(root)) reasons.delete(root)
    for (const [place, bytes] of written) if (bytes > limit) end(place, tooMuch(bytes, limit))
    if (isShort) endMostWritten(disk, written)
  }

  function endMostWritten(disk: DiskState, written: Map<Place, number>): void {
    const since = (place: Place) => (written.get(place) ?? 0) - (before.get(rootOf(place)) ?? 0)
    const others = [...written.keys()].filter((place) => !reasons.has(rootOf(place)))
    const [most] = others.sort((a, b) => since(b) - since(a))
    const isToEnd = most !== undefined && since(most) > disk.reserve * INNOCENT
    // Of a disk that an earlier server left short, it is not known who made it so.
    if (isToEnd && !isFirst) end(most, filledDisk(written.get(most) ?? 0, disk))
    if (isToEnd || isFirst) for (const [place, bytes] of written) before.set(rootOf(place), bytes)
  }

  function end(place: Place, reason: string): void {
    if (reasons.has(rootOf(place))) return
    reasons.set(rootOf(place), reason)
    log('A run is ended for what it wrote.', { ...place.key, reason })
    wake(place)
  }

  function schedule(): void {
    if (closed) return
    timer = setTimeout(() => {
      round = look()
        .catch((error) => log('The disk could not be looked at; trying again.', { error: String(error) }))
        .then(schedule)
    }, pollMs)
    timer.unref()
  }

  schedule()
  return {
    /** Why the attempt must end, in a sentence; null when it may go on. */
    whyToEnd: (place: Place): string | null => reasons.get(rootOf(place)) ?? null,
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await round
    },
  }
}

/** Half of what the disk holds beside its reserve, so that no run alone keeps all others waiting. */
export function ownLimit({ total, reserve }: DiskState): number {
  return Math.floor((total - reserve) / 2)
}

/** What an administrator should know of the limit. */
export function limitNotice(limit: number, { reserve }: DiskState): string {
  return `A run may write ${sizeInWords(limit)} (PODIUM_RUN_DISK_MAX sets another limit), and when less than ${sizeInWords(reserve)} of the disk are free, no run starts and the one that wrote the most is stopped. This is watched while runs go on, not held by the file system.`
}

function tooMuch(bytes: number, limit: number): string {
  return `The run filled the disk: it wrote ${sizeInWords(bytes)}, the most a run may is ${sizeInWords(limit)}. Write less or ask for more room.`
}

function filledDisk(bytes: number, { free, reserve }: DiskState): string {
  return `The run filled the disk: it wrote ${sizeInWords(bytes)}, more than the others, and only ${sizeInWords(free)} were free of the ${sizeInWords(reserve)} kept for the server. Write less or ask for more room.`
}

function rootOf({ directory }: Place): string {
  return directory.root
}
