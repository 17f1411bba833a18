import { formatDuration } from '../../../format/duration.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatShare } from '../../../format/number.ts'

/** How much had gone out at a moment. `at` in milliseconds. */
export interface Sample {
  at: number
  sent: number
}

const WINDOW_MS = 8000
const SHORTEST_MS = 500

/** The samples of the last seconds, the new one last. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= WINDOW_MS), sample]
}

/** Bytes a second; null as long as too little was seen to say. */
export function speedOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < SHORTEST_MS || last.sent <= first.sent) return null
  return ((last.sent - first.sent) * 1000) / (last.at - first.at)
}

/** Seconds until all is out; null as long as the speed is not known. */
export function secondsLeft(sent: number, total: number, speed: number | null): number | null {
  return speed === null ? null : Math.ceil((total - sent) / speed)
}

/** '294.10 MB of 402.16 MB, 73 %, 9.40 MB a second, 12 s left' */
export function uploadWords(sent: number, total: number, speed: number | null): string {
  const amount = `${formatFileSize(sent)} of ${formatFileSize(total)}, ${formatShare(shareOf(sent, total))}`
  if (speed === null) return amount
  return `${amount}, ${formatFileSize(speed)} a second, ${formatDuration(secondsLeft(sent, total, speed))} left`
}

/** From 0 to 1; an empty file is out at once. */
export function shareOf(sent: number, total: number): number {
  return total === 0 ? 1 : Math.min(sent / total, 1)
}
