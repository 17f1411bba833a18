import { TIERS } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import type { Config } from '../../config.ts'

/**
 * Where images would be pushed to, by configuration alone: clients keep what they read here in their metadata, so it
 * must not be what one caller happened to call this server.
 */
export function registryHost({
  public_url,
  host,
  port,
}: Pick<Config, 'public_url' | 'host' | 'port'>): string {
  return public_url?.host ?? `${host.includes(':') ? `[${host}]` : host}:${port}`
}

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
