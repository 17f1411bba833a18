import { fail } from '@podium/contract/errors.ts'
import { createTurns } from '../../turns.ts'
import { type Found, searchLog } from './log-search.ts'
import type { Log } from './log-source.ts'

const HITS = 1000
const LONGEST_MS = 10_000

/**
 * Searches logs, two at a time: each looks through up to a gibibyte. Its time begins when it is asked for, and it
 * ends early when nobody waits for it any more.
 */
export function createLogSearches() {
  const inTurn = createTurns({ at_once: 2, waiting: 16, refuse: () => fail('LOG.BUSY') })

  return async function search(
    open: () => Promise<Pick<Log, 'size' | 'read'>>,
    text: string,
    gone: AbortSignal,
  ): Promise<Found> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), LONGEST_MS)
    const ended = AbortSignal.any([gone, late.signal])
    try {
      return await inTurn(async () => {
        if (ended.aborted) return { hits: [], more: true }
        const log = await open()
        return await searchLog(await log.read(0, log.size), text, { hits: HITS, ended })
      })
    } finally {
      clearTimeout(timer)
    }
  }
}
