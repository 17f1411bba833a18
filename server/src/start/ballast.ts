import { randomFillSync } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type DiskSpace, sizeInWords, spaceInWords } from '@podium/contract/rules/disk-space.ts'
import { createRound } from '../work/round.ts'

const MIB = 1024 ** 2
const LARGEST = 64 * MIB
const LARGEST_SHARE = 0.1
/** PostgreSQL needs one more WAL segment (16 MiB) for recovery; the rest is for small files. */
const NEEDED = 24 * MIB
const LOOK_INTERVAL_MS = 1_000
/** Full checks before the ballast is released, so that the cause fails or is stopped first. */
const LOOKS_BEFORE = 2

interface Log {
  info(message: string): void
  warn(message: string): void
}

/** Disk space kept free of runs and uploads, and given to the database when nothing else is left. */
export interface Ballast {
  /** Resolves when there is room for a start: on a full disk the ballast makes it, or else administrators do. */
  roomForStart(): Promise<void>
  /** Starts to release the ballast when the disk is full and to restore it when there is space. */
  watch(): void
  /** Stops everything; the file stays. */
  close(): Promise<void>
}

/** The ballast of a home: a file with allocated space, at most a tenth of the disk. */
export function createBallast(home: string, log: Log): Ballast {
  const file = join(home, 'ballast')
  let looksFull = 0
  const { ending, start, close } = createRound({
    work: look,
    pause: () => LOOK_INTERVAL_MS,
    failed: (error) =>
      log.warn(`The space for the database could not be reserved: ${(error as Error).message}`),
  })

  async function giveUp(space: DiskSpace): Promise<void> {
    const held = await sizeOf(file)
    if (held === 0) return
    log.warn(
      `The disk is full: ${spaceInWords(space)}. The database now gets the ${sizeInWords(held)} that were reserved for this.`,
    )
    await rm(file)
  }

  async function takeAgain({ free, total }: DiskSpace): Promise<void> {
    const size = Math.min(LARGEST, Math.floor((total * LARGEST_SHARE) / MIB) * MIB)
    if (free < size * 2 || (await sizeOf(file)) >= size) return
    await fill(file, size, ending)
    log.info(`${sizeInWords(size)} are reserved for the database, in case the disk becomes full.`)
  }

  async function look(): Promise<void> {
    const space = await spaceOf(home)
    looksFull = space.free < NEEDED ? looksFull + 1 : 0
    await (looksFull < LOOKS_BEFORE ? takeAgain(space) : giveUp(space))
  }

  async function pause(): Promise<void> {
    await delay(LOOK_INTERVAL_MS, undefined, { signal: ending }).catch(() => undefined)
  }

  return {
    async roomForStart() {
      for (let told = false; !ending.aborted; await pause()) {
        const before = await spaceOf(home)
        if (before.free >= NEEDED) return
        await giveUp(before)
        const space = await spaceOf(home)
        if (space.free >= NEEDED) return
        if (!told)
          log.warn(
            `The disk is full: ${spaceInWords(space)}. Podium starts as soon as ${sizeInWords(NEEDED)} are free.`,
          )
        told = true
      }
    },
    watch: start,
    close,
  }
}

/** The reason for a failed start on a full disk, and what to do. */
export async function diskFullMessage(home: string): Promise<string> {
  return `The disk is full: ${spaceInWords(await spaceOf(home))}. Nothing was lost: make room, then start Podium again.`
}

async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Writes bytes that no file system can compress. */
async function fill(file: string, size: number, ending: AbortSignal): Promise<void> {
  const bytes = randomFillSync(Buffer.allocUnsafe(MIB))
  const handle = await open(file, 'w', 0o600)
  try {
    for (let written = 0; written < size && !ending.aborted; written += MIB) await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
