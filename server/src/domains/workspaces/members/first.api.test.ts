import { listWorkspaces } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(() => server.startOver())

test('lists the managers of a workspace first, then others, each by name', async () => {
  const { database } = server.deps
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into workspaces (name, s3_bucket_name, execution_specs) values ('crowd-ws', 'crowd', '[]') returning id`)
  const id = rows[0]?.id
  for (const [at, [name, role]] of PEOPLE.entries())
    await database.execute(sql`
      with made as (
        insert into accounts (login_type, username, display_name, role)
        values ('static', ${name}, ${name}, 'DEVELOPER') returning id
      )
      insert into members (workspace_id, account_id, role, created_at)
      select ${id}, id, ${role}, now() + make_interval(secs => ${at}) from made`)
  const { workspaces } = await server.as('admin').call(listWorkspaces, { query: { q: 'crowd' } })
  expect(workspaces[0]?.first_members.map(({ display_name }) => display_name)).toEqual([
    'bela',
    'yves',
    'Carla',
    'uta',
    'zoe',
  ])
})

const PEOPLE = [
  ['zoe', 'MEMBER'],
  ['Carla', 'DEVELOPER'],
  ['uta', 'MEMBER'],
  ['vera', 'MEMBER'],
  ['anton', 'MEMBER'],
  ['yves', 'MANAGER'],
  ['bela', 'MANAGER'],
] as const
