import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import type { Client } from './one-connection.ts'
import { withMigrationsUpTo } from './schema-version.ts'
import { createEmptyDatabase } from './testing/empty-database.ts'
import { withClient } from './testing/with-client.ts'

const ID = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Creates a database with the migrations up to this one, and in it a workspace and an instance with two streams. */
async function database(upTo?: string) {
  const own = await createEmptyDatabase()
  onTestFinished(() => own.drop())
  if (upTo) await withMigrationsUpTo(upTo, (folder) => migrate({ ...own, folder }))
  else await migrate(own)
  const run = <T>(work: (client: Client) => Promise<T>) => withClient(own.owner, work)
  await run((client) =>
    client.query(`
      insert into workspaces (id, name, s3_bucket_name) values ('${ID(1)}', 'a-ws', 'a'), ('${ID(9)}', 'b-ws', 'b');
      insert into accounts (id, login_type, username, display_name, role)
        values ('${ID(2)}', 'static', 'kim', 'Kim', 'DEVELOPER');
      insert into solutions (id, workspace_id, seq, name, last_version) values ('${ID(3)}', '${ID(1)}', 1, 's', 1);
      insert into solution_versions (id, workspace_id, solution_id, version_num, metadata_json, pipelines)
        values ('${ID(4)}', '${ID(1)}', '${ID(3)}', 1, '{}', '{train}');
      insert into instances (id, workspace_id, solution_id, solution_version_id, name)
        values ('${ID(5)}', '${ID(1)}', '${ID(3)}', '${ID(4)}', 'i');
      insert into streams (id, workspace_id, instance_id, name)
        values ('${ID(6)}', '${ID(1)}', '${ID(5)}', 'x'), ('${ID(7)}', '${ID(1)}', '${ID(5)}', 'y')`),
  )
  return { own, run }
}

/** Inserts runs of the stream, every third failed, each an hour long across the end of the year. */
const addRuns = (stream: number, from: number, to: number) => `
  insert into runs (workspace_id, solution_id, solution_version_id, instance_id, stream_id, number, name, pipeline, state,
    tier_asked, asked_cpu, asked_memory_mib, parameters, dataset_uri, metadata_json, metrics, model_number, artifact_bytes,
    created_by, instance_type, created_at, started_at, ended_at)
  select '${ID(1)}', '${ID(3)}', '${ID(4)}', '${ID(5)}', '${ID(stream)}', n, 'r' || n, 'train',
    case when n % 3 = 0 then 'failed' else 'succeeded' end, 'standard', 1, 1,
    json_build_object('train', json_build_object('epochs', n, 'kind', 'k' || n)), '[]', '{}',
    json_build_object('accuracy', n / 10.0), case when n % 3 > 0 then n end, n, '${ID(2)}', 'lab-1',
    timestamptz '2025-12-31T22:00:00Z' + n * interval '5 minutes', '2025-12-31T23:30:00Z', '2026-01-01T00:30:00Z'
  from generate_series(${from}, ${to}) n`

/** Returns the counts that the triggers keep, summed up. */
async function recordsOf(client: Client) {
  const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
  return {
    totals: await rows(`select workspace_id, account_id, pipeline, state, sum(runs)::text as runs,
      sum(models)::text as models from run_totals group by 1, 2, 3, 4 having sum(runs) <> 0 order by 1, 2, 3, 4`),
    streams: await rows(`select stream_id, instance_id, sum(runs)::text as runs from stream_totals
      group by 1, 2 having sum(runs) <> 0 order by 1`),
    solutions: await rows(`select solution_id, sum(runs)::text as runs from solution_totals
      group by 1 having sum(runs) <> 0`),
    quarters: await rows(`select workspace_id, quarter, state, sum(runs)::text as runs from run_quarters
      group by 1, 2, 3 having sum(runs) <> 0 order by 1, 2, 3`),
    months: await monthsOf(client),
    figures: await rows(`select name, value from run_figures order by 1, 2`),
    parameters: await rows(`select name, value, number from run_parameters order by 1, 2`),
  }
}

async function monthsOf(client: Client) {
  const months =
    await client.query(`select workspace_id, account_id, pipeline, instance_type, month::text as month,
    trim_scale(sum(seconds))::text as seconds from use_by_month group by 1, 2, 3, 4, 5 having sum(seconds) <> 0
    order by 5`)
  return months.rows
}

