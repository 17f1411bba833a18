import type { Database } from '@podium/database/connect.ts'
import type { RunKey } from '@podium/engines/engine.ts'
import type { AttemptRecord } from '@podium/engines/kubernetes/attempt-store.ts'
import { readAttempts } from './attempt-repository.ts'

interface Asked {
  key: RunKey
  resolve(record: AttemptRecord | null): void
  reject(error: unknown): void
}

/** Larger answers would hold up other calls while they are read. */
const AT_ONCE = 500

/**
 * Reads together what is asked for in one turn of the event loop: each round looks at every live run, and ten thousand
 * queries of their own would wait for a connection until they fail.
 */
export function gatherReads(database: Database): (key: RunKey) => Promise<AttemptRecord | null> {
  let asked: Asked[] = []

  async function readAsked(): Promise<void> {
    const all = asked
    asked = []
    for (let from = 0; from < all.length; from += AT_ONCE) await answer(all.slice(from, from + AT_ONCE))
  }

  async function answer(some: Asked[]): Promise<void> {
    try {
      const found = await readAttempts(
        database,
        some.map(({ key }) => key),
      )
      const records = new Map(found.map(({ key, record }) => [nameOf(key), record]))
      for (const { key, resolve } of some) resolve(records.get(nameOf(key)) ?? null)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      asked.push({ key, resolve, reject })
      if (asked.length === 1) setImmediate(() => void readAsked())
    })
}

function nameOf({ workspace, run, attempt }: RunKey): string {
  return `${workspace}/${run}/${attempt}`
}
