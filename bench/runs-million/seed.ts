import { connectDatabase } from '@podium/database/connect.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { type Client, withConnection } from '@podium/database/one-connection.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createPeople } from '@podium/server/testing/test-people.ts'

/**
 * Two workspaces that differ only in the number of runs, not of solutions, instances and streams. The administrator
 * sees both.
 */
export interface Million {
  token: string
  large: string
  small: string
}

const SOLUTIONS = 10
const RUNS_OF_A_STREAM = 1_000
const AT_ONCE = 100_000

export async function seedMillion(
  serving: ConnectionSettings,
  owner: ConnectionSettings,
  sizes: { large: number; small: number },
): Promise<Million> {
  const { database, close } = connectDatabase({ connection: serving, log: quietLog })
  const { first, second, tokens } = await createPeople(database).finally(close)
  if (!tokens.admin) throw new Error('no one is signed in')
  await withConnection(owner, 'podium bench', async (client) => {
    // The trigger looks up a solution's newest run for each row. That is filled in afterwards at once.
    await client.query('alter table runs disable trigger runs_keep_last_run')
    const streams = Math.max(20, Math.ceil(sizes.large / RUNS_OF_A_STREAM))
    await fill(client, first.id, sizes.large, streams)
    await fill(client, second.id, sizes.small, streams)
    await client.query('alter table runs enable trigger runs_keep_last_run')
    await client.query(`
      insert into solution_last_runs (solution_id, workspace_id, state, created_at)
      select distinct on (solution_id) solution_id, workspace_id, state, created_at
      from runs order by solution_id, created_at desc, id desc`)
  })
  return { token: tokens.admin, large: first.id, small: second.id }
}

/** Creates solutions with streams, each with its own instance, and runs over a year, of a few people. */
async function fill(client: Client, workspace: string, size: number, streams: number): Promise<void> {
  await client.query(
    `insert into solutions (workspace_id, seq, name, last_version)
      select $1, n, 'pump-' || n, 1 from generate_series(1, $2::int) n`,
    [workspace, SOLUTIONS],
  )
  await client.query(
    `insert into solution_versions (workspace_id, solution_id, version_num, metadata_json, pipelines)
      select workspace_id, id, 1, '{}', '{train,inference}' from solutions where workspace_id = $1`,
    [workspace],
  )
  await client.query(
    `insert into instances (workspace_id, solution_id, solution_version_id, name)
      select $1, version.solution_id, version.id, 'line-' || n
      from generate_series(1, $2::int) n join solutions on seq = n % $3 + 1 and solutions.workspace_id = $1
        join solution_versions version on version.solution_id = solutions.id`,
    [workspace, streams, SOLUTIONS],
  )
  await client.query(
    `insert into streams (workspace_id, instance_id, name)
      select workspace_id, id, name from instances where workspace_id = $1`,
    [workspace],
  )
  for (let from = 1; from <= size; from += AT_ONCE) {
    const to = Math.min(size, from + AT_ONCE - 1)
    await client.query(RUNS, [workspace, streams, from, to, size])
    await client.query(
      `insert into run_tags (run_id, workspace_id, tag)
        select id, workspace_id, case when number % 20 = 0 then 'night' else 'best' end from runs
        where workspace_id = $1 and number between $2 and $3 and number % 10 = 0`,
      [workspace, from, to],
    )
  }
  await client.query(
    `insert into run_stars (account_id, run_id)
      select (select id from accounts where username = 'admin'), id from runs
      where workspace_id = $1 and number % 200 = 0 limit 1000`,
    [workspace],
  )
}

/** The numbers are permuted (a prime times n), so that no order equals another. */
const RUNS = `
  insert into runs (workspace_id, solution_id, solution_version_id, instance_id, stream_id, number, name, search_text,
    pipeline, state, detail, tier_asked, tier_given, instance_type, asked_cpu, asked_memory_mib, parameters, dataset_uri,
    metadata_json, metrics, model_number, failure_key, artifact_bytes, created_by, created_at, started_at, ended_at)
  select $1, instance.solution_id, instance.solution_version_id, instance.id, stream.id, n, stream.name || '-' || n,
    stream.name || '-' || n || E'\\n' || solutions.name,
    case when mixed % 5 = 0 then 'inference' else 'train' end, state, 'Exit code 0.',
    case when mixed % 50 = 0 then 'high' else 'standard' end, 'standard', 'lab-1', 1, 1024,
    json_build_object('train', json_build_object('epochs', mixed % 400, 'kind', (array['adam', 'sgd', 'rms'])[mixed % 3 + 1])),
    '[]', '{}', json_build_object('accuracy', mixed % 100003 / 100003.0, 'loss', mixed % 7919),
    case when state = 'succeeded' and mixed % 5 > 0 then n end,
    case when state = 'failed' then 'way-' || mixed % 50 end, 1000,
    people.id, made, case when state <> 'queued' then made + interval '5 seconds' end,
    case when state not in ('queued', 'running') then made + make_interval(secs => 10 + mixed % 5000) end
  from generate_series($3::int, $4::int) n
    cross join lateral (select n::bigint * 7368787 % 1000003 as mixed) m
    cross join lateral (select now() - interval '1 year' * (n::float8 / $5::int) as made,
      case when n <= 3 then 'queued' when n <= 6 then 'running' when mixed % 10 = 0 then 'failed'
        when mixed % 50 = 1 then 'stopped' else 'succeeded' end as state) s
    join instances instance on instance.workspace_id = $1 and instance.name = 'line-' || (mixed % $2::int + 1)
    join streams stream on stream.instance_id = instance.id
    join solutions on solutions.id = instance.solution_id
    join (select id, row_number() over (order by username) - 1 as place from accounts) people on people.place = mixed % 6`
