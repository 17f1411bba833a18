import { buffer } from 'node:stream/consumers'
import { type LogFile, openLogFile } from '../../attempt/logs.ts'
import type { LogType } from '../../engine.ts'
import type { Mask } from '../../masking/mask.ts'
import { maskedPieces, readFrom } from '../../masking/masked-bytes.ts'
import { LOG_SLACK, PIECE } from '../runner-limits.ts'
import type { ServerCalls } from './server-calls.ts'

export interface LogSender {
  /**
   * Sends bytes written since the last call.
   * @param isWhole true if nothing follows; otherwise a possible beginning of a secret waits for more
   */
  send(isWhole: boolean): Promise<void>
  /** number of bytes that the server has */
  sent(): number
}

export interface LogSending {
  file: LogFile
  limit: number
  /** number of bytes that the server has already */
  received: number
  /** hides secrets of the run; null if it has none */
  mask: Mask | null
}

/** Sends a log as it grows. If the run truncates it, sent bytes stay and new ones follow. */
export function createLogSender(
  server: ServerCalls,
  type: LogType,
  { file, limit, received, mask }: LogSending,
): LogSender {
  let sent = received
  let position = received

  async function piece(isWhole: boolean): Promise<Buffer> {
    const to = position + PIECE
    const range = mask ? { from: readFrom(mask, position), to: to + mask.longest } : { from: position, to }
    const opened = await openLogFile(file, range)
    if (opened && opened.size < position) position = 0
    if (!opened) return Buffer.alloc(0)
    if (!mask) return buffer(opened.stream)
    const isLast = isWhole || opened.size > range.to
    const parts: Buffer[] = []
    for await (const { bytes } of maskedPieces(mask, opened.stream, position, { to, isLast }))
      parts.push(bytes)
    return Buffer.concat(parts)
  }

  return {
    async send(isWhole) {
      // The run is being stopped for exceeding its limit.
      while (sent <= limit) {
        const bytes = (await piece(isWhole)).subarray(0, limit + LOG_SLACK - sent)
        if (bytes.length === 0) return
        const { size = 0 } = await server.send('log', bytes, { type, offset: sent })
        const accepted = size - sent
        sent += accepted
        position = Math.max(0, position + accepted)
      }
    },
    sent: () => sent,
  }
}
