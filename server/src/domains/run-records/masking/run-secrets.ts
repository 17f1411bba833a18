import type { Handle } from '@podium/database/connect.ts'
import { runSecrets } from '@podium/database/schema/variables.ts'
import type { Secret } from '@podium/engines/engine.ts'
import { and, eq } from 'drizzle-orm'
import type { SecretBox } from '../../../http/secret-box.ts'

interface OfAttempt {
  run: string
  attempt: number
}

/** Keeps what an attempt was given, encrypted; what was kept before stays. */
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
 * null where it was given none
 * @throws OtherKey
 */
export async function readRunSecrets(db: Handle, box: SecretBox, of: OfAttempt): Promise<Secret[] | null> {
  const [row] = await db
    .select()
    .from(runSecrets)
    .where(and(eq(runSecrets.run_id, of.run), eq(runSecrets.attempt, of.attempt)))
  return row ? (JSON.parse(box.open(row, purposeOf(of))) as Secret[]) : null
}

/** Once no attempt of the run is with the engine: what is kept of it is masked. */
export async function removeRunSecrets(db: Handle, run: string): Promise<void> {
  await db.delete(runSecrets).where(eq(runSecrets.run_id, run))
}

export function purposeOf({ run, attempt }: OfAttempt): string {
  return `run ${run} ${attempt}`
}
