import type { Database } from '@podium/database/connect.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq } from 'drizzle-orm'

/** All that a start reads: the stream with everything above it. */
export type StartSources = NonNullable<Awaited<ReturnType<typeof readStartSources>>>

/** null when the stream was deleted in the meantime. */
export async function readStartSources(db: Database, streamId: string) {
  const [found] = await db
    .select({
      workspace: workspaces,
      solution: solutions,
      version: solutionVersions,
      instance: instances,
      stream: streams,
    })
    .from(streams)
    .innerJoin(instances, eq(instances.id, streams.instance_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, instances.solution_version_id))
    .innerJoin(solutions, eq(solutions.id, instances.solution_id))
    .innerJoin(workspaces, eq(workspaces.id, streams.workspace_id))
    .where(eq(streams.id, streamId))
  return found ?? null
}
