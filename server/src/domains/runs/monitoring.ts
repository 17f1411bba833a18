import { messages } from '@podium/contract/rules.ts'
import type { Database } from '@podium/database/connect.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'

export interface Monitoring {
  url: string | null
  detail: string
}

const NO_CHARTS =
  'This release draws no charts of its own yet. An administrator of the server can name a Grafana instead.'

/** Where a workspace's runs are monitored: its dashboard, where one is configured. */
export async function readMonitoring(
  database: Database,
  config: Pick<Config, 'monitoring' | 'grafana_url'>,
  workspaceId: string,
): Promise<Monitoring> {
  if (config.monitoring === 'builtin') return { url: null, detail: NO_CHARTS }
  if (config.monitoring !== 'grafana' || config.grafana_url === null)
    return { url: null, detail: messages.not_working }
  const [workspace] = await database
    .select({ dashboard_hash: workspaces.dashboard_hash })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  if (!workspace?.dashboard_hash)
    return {
      url: null,
      detail: 'This workspace has no Dashboard Hash. An administrator can enter it under Edit Workspace.',
    }
  // Other products of the field write the address with the folder of the dashboards at its end.
  const base = config.grafana_url.replace(/\/(d\/?)?$/, '')
  return { url: new URL(`${base}/d/${workspace.dashboard_hash}`).href, detail: '' }
}
