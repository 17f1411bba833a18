import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { buildApp } from '../../../app.ts'
import type { Deps } from '../../../deps.ts'
import { sweepAll } from '../../../testing/sweep-all.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { createClient, type TestClient } from '../../../testing/test-client.ts'

const NO_CONSOLE = fileURLToPath(new URL('../../../testing/no-console', import.meta.url))

/** A second server on the same database, objects and engine that dies in the middle of its work. */
export interface DyingServer {
  admin: TestClient
  /** From now on it lives for this many steps: calls of the database, the object store or the engine. */
  liveFor(steps: number): void
  /** True if it died, so that nothing of it reaches the database, the objects or the engine any more. */
  died(): boolean
  close(): Promise<void>
}

export async function createDyingServer({ deps, people }: TestApp): Promise<DyingServer> {
  let left = Number.POSITIVE_INFINITY

  function step(): void {
    left -= 1
    if (left < 0) throw new Error('The server has died.')
  }

  function mortal<T extends object>(real: T): T {
    return new Proxy(real, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          step()
          return value.apply(target, name === 'transaction' ? args.map(mortalWork) : args)
        }
      },
    })
  }

  /** Counts the steps inside a transaction too. */
  function mortalWork(work: unknown): unknown {
    return typeof work === 'function' ? (tx: object) => work(mortal(tx)) : work
  }

  const mine: Deps = {
    ...deps,
    database: mortal(deps.database),
    objects: mortal(deps.objects),
    engine: mortal(deps.engine),
  }
  const app = await buildApp(mine, NO_CONSOLE)
  return {
    admin: createClient(app, people.tokens.admin ?? null),
    liveFor(steps) {
      left = steps
    },
    died: () => left < 0,
    async close() {
      left = Number.POSITIVE_INFINITY
      await app.close()
    },
  }
}

/** Lets the leases of a dead server expire, then sweeps as the next server does at its start. */
export async function startAgain({ deps }: TestApp): Promise<void> {
  await deps.database.execute(sql`update pending_removals set not_before = now()`)
  await sweepAll(deps)
}
