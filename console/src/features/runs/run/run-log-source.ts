import { addressOf } from '@podium/contract/call.ts'
import { followLog, readLog, readLogIndex, searchLog } from '@podium/contract/run-files.ts'
import { openBytes } from '../../../api/bytes.ts'
import { call } from '../../../api/call.ts'
import { follow } from '../../../api/follow.ts'
import type { LogSource } from '../log/log-source.ts'

export type LogType = 'pipeline' | 'process'

/** One log of a run, read from the server. */
export function createRunLog(
  run: { id: string; name: string; attempt: number },
  log_type: LogType,
): LogSource {
  const params = { id: run.id }
  return {
    key: `${run.id} ${run.attempt} ${log_type}`,
    index: (from, signal) =>
      call(readLogIndex, { params, query: { log_type, from }, background: true, signal }),
    async bytes(from, to, signal) {
      const range = `${from}-${to - 1}`
      const answer = await openBytes(readLog, { params, query: { log_type } }, { range, signal })
      return new Uint8Array(await answer.arrayBuffer())
    },
    search: (q, signal, background) =>
      call(searchLog, { params, query: { log_type, q }, signal, background }),
    follow: (from, { lines, end }) =>
      follow(
        followLog,
        { params, query: { log_type, from } },
        {
          onEvent({ event, data }) {
            // What a skip left out is read by range: the next lines do not fit on the known end.
            if (event === 'lines') {
              const { from: offset, text } = JSON.parse(data) as { from: number; text: string }
              lines(offset, text)
            } else if (event === 'end') end()
          },
        },
      ),
    downloadUrl: addressOf(readLog, { params, query: { log_type } }),
    fileName: `${run.name}-${log_type}.log`,
  }
}
