import { TIERS } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'

/** Where the workspace's images would lie: `{registry}/{project}/`; registration clients split it at its slashes. */
function imageBase(name: string, host: string): string {
  return `${host}/${name.split('-')[0]}/`
}

/**
 * The workspace as registration clients read it. The older ones name it by `workspace_name`: they want bucket and
 * registry by visibility, and go on only where every tier has an entry.
 */
export function describeWorkspace(workspace: Workspace, dialect: 'id' | 'name', host: string) {
  const base = imageBase(workspace.name, host)
  const bucket = workspace.s3_bucket_name
  if (dialect === 'id')
    return { ...workspace, s3_bucket_name: bucket, ecr_base_path: base, specs: workspace.execution_specs }
  const instanceOf = new Map(workspace.execution_specs.map(({ name, instance }) => [name, instance]))
  return {
    ...workspace,
    s3_bucket_name: { public: bucket, private: bucket },
    ecr_base_path: { public: base, private: base },
    specs: TIERS.map((name) => ({ name, instance: instanceOf.get(name) ?? '' })),
  }
}
