import type { Database } from '@podium/database/connect.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import { desc, eq } from 'drizzle-orm'

export interface VersionNumber {
  id: string
  version_num: number
}

/** The versions of a solution, newest first. */
export async function readVersions(database: Database, solution: string): Promise<VersionNumber[]> {
  return database
    .select({ id: solutionVersions.id, version_num: solutionVersions.version_num })
    .from(solutionVersions)
    .where(eq(solutionVersions.solution_id, solution))
    .orderBy(desc(solutionVersions.version_num))
}
