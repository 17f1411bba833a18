import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createPeople } from '@podium/server/testing/test-people.ts'
import { sql } from 'drizzle-orm'
import type { Verdict } from '../verdict.ts'
import { measureLists, type Seed } from './lists.ts'

/** Measures the catalogue of a workspace with 10,000 solutions of three versions and runs, beside one with 100. */
export function measureSolutions(): Promise<Verdict[]> {
  return measureLists({
    what: 'solutions',
    few: 100,
    many: 10_000,
    seed: seedSolutions,
    calls: ({ workspace_id }) => {
      const path = `/api/v1/solutions/workspace?workspace_id=${workspace_id}`
      return {
        list: path,
        'search a name': `${path}&q=pump-42`,
        'search a word of every overview': `${path}&q=PRESSURE`,
        'sort by name': `${path}&sort=name`,
        'sort by rating': `${path}&sort=-rating`,
        'sort by creation': `${path}&sort=created_at&page=3`,
        'filter by pipeline': `${path}&pipeline=inference`,
        'filter by maker': `${path}&mine=1`,
        'filter by newest run': `${path}&state=failed`,
        'all filters, sorted': `${path}&pipeline=train&mine=1&state=succeeded&sort=name`,
      }
    },
  })
}

const OVERVIEW = `Finds the pumps that are going to fail, days before they do, from what their sensors say: pressure,
  vibration and temperature, once a second. It trains on a season of one plant and needs no labels; if you have some, it
  evaluates itself with them. See the note for the limits.`

export const seedSolutions: Seed = async (connection, size) => {
  const { database, close } = connectDatabase({ connection, log: quietLog })
  try {
    const { first, ids, tokens } = await createPeople(database)
    const metadata = sql`json_build_object('name', 'pump-' || n, 'metadata_version', 1.2,
      'description', json_build_object('title', 'Pump ' || n, 'overview', ${OVERVIEW}::text),
      'pipeline', json_build_array(json_build_object('type', 'train'), json_build_object('type', 'inference')))`
    await database.execute(sql`
      insert into solutions (workspace_id, seq, name, last_version, created_by, created_at, updated_at, rating_mean,
        rating_count, pipelines, search_text)
      select ${first.id}, n, 'pump-' || n, 3, case when n % 3 = 0 then ${ids.manager}::uuid else ${ids.member}::uuid end,
        now() - n * interval '2 hours', now() - (n * 7919 % 10007) * interval '1 hour', n % 5 + 0.5, 2,
        case when n % 4 = 0 then array['train'] else array['train', 'inference'] end,
        lower('pump-' || n || E'\\nPump ' || n || E'\\n' || ${OVERVIEW})
      from generate_series(1, ${size}::int) as n`)
    await database.execute(sql`
      insert into solution_versions (workspace_id, solution_id, version_num, metadata_json, pipelines, created_by)
      select workspace_id, id, version, ${metadata}, pipelines, created_by
      from (select *, seq as n from solutions) solution, generate_series(1, 3) as version`)
    await database.execute(sql`
      insert into instances (workspace_id, solution_id, solution_version_id, name, created_by)
      select version.workspace_id, solution_id, version.id, solution.name || '-v3', version.created_by
      from solution_versions version join solutions solution on solution.id = solution_id where version_num = 3`)
    await database.execute(sql`
      insert into streams (workspace_id, instance_id, name, run_count, created_by)
      select workspace_id, id, name, 2, created_by from instances`)
    await database.execute(sql`
      insert into runs (workspace_id, solution_id, solution_version_id, instance_id, stream_id, number, name, pipeline,
        state, tier_asked, asked_cpu, asked_memory_mib, parameters, dataset_uri, metadata_json, created_by, created_at,
        ended_at)
      select stream.workspace_id, solution_id, solution_version_id, instance.id, stream.id, number,
        stream.name || '-' || number, 'train',
        case when (row_number() over ()) % 5 = 0 then 'failed' else 'succeeded' end, 'standard', 1, 1024, '{}', '[]',
        '{}', stream.created_by, now() - number * interval '1 minute', now()
      from streams stream join instances instance on instance.id = stream.instance_id, generate_series(1, 2) as number`)
    if (!tokens.member) throw new Error('no one is signed in')
    return { token: tokens.member, workspace_id: first.id }
  } finally {
    await close()
  }
}
