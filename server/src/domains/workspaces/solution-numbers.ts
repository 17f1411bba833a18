import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query } from '../rows.ts'

/** Takes the workspace's next number for a solution; undefined if the workspace was deleted. */
export async function nextSolutionNumber(tx: Handle, workspaceId: string): Promise<number | undefined> {
  const taken = await query(tx).first<{ seq: number }>(sql`
    update workspaces set last_solution_seq = last_solution_seq + 1
    where id = ${workspaceId} returning last_solution_seq as seq`)
  return taken?.seq
}
