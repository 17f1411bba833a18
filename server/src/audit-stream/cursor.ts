import type { Handle } from '@podium/database/connect.ts'
import { auditStreams } from '@podium/database/schema/audit.ts'
import { and, eq, sql } from 'drizzle-orm'
import { AUDIT_STREAM } from '../domains/audit/stream-reads.ts'

/** Longer than any delivery, so that two servers never deliver at the same time. */
const LEASE = sql`now() + interval '30 seconds'`

/** The position of the delivery, leased to one server at a time. */
export function createCursor(db: Handle, owner: string) {
  const own = and(eq(auditStreams.name, AUDIT_STREAM), eq(auditStreams.owner, owner))
  return {
    /** Takes the lease. Returns the id of the last delivered event, or null while another server delivers. */
    async take(): Promise<number | null> {
      const [row] = await db
        .insert(auditStreams)
        .values({ name: AUDIT_STREAM, owner, lease_until: LEASE })
        .onConflictDoUpdate({
          target: auditStreams.name,
          set: { owner, lease_until: LEASE },
          setWhere: sql`${auditStreams.owner} = ${owner} or ${auditStreams.lease_until} < now()`,
        })
        .returning({ delivered: auditStreams.delivered })
      return row?.delivered ?? null
    },

    async advance(delivered: number): Promise<void> {
      await db.update(auditStreams).set({ delivered, trouble: null }).where(own)
    },

    async noteTrouble(trouble: string): Promise<void> {
      await db.update(auditStreams).set({ trouble }).where(own)
    },

    /** Releases the lease, so that the next server can continue at once. */
    async release(): Promise<void> {
      await db.update(auditStreams).set({ lease_until: sql`now() - interval '1 second'` }).where(own)
    },
  }
}
