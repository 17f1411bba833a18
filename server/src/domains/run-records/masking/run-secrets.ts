import type { Handle } from '@podium/database/connect.ts'
import { runSecrets } from '@podium/database/schema/variables.ts'
import type { Secret } from '@podium/engines/engine.ts'
import { and, eq } from 'drizzle-orm'
import type { SecretBox } from '../../../http/secret-box.ts'

interface OfAttempt {
  run: string
  attempt: number
}

/** Stores the secrets of an attempt encrypted; secrets that are already stored stay. */
export async function keepRunSecrets(
  db: Handle,
  box: SecretBox,
  of: OfAttempt,
  secrets: Secret[],
): Promise<void> {
  const row = { run_id: of.run, attempt: of.attempt, ...box.seal(JSON.stringify(secrets), purposeOf(of)) }
  await db.insert(runSecrets).values(row).onConflictDoNothing()
}

/**
 * Returns null if the attempt was given no secrets.
 * @throws OtherKey
 */
export async function readRunSecrets(db: Handle, box: SecretBox, of: OfAttempt): Promise<Secret[] | null> {
  const [row] = await db
    .select()
    .from(runSecrets)
    .where(and(eq(runSecrets.run_id, of.run), eq(runSecrets.attempt, of.attempt)))
  return row ? (JSON.parse(box.open(row, purposeOf(of))) as Secret[]) : null
}

/** Call this once the engine has forgotten every attempt of the run; everything stored of it is masked. */
export async function removeRunSecrets(db: Handle, run: string): Promise<void> {
  await db.delete(runSecrets).where(eq(runSecrets.run_id, run))
}

export function purposeOf({ run, attempt }: OfAttempt): string {
  return `run ${run} ${attempt}`
}
