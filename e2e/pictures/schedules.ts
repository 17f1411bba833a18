import type { Page } from '@playwright/test'
import type { Stream } from '@podium/contract/calls/streams.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { Api } from '../fixtures/api.ts'
import { take } from './take.ts'

const TIMES = [
  ['0 6 * * 1-5', 'Europe/Berlin'],
  ['0 2 1 * *', 'UTC'],
] as const

/** Takes pictures of the schedules of the first workspace, one of them off. */
export async function pictureSchedules(page: Page, api: Api): Promise<void> {
  const { workspaces } = await api.get<{ workspaces: Workspace[] }>('/api/v1/workspaces')
  const workspace = workspaces[0]?.id ?? ''
  const { streams } = await api.get<{ streams: Stream[] }>(`/api/v1/streams?workspace_id=${workspace}`)
  for (const [at, [cron, time_zone]] of TIMES.entries())
    await api.post(`/api/v1/schedules?workspace_id=${workspace}`, {
      stream_id: streams[at % streams.length]?.id,
      cron,
      time_zone,
      active: at === 0,
    })
  await page.goto(`/settings/workspace/detail/${workspace}?tab=schedules`)
  await page.getByText('Mon to Fri at 06:00').waitFor()
  await take(page, 'schedules')
}
