import type { Database } from '@podium/database/connect.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sentenceOf } from '../log.ts'
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
  const ending = new AbortController()
  let seen: Horizon | null = null
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  async function deliverNext(): Promise<Round> {
    const after = await cursor.take()
    if (after === null) return 'idle'
    const read = await readSettled(database, after, seen)
    seen = read.seen
    const last = read.events.at(-1)
    if (!last) return read.isAll ? 'all' : 'gap'
    await deliver(read.events.map((event) => `${JSON.stringify(event)}\n`).join(''), ending.signal)
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
      if (ending.signal.aborted) return 'failed'
      log.warn({ err: error }, 'the audit trail could not be delivered; trying again')
      await cursor.noteTrouble(sentenceOf(error as Error)).catch(() => undefined)
      return 'failed'
    }
  }

  function pauseAfter(done: Round): number {
    if (done === 'failed') return Math.min(LONGEST_PAUSE_MS, 500 * 2 ** failures)
    return { more: 0, gap: GAP_MS, all: ROUND_MS, idle: ROUND_MS }[done]
  }

  function next(milliseconds: number): void {
    timer = setTimeout(() => {
      round = tick().then((done) => {
        if (!ending.signal.aborted) next(pauseAfter(done))
      })
    }, milliseconds)
  }

  return {
    /** One round, which `start` repeats; exposed for tests. */
    tick,
    start: () => next(0),
    async close(): Promise<void> {
      ending.abort()
      clearTimeout(timer)
      await round
      await cursor.letGo()
    },
  }
}
