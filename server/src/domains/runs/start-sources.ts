import type { Modes } from '@podium/contract/instances.ts'
import type { Metadata } from '@podium/contract/metadata.ts'
import type { ExecutionSpec } from '@podium/contract/tiers.ts'
import type { Database } from '@podium/database/connect.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq } from 'drizzle-orm'

/** All that a start reads: the stream with everything above it. */
export interface StartSources {
  workspace: { id: string; bucket: string; execution_specs: ExecutionSpec[] }
  solution: { id: string; name: string }
  version: { id: string; version_num: number; metadata: Metadata }
  instance: {
    id: string
    name: string
    draft: boolean
    modes: Modes
    execution_specs: { train?: string; inference?: string }
    train_resource: string | null
    metadata_json: Record<string, unknown> | null
  }
  stream: { id: string; name: string; parameters: Record<string, unknown> }
}

/** null when the stream was deleted in the meantime. */
export async function readStartSources(db: Database, streamId: string): Promise<StartSources | null> {
  const [found] = await db
    .select({
      workspace: {
        id: workspaces.id,
        bucket: workspaces.s3_bucket_name,
        execution_specs: workspaces.execution_specs,
      },
      solution: { id: solutions.id, name: solutions.name },
      version: {
        id: solutionVersions.id,
        version_num: solutionVersions.version_num,
        metadata: solutionVersions.metadata_json,
      },
      instance: {
        id: instances.id,
        name: instances.name,
        draft: instances.draft,
        modes: instances.modes,
        execution_specs: instances.execution_specs,
        train_resource: instances.train_resource,
        metadata_json: instances.metadata_json,
      },
      stream: { id: streams.id, name: streams.name, parameters: streams.parameters },
    })
    .from(streams)
    .innerJoin(instances, eq(instances.id, streams.instance_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, instances.solution_version_id))
    .innerJoin(solutions, eq(solutions.id, instances.solution_id))
    .innerJoin(workspaces, eq(workspaces.id, streams.workspace_id))
    .where(eq(streams.id, streamId))
  // the metadata was checked when it was registered, and kept as it was sent
  return found
    ? { ...found, version: { ...found.version, metadata: found.version.metadata as Metadata } }
    : null
}
