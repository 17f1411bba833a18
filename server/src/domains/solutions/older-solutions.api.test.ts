import { randomBytes } from 'node:crypto'
import { migrate } from '@podium/database/migrate.ts'
import { withConnection } from '@podium/database/one-connection.ts'
import { withMigrationsUpTo } from '@podium/database/schema-version.ts'
import { inDatabase } from '@podium/database/testing/in-database.ts'
import { afterEach, expect, inject, test } from 'vitest'

const made: string[] = []
afterEach(async () => {
  const { admin } = inject('testPostgres')
  for (const name of made)
    await withConnection(admin, 'test', (client) => client.query(`drop database ${name} with (force)`))
})

const WORKSPACE = '00000000-0000-4000-8000-000000000001'
const [DESCRIBED, PLAIN] = ['00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003']

/** Solutions of a Podium without the list columns: one with two versions and two runs, one with a plain text. */
const OLDER = `
  insert into workspaces (id, name, s3_bucket_name) values ('${WORKSPACE}', 'old-ws', 'old');
  insert into solutions (id, workspace_id, seq, name, last_version) values
    ('${DESCRIBED}', '${WORKSPACE}', 1, 'Pumps', 2), ('${PLAIN}', '${WORKSPACE}', 2, 'plain', 1);
  insert into solution_versions (workspace_id, solution_id, version_num, pipelines, metadata_json) values
    ('${WORKSPACE}', '${DESCRIBED}', 1, '{train}', '{"description":{"overview":"First words"}}'),
    ('${WORKSPACE}', '${DESCRIBED}', 2, '{train,inference}', '{"description":{"title":"A Title","overview":"LAST"}}'),
    ('${WORKSPACE}', '${PLAIN}', 1, '{inference}', '{"description":"Only a Text"}');
  insert into instances (workspace_id, solution_id, solution_version_id, name)
    select workspace_id, solution_id, id, 'one' from solution_versions where version_num = 2;
  insert into streams (workspace_id, instance_id, name) select workspace_id, id, name from instances;
  insert into runs (workspace_id, solution_id, solution_version_id, instance_id, stream_id, number, name, pipeline, state,
      tier_asked, asked_cpu, asked_memory_mib, parameters, dataset_uri, metadata_json, created_at)
    select instance.workspace_id, solution_id, solution_version_id, instance.id, stream.id, n, 'one-' || n, 'train',
      case n when 2 then 'failed' else 'succeeded' end, 'standard', 1, 1, '{}', '[]', '{}',
      timestamptz '2026-01-01T00:00:00Z' + n * interval '1 day'
    from instances instance join streams stream on stream.instance_id = instance.id, generate_series(1, 2) as n;`

test('fills the list columns of solutions and runs from before these existed', async () => {
  const { admin, owner, serving, prefix, owningRole } = inject('testPostgres')
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await withConnection(admin, 'test', (client) => client.query(`create database ${name} owner ${owningRole}`))
  made.push(name)
  const own = { owner: inDatabase(owner, name), serving: inDatabase(serving, name) }
  await withMigrationsUpTo('0006_catalogue', (folder) => migrate({ ...own, folder }))
  await withConnection(own.owner, 'test', (client) => client.query(OLDER))
  await migrate(own)
  await withConnection(own.serving, 'test', async (client) => {
    const { rows } = await client.query(`
      select name, pipelines, search_text, state from solutions
      left join solution_last_runs on solution_id = solutions.id order by seq`)
    expect(rows).toEqual([
      {
        name: 'Pumps',
        pipelines: ['train', 'inference'],
        search_text: 'pumps\na title\nlast',
        state: 'failed',
      },
      { name: 'plain', pipelines: ['inference'], search_text: 'plain\nonly a text', state: null },
    ])
    const runs = await client.query('select search_text from runs order by name')
    expect(runs.rows).toEqual([{ search_text: 'one-1\npumps' }, { search_text: 'one-2\npumps' }])
    const indexes = await client.query(`select from pg_indexes
      where indexname in ('solutions_search_text', 'runs_search_text')`)
    expect(indexes.rows).toHaveLength(2)
  })
})
