import type { Handle } from '@podium/database/connect.ts'
import { streams } from '@podium/database/schema/solutions.ts'
import { eq, sql } from 'drizzle-orm'

/**
 * Takes the stream's next number for a run. Lists show first what was used last, so this counts as an update of the stream.
 * @returns undefined if the stream was deleted
 */
export async function nextRunNumber(
  tx: Handle,
  streamId: string,
): Promise<{ number: number; stream_name: string } | undefined> {
  const [counted] = await tx
    .update(streams)
    .set({ run_count: sql`${streams.run_count} + 1`, updated_at: sql`now()` })
    .where(eq(streams.id, streamId))
    .returning({ number: streams.run_count, stream_name: streams.name })
  return counted
}

/**
 * Takes the stream's next number for a model.
 * @returns undefined if the stream was deleted
 */
export async function nextModelNumber(tx: Handle, streamId: string): Promise<number | undefined> {
  const [counted] = await tx
    .update(streams)
    .set({ model_count: sql`${streams.model_count} + 1` })
    .where(eq(streams.id, streamId))
    .returning({ number: streams.model_count })
  return counted?.number
}
