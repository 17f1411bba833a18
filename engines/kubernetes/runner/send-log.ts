import { buffer } from 'node:stream/consumers'
import { type LogFile, openLogFile } from '../../attempt/logs.ts'
import type { LogType } from '../../engine.ts'
import { LOG_SLACK, PIECE } from '../runner-limits.ts'
import type { ServerCalls } from './server-calls.ts'

export interface LogSender {
  /** Sends what has been written since the last time. */
  send(): Promise<void>
  /** how many bytes the server has */
  sent(): number
}

/**
 * Sends a log as it grows. Of one that the run made shorter, what was sent stays and what is written from then on follows.
 * @param received how many bytes the server has already
 */
export function createLogSender(
  server: ServerCalls,
  type: LogType,
  { file, limit, received }: { file: LogFile; limit: number; received: number },
): LogSender {
  let sent = received
  let position = received

  async function piece(): Promise<Buffer> {
    const opened = await openLogFile(file, { from: position, to: position + PIECE })
    if (opened && opened.size < position) position = 0
    return opened ? buffer(opened.stream) : Buffer.alloc(0)
  }

  return {
    async send() {
      // The run is being stopped for what it writes beyond its limit.
      while (sent <= limit) {
        const bytes = (await piece()).subarray(0, limit + LOG_SLACK - sent)
        if (bytes.length === 0) return
        const { size = 0 } = await server.send('log', bytes, { type, offset: sent })
        const taken = size - sent
        sent += taken
        position = Math.max(0, position + taken)
      }
    },
    sent: () => sent,
  }
}