/** Returns the same counts, computed from the runs. */
async function countedOf(client: Client) {
  const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
  return {
    totals:
      await rows(`select workspace_id, created_by as account_id, pipeline, state, count(*)::text as runs,
      count(model_number)::text as models from runs group by 1, 2, 3, 4 order by 1, 2, 3, 4`),
    streams: await rows(
      `select stream_id, instance_id, count(*)::text as runs from runs group by 1, 2 order by 1`,
    ),
    solutions: await rows(`select solution_id, count(*)::text as runs from runs group by 1`),
    quarters: await rows(`select workspace_id, date_bin('15 minutes', created_at, 'epoch') as quarter, state,
      count(*)::text as runs from runs group by 1, 2, 3 order by 1, 2, 3`),
  }
}

test('counts existing runs in the migration as the triggers count new ones', {
  tags: ['long'],
}, async () => {
  const [before, after] = [await database('0016_run-lists'), await database()]
  await before.run((client) => client.query(addRuns(6, 1, 10)))
  await migrate(before.own)
  await after.run((client) => client.query(addRuns(6, 1, 10)))
  const [records, wanted] = [await before.run(recordsOf), await after.run(recordsOf)]
  expect(records).toEqual(wanted)
  expect(records).toMatchObject(await before.run(countedOf))
  expect(records.months).toMatchObject([
    { month: '2025-12-01', seconds: '18000' },
    { month: '2026-01-01', seconds: '18000' },
  ])
  expect(records.figures).toHaveLength(10)
  expect(records.parameters.slice(-1)).toEqual([{ name: 'train.kind', value: 'k9', number: null }])
})

test('counts changes and deletions, and keeps the usage of deleted runs', async () => {
  const { run } = await database()
  await run(async (client) => {
    await client.query(addRuns(6, 1, 9))
    await client.query(addRuns(7, 1, 3))
    await client.query(`update runs set state = 'stopped', artifact_bytes = 5 where number % 2 = 0`)
    await client.query(
      `update runs set metrics = '{"loss": 1, "accuracy": 0.5, "odd": "x"}' where number = 4`,
    )
    await client.query(`update runs set metrics = '{"\\\\u0000": 1, "\\\\ud800": 2}' where number = 5`)
    await client.query(`update runs set ended_at = '2026-01-01T02:00:00Z' where number = 1`)
    await client.query(`delete from runs where number = 3`)
    const records = await recordsOf(client)
    expect(records).toMatchObject(await countedOf(client))
    expect(records.months).toMatchObject([{ seconds: '21600' }, { seconds: '32400' }])
    expect(records.figures.filter(({ name }) => name === 'loss')).toEqual([{ name: 'loss', value: 1 }])
    await client.query(`delete from workspaces where id = '${ID(1)}'`)
    expect(await recordsOf(client)).toEqual({
      totals: [],
      streams: [],
      solutions: [],
      quarters: [],
      months: [],
      figures: [],
      parameters: [],
    })
    const left = await client.query(`select from run_totals union all select from stream_totals
      union all select from solution_totals union all select from run_quarters`)
    expect(left.rowCount).toBe(0)
  })
})

test('counts concurrent changes in any order without waiting or losing one', async () => {
  const { run } = await database()
  await run((client) => client.query(`${addRuns(6, 1, 20)}; ${addRuns(7, 1, 20)}`))
  const move = (state: string, from: number, to: number) =>
    `update runs set state = '${state}' where number between ${from} and ${to}`
  await run((one) =>
    run((other) =>
      run(async (third) => {
        for (const client of [one, other, third]) {
          await client.query(`set lock_timeout = '1ms'`)
          await client.query('begin')
        }
        await one.query(move('stopped', 1, 5))
        await other.query(move('failed', 6, 10))
        await third.query(`delete from runs where number between 16 and 17`)
        await other.query(move('stopped', 6, 8))
        await one.query(move('failed', 1, 2))
        await other.query('commit')
        await third.query(move('stopped', 18, 20))
        await one.query('rollback')
        await third.query('commit')
      }),
    ),
  )
  await run(async (client) => {
    expect(await recordsOf(client)).toMatchObject(await countedOf(client))
    await client.query(move('succeeded', 1, 20))
    const rows = await client.query('select from run_totals')
    expect([rows.rowCount, (await recordsOf(client)).totals.length]).toEqual([1, 1])
  })
})

/** Returns the totals that are kept beside `run_files`, and the sums of its rows. */
async function filesOf(client: Client) {
  const summed = async (columns: string, from: string) =>
    (
      await client.query(`select workspace_id, account_id, kind, in_trash, ${columns} from ${from}
        group by 1, 2, 3, 4 having sum(bytes) <> 0 order by 1, 2, 3, 4`)
    ).rows
  return {
    kept: await summed(
      'sum(bytes)::text as bytes, trim_scale(sum(byte_seconds))::text as byte_seconds',
      'run_file_totals',
    ),
    counted: await summed(
      'sum(bytes)::text as bytes, trim_scale(sum(bytes * extract(epoch from ended_at)))::text as byte_seconds',
      '(select *, trashed_at is not null as in_trash from run_files) files',
    ),
  }
}

