import type { RunState } from '@podium/contract/rules/run-state.ts'
import type { Database } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import type { RunKey } from '@podium/engines/engine.ts'
import { and, eq } from 'drizzle-orm'
import { OtherKey, type SecretBox } from '../../../http/secret-box.ts'
import { createKeptMasks, type Known } from './kept-masks.ts'
import { readRunSecrets } from './run-secrets.ts'

/** Returns the mask of an attempt, which everything that the attempt reports passes through. */
export type MaskOf = (key: RunKey) => Promise<Known>

export function createMasks(database: Database, box: SecretBox): MaskOf {
  const masks = createKeptMasks()

  async function read(key: RunKey): Promise<Known> {
    try {
      const secrets = await readRunSecrets(database, box, key)
      return secrets && (await masks.maskFor(secrets.map(({ value }) => value)))
    } catch (error) {
      if (error instanceof OtherKey) return 'lost'
      throw error
    }
  }

  return async function maskOf(key) {
    const name = `${key.run}/${key.attempt}`
    const found = masks.of(name)
    if (found !== undefined) return found
    // Secrets of an attempt are stored before the engine has it.
    const state = await stateOfSubmitted(database, key)
    const mask = await read(key)
    // A deferred attempt without secrets may get some when it is submitted again.
    if (state !== null && (mask !== null || state !== 'starting')) masks.keep(name, mask)
    return mask
  }
}

async function stateOfSubmitted(database: Database, { run, attempt }: RunKey): Promise<RunState | null> {
  const isSubmitted = and(eq(runs.id, run), eq(runs.attempt, attempt), eq(runs.submitted, true))
  const [found] = await database.select({ state: runs.state }).from(runs).where(isSubmitted)
  return found?.state ?? null
}
