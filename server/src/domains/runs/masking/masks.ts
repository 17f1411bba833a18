import type { Database } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import type { RunKey } from '@podium/engines/engine.ts'
import { createMask, type Mask } from '@podium/engines/masking/mask.ts'
import { and, eq } from 'drizzle-orm'
import { OtherKey, type SecretBox } from '../../../http/secret-box.ts'
import { readRunSecrets } from './run-secrets-repository.ts'

/** Attempts that are remembered; one that is forgotten is looked up again. */
const MOST = 1000

/** null where an attempt was given no secret; 'lost' where no key opens those that it was given. */
type Known = Mask | null | 'lost'

/** Answers by what the log of an attempt is masked. */
export function createMasks(database: Database, box: SecretBox): (key: RunKey) => Promise<Known> {
  const known = new Map<string, Known>()

  return async function maskOf(key) {
    const name = `${key.run}/${key.attempt}`
    const found = known.get(name)
    if (found !== undefined) return found
    // What an attempt is given is written down before the engine has it.
    const isSubmitted = await hasStarted(database, key)
    const mask = await maskFor(database, box, key)
    if (isSubmitted) remember(known, name, mask)
    return mask
  }
}

async function maskFor(database: Database, box: SecretBox, key: RunKey): Promise<Known> {
  try {
    const given = await readRunSecrets(database, box, key)
    return given && createMask(given.map(({ value }) => value))
  } catch (error) {
    if (error instanceof OtherKey) return 'lost'
    throw error
  }
}

async function hasStarted(database: Database, { run, attempt }: RunKey): Promise<boolean> {
  const started = and(eq(runs.id, run), eq(runs.attempt, attempt), eq(runs.submitted, true))
  return (await database.select({ id: runs.id }).from(runs).where(started)).length > 0
}

function remember(known: Map<string, Known>, name: string, mask: Known): void {
  known.set(name, mask)
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
}