/** Returns the stored bytes of each workspace and account. */
const storedIn = async (client: Client, totals: string) =>
  (
    await client.query(`select workspace_id, account_id, sum(bytes)::text as bytes,
      trim_scale(sum(byte_seconds))::text as byte_seconds from ${totals} group by 1, 2 having sum(bytes) <> 0`)
  ).rows

test('counts the files of existing runs, and every change of them', {
  tags: ['long'],
}, async () => {
  const { own, run } = await database('0036_mail')
  const before = await run(async (client) => {
    await client.query(addRuns(6, 1, 9))
    await client.query('update runs set stored = true where number <= 6')
    await client.query('update runs set artifact_bytes = 0 where number > 6')
    await client.query(`update runs set state = 'running', ended_at = null where number = 9`)
    return storedIn(client, 'run_totals')
  })
  await migrate(own)
  await run(async (client) => {
    const { rows } = await client.query(`select number, kind, bytes::int, r.stream_id = f.stream_id
      and r.workspace_id = f.workspace_id and r.created_by = f.account_id
      and array[f.ended_at, recorded_at, free_since] = array[r.ended_at, r.ended_at, r.ended_at] as as_the_run,
      measured, trashed_at, removed_at from run_files f join runs r on r.id = run_id order by 1, 2`)
    const marks = { as_the_run: true, measured: false, trashed_at: null, removed_at: null }
    const filesOfRun = (number: number) => [
      { number, kind: 'artifacts', bytes: number, ...marks },
      { number, kind: 'logs', bytes: 0, ...marks },
    ]
    expect(rows).toEqual([1, 2, 3, 4, 5, 6].flatMap(filesOfRun))
    expect(before).toMatchObject([{ bytes: '21' }])
    expect(await storedIn(client, 'run_file_totals')).toEqual(before)
    const changes = [
      `update run_files set bytes = bytes + 5, measured = true where kind = 'logs'`,
      `update run_files set trashed_at = now() where bytes > 4`,
      `update run_files set bytes = 0 where kind = 'artifacts' and trashed_at is not null`,
      `update run_files set trashed_at = null`,
      'delete from runs where number = 2',
    ]
    for (const change of changes) {
      await client.query(change)
      const { kept, counted } = await filesOf(client)
      expect(kept, change).toEqual(counted)
    }
    expect((await client.query('select from run_files')).rowCount).toBe(10)
    await client.query(`delete from workspaces where id = '${ID(1)}'`)
    const left = await client.query('select from run_files union all select from run_file_totals')
    expect(left.rowCount).toBe(0)
  })
})

test('takes the usage of existing runs from their last attempt, and never changes it', {
  tags: ['long'],
}, async () => {
  const { own, run } = await database('0037_retention')
  const usage = async (client: Client) =>
    (
      await client.query(`select r.number, u.attempt, extract(epoch from u.ended_at - u.started_at)::int as seconds
        from run_usage u left join runs r on r.id = u.run_id order by 1, 2`)
    ).rows
  const before = await run(async (client) => {
    await client.query(addRuns(6, 1, 3))
    await client.query('update runs set attempt = 3 where number = 2; delete from runs where number = 3')
    return monthsOf(client)
  })
  await migrate(own)
  await run(async (client) => {
    const gone = { number: null, attempt: 1, seconds: 3600 }
    const first = { number: 1, attempt: 1, seconds: 3600 }
    expect(await usage(client)).toEqual([first, { number: 2, attempt: 3, seconds: 3600 }, gone])
    expect(await monthsOf(client)).toEqual(before)
    // a corrected end of the run corrects its row
    await client.query(`update runs set ended_at = '2026-01-01T01:00:00Z' where number = 2`)
    const corrected = { number: 2, attempt: 3, seconds: 5400 }
    expect(await usage(client)).toEqual([first, corrected, gone])
    await client.query(`insert into run_usage (run_id, attempt, workspace_id, account_id, pipeline, instance_type, started_at, ended_at)
      select id, 2, workspace_id, created_by, pipeline, instance_type, '2025-12-31T20:00:00Z', '2025-12-31T21:00:00Z'
      from runs where number = 2`)
    expect(await usage(client)).toEqual([first, { number: 2, attempt: 2, seconds: 3600 }, corrected, gone])
    expect(await monthsOf(client)).toMatchObject([{ seconds: '9000' }, { seconds: '7200' }])
  })
})
