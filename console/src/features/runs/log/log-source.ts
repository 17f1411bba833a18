import type { LogReader } from './log-blocks.ts'

export interface LogHit {
  /** from 0 */
  line: number
  text: string
}

/** One log of one run, as the viewer needs it. */
export interface LogSource extends LogReader {
  /** tells this log from every other: the run, the attempt and which of its logs */
  key: string
  /** `background`: no person asks, but the page, as the log grew */
  search(text: string, signal: AbortSignal, background: boolean): Promise<{ hits: LogHit[]; more: boolean }>
  /** Calls `lines` with text as it is written, from byte `from` on, until stopped; `end` once the log is complete. */
  follow(from: number, on: { lines(offset: number, text: string): void; end(): void }): () => void
  /** the whole log, for the download link */
  downloadUrl: string
  fileName: string
}
