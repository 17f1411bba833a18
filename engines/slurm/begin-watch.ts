import type { Attempt } from '../attempt/attempt.ts'
import { exists } from '../attempt/folders.ts'

export interface BeginWatchOptions {
  pollMs: number
  /** how long after submission an attempt is checked so often */
  patienceMs: number
  onBegin: () => void
}

/** Notices attempts that begin soon after submission by their supervisor's record, without asking Slurm. */
export function createBeginWatch({ pollMs, patienceMs, onBegin }: BeginWatchOptions) {
  const until = new Map<string, number>()
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    let hasNews = false
    // One after the other, so that a slow file system gets one request at a time.
    for (const [record, end] of until) {
      const hasBegun = await exists(record).catch(() => false)
      hasNews ||= hasBegun
      if (hasBegun || performance.now() >= end) until.delete(record)
    }
    if (hasNews) onBegin()
    timer = undefined
    schedule()
  }

  function schedule(): void {
    if (closed || timer !== undefined || until.size === 0) return
    timer = setTimeout(() => {
      round = look()
    }, pollMs)
    timer.unref()
  }

  return {
    add({ directory }: Attempt): void {
      until.set(directory.begun, performance.now() + patienceMs)
      schedule()
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await round
    },
  }
}
