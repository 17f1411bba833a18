import type { Database } from '@podium/database/connect.ts'
import type { RunKey } from '@podium/engines/engine.ts'
import { attemptKey } from '@podium/engines/kubernetes/attempt-key.ts'
import type { AttemptRecord } from '@podium/engines/kubernetes/attempt-store.ts'
import { readAttempts } from './attempt-repository.ts'

/** Attempts read by one query. */
const AT_ONCE = 500

interface Asked {
  key: RunKey
  answer(record: AttemptRecord | null): void
  fail(error: unknown): void
}

/**
 * Finds attempts by their keys, and batches concurrent requests into one query. A round inspects all runs of a
 * server, and single queries would occupy the database.
 */
export function createAttemptFinder(database: Database): (key: RunKey) => Promise<AttemptRecord | null> {
  let waiting: Asked[] = []

  async function readAll(): Promise<void> {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += AT_ONCE) await read(all.slice(from, from + AT_ONCE))
  }

  async function read(requests: Asked[]): Promise<void> {
    try {
      const keys = requests.map(({ key }) => key)
      const found = await readAttempts(database, keys)
      for (const { key, answer } of requests) answer(found.get(attemptKey(key)) ?? null)
    } catch (error) {
      for (const { fail } of requests) fail(error)
    }
  }

  return (key) =>
    new Promise((answer, fail) => {
      waiting.push({ key, answer, fail })
      if (waiting.length === 1) queueMicrotask(readAll)
    })
}
