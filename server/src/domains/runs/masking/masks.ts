import type { Database } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import type { RunKey } from '@podium/engines/engine.ts'
import { createMask, type Mask } from '@podium/engines/masking/mask.ts'
import { and, eq } from 'drizzle-orm'
import type { SecretBox } from '../../../http/secret-box.ts'
import { readRunSecrets } from './run-secrets-repository.ts'

/** Attempts that are remembered; one that is forgotten is looked up again. */
const MOST = 1000

/** Answers by what the log of an attempt is masked; null where it was given no secret. */
export function createMasks(database: Database, box: SecretBox): (key: RunKey) => Promise<Mask | null> {
  const known = new Map<string, Mask | null>()

  return async function maskOf(key) {
    const name = `${key.run}/${key.attempt}`
    const found = known.get(name)
    if (found !== undefined) return found
    // What an attempt is given is written down before the engine has it.
    const isSubmitted = await hasStarted(database, key)
    const given = await readRunSecrets(database, box, key)
    const mask = given && createMask(given.map(({ value }) => value))
    if (isSubmitted) remember(known, name, mask)
    return mask
  }
}

async function hasStarted(database: Database, { run, attempt }: RunKey): Promise<boolean> {
  const started = and(eq(runs.id, run), eq(runs.attempt, attempt), eq(runs.submitted, true))
  return (await database.select({ id: runs.id }).from(runs).where(started)).length > 0
}

function remember(known: Map<string, Mask | null>, name: string, mask: Mask | null): void {
  known.set(name, mask)
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
}
