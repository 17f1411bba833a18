import { deleteAccounts, editAccount } from '@podium/contract/calls/accounts.ts'
import { listAudit } from '@podium/contract/calls/audit.ts'
import { createWebhook, listWebhooks } from '@podium/contract/calls/webhooks.ts'
import { editMembers, removeMembers } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Player } from '../../testing/test-people.ts'
import { removeEnded } from '../workspaces/members/service.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp({ env: { PODIUM_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  return () => podium.close()
})
beforeEach(async () => {
  await podium.startOver()
  const { developer } = podium.people.ids
  await podium
    .as('admin')
    .call(editMembers, { ...inFirst(), body: { members: [{ account_id: developer, role: 'MANAGER' }] } })
})

const inFirst = () => ({ params: { id: podium.people.first.id } })
const made = (player: Player) =>
  podium.as(player).call(createWebhook, {
    ...inFirst(),
    body: { kind: 'json', url: `http://127.0.0.1:9/${player}`, events: ['run.ended'] },
  })
const left = async () => {
  const { webhooks } = await podium.as('admin').call(listWebhooks, inFirst())
  return webhooks.map(({ url }) => url.split('/').at(-1))
}

const ENDS: Record<string, () => Promise<unknown>> = {
  'their account is deleted': () =>
    podium.as('admin').call(deleteAccounts, { body: { ids: [podium.people.ids.developer] } }),
  'they are removed from the workspace': () =>
    podium
      .as('admin')
      .call(removeMembers, { ...inFirst(), body: { account_ids: [podium.people.ids.developer] } }),
  'they are its manager no longer': () =>
    podium.as('admin').call(editMembers, {
      ...inFirst(),
      body: { members: [{ account_id: podium.people.ids.developer, role: 'MEMBER' }] },
    }),
  'their membership ends': async () => {
    await podium.deps.database.execute(
      sql`update members set ends_at = now() - interval '1 second' where account_id = ${podium.people.ids.developer}::uuid`,
    )
    await removeEnded(podium.deps.database)
  },
}

test.each(Object.keys(ENDS))('removes the webhooks of a person only when %s', async (end) => {
  await made('developer')
  await made('manager')
  expect(await left()).toHaveLength(2)
  await ENDS[end]?.()
  expect(await left()).toEqual(['manager'])
  const { events } = await podium.as('admin').call(listAudit, { query: { action: 'webhook.delete' } })
  expect(events).toHaveLength(1)
})

test('an administrator needs no membership for webhooks, and losing the role removes them', async () => {
  const { developer } = podium.people.ids
  const become = (role: 'ADMIN' | 'DEVELOPER') =>
    podium.as('admin').call(editAccount, { body: { id: developer, role } })
  await made('developer')
  await become('ADMIN')
  await podium.as('admin').call(removeMembers, { ...inFirst(), body: { account_ids: [developer] } })
  expect(await left()).toEqual(['developer'])
  await become('DEVELOPER')
  expect(await left()).toEqual([])
})
