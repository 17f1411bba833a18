import type { Database } from '@podium/database/connect.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sentenceOf } from '../log.ts'
import { createRound } from '../work/round.ts'
import { createCursor } from './cursor.ts'
import { type Horizon, readSettled } from './settled-events.ts'
import type { Deliver } from './targets.ts'

const ROUND_MS = 2_000
/** Pause until an open transaction is likely to have ended. */
const GAP_MS = 100
const LONGEST_PAUSE_MS = 60_000

export interface AuditStreamDeps {
  database: Database
  deliver: Deliver
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** identifies this server; unique among servers */
  owner: string
}

/** `more`: there may be more; `gap`: an earlier event may still appear; `idle`: another server delivers. */
export type Round = 'all' | 'more' | 'gap' | 'idle' | 'failed'

/** Delivers the audit log to its second destination: each event at least once, in order, also after restarts. */
export function createAuditStream({ database, deliver, log, owner }: AuditStreamDeps) {
  const cursor = createCursor(database, owner)
  const round = createRound({ work: tick, pause: pauseAfter, failed: logFailure })
  let seen: Horizon | null = null
  let failures = 0

  async function deliverNext(): Promise<Round> {
    const after = await cursor.take()
    if (after === null) return 'idle'
    const read = await readSettled(database, after, seen)
    seen = read.seen
    const last = read.events.at(-1)
    if (!last) return read.isAll ? 'all' : 'gap'
    await deliver(read.events.map((event) => `${JSON.stringify(event)}\n`).join(''), round.ending)
    await cursor.advance(last.id)
    return read.isAll ? 'all' : 'more'
  }

  async function tick(): Promise<Round> {
    try {
      const done = await deliverNext()
      if (failures > 0) log.info('the audit trail is delivered again')
      failures = 0
      return done
    } catch (error) {
      failures += 1
      if (round.ending.aborted) return 'failed'
      logFailure(error)
      await cursor.noteTrouble(sentenceOf(error as Error)).catch(() => undefined)
      return 'failed'
    }
  }

  function logFailure(error: unknown): void {
    log.warn({ err: error }, 'the audit trail could not be delivered; trying again')
  }

  function pauseAfter(done: Round = 'failed'): number {
    if (done === 'failed') return Math.min(LONGEST_PAUSE_MS, 500 * 2 ** failures)
    return { more: 0, gap: GAP_MS, all: ROUND_MS, idle: ROUND_MS }[done]
  }

  return {
    /** One round, which `start` repeats; exposed for tests. */
    tick,
    start: round.start,
    async close(): Promise<void> {
      await round.close()
      await cursor.release()
    },
  }
}
