import { readLog, readLogIndex, type SearchedLevel, searchLog } from '@podium/contract/calls/run-files.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { addressOf } from '../../api/address-of.ts'
import { openBytes } from '../../api/bytes.ts'
import { call } from '../../api/call.ts'
import { followOnPage } from '../../api/page-stream.ts'

/** The lines to search for: by a text that they contain, or by their level. */
export type Wanted = { q: string } | { level: SearchedLevel }

export type LogType = 'pipeline' | 'process'

/** One log of one run, read from the server. */
export function createLogSource(
  { id, name, attempt }: Pick<RunInfo, 'id' | 'name' | 'attempt'>,
  log_type: LogType,
) {
  const params = { id }
  return {
    /** Identifies this log. */
    key: `${id} ${attempt} ${log_type}`,
    type: log_type,
    downloadUrl: addressOf(readLog, { params, query: { log_type, direct: '1' } }),
    fileName: `${name}-${log_type}.log`,
    /** Reads the byte offset of every n-th line, beginning with line `from` (a multiple of n). */
    index: (from: number, signal: AbortSignal) =>
      call(readLogIndex, { params, query: { log_type, from }, background: true, signal }),
    /** Reads the bytes from `from` up to but not including `to`. */
    async bytes(from: number, to: number, signal: AbortSignal): Promise<Uint8Array> {
      const range = `${from}-${to - 1}`
      const answer = await openBytes(readLog, { params, query: { log_type } }, { range, signal })
      return new Uint8Array(await answer.arrayBuffer())
    },
    /** @param background true if the page repeats the search by itself because the log grew */
    search: (query: Wanted, signal: AbortSignal, background: boolean) =>
      call(searchLog, { params, query: { log_type, ...query }, signal, background }),
    /**
     * Follows the log from byte `from` on until the returned function is called.
     * @param onLines receives new text and the byte at which it begins
     */
    follow(from: number, onLines: (offset: number, text: string) => void, onEnd: () => void) {
      let at = from
      return followOnPage({
        run: id,
        query: () => ({ log_type, from: at }),
        onEvent(sent) {
          // The blocks read skipped lines by range, because the next lines do not follow the known end.
          if (sent.event === 'lines' || sent.event === 'skip') at = Number(sent.id)
          if (sent.event === 'lines') {
            const fresh = JSON.parse(sent.data) as { from: number; text: string }
            onLines(fresh.from, fresh.text)
          } else if (sent.event === 'log_end') onEnd()
        },
      })
    },
  }
}

export type LogSource = ReturnType<typeof createLogSource>
