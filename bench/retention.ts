import type { RetentionRules } from '@podium/contract/calls/retention.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { withConnection } from '@podium/database/one-connection.ts'
import { interleave, median, medianRatio, printFigures } from './rounds.ts'
import { withDatabase } from './run-list/database.ts'
import { serveInProcess } from './run-list/server-process.ts'
import { type Million, seedMillion } from './runs-million/seed.ts'
import { inTemporaryHome } from './temporary-home.ts'
import { atMost, type Verdict } from './verdict.ts'

const LARGE = Number(process.env.PODIUM_BENCH_RUNS ?? 100_000)
const SMALL = 1_000
const ROUNDS = 9

/** Rules with every kind of condition. */
const RULES: RetentionRules = {
  logs: { last: 5, best: null, aliased: true, days: 30 },
  artifacts: {
    last: 3,
    best: { figure: 'accuracy', direction: 'highest', count: 2 },
    aliased: true,
    days: null,
  },
}

interface Asked {
  path: string
  body?: object
  most_ms: number
  most_ratio: number
}

/**
 * A preview ranks all runs of the workspace, and a page of the trash sorts all of it. Both may grow with the
 * number of runs, within a time that a person waits. The Storage tab reads totals that are already counted.
 */
const GROWTH = LARGE / SMALL
const CALLED: Record<string, Asked> = {
  preview: { path: '/retention/preview', body: RULES, most_ms: 2_000, most_ratio: GROWTH },
  trash: { path: '/trash', most_ms: 500, most_ratio: GROWTH },
  'trash: search': { path: '/trash?q=line-7-77', most_ms: 500, most_ratio: GROWTH },
  storage: { path: '/storage?days=90', most_ms: 100, most_ratio: 1.5 },
}
/** The limit per run, so that the hourly application of all rules ends long before the next. */
const MAX_MS_OF_MOVE = 2

/** Measures a workspace with 100,000 runs and their files beside one with 1,000 on the same server, in turn. */
export function measureRetention(): Promise<Verdict[]> {
  return inTemporaryHome((home) => withDatabase(home, measureOn))
}

async function measureOn(
  connection: ConnectionSettings,
  analyze: () => Promise<void>,
  owner: ConnectionSettings,
): Promise<Verdict[]> {
  const seeded = await seedMillion(connection, owner, { large: LARGE, small: SMALL })
  await withConnection(owner, 'podium bench', async (client) => {
    for (const statement of [FILES, ALIASES, SCHEDULES]) await client.query(statement)
    const { logs, artifacts } = RULES
    // As if applied just now, so that the starting server leaves them to the measured call.
    await client.query(
      'insert into retention (workspace_id, logs, artifacts, applied_at) select id, $1, $2, now() from workspaces',
      [JSON.stringify(logs), JSON.stringify(artifacts)],
    )
  })
  await analyze()
  const server = await serveInProcess('podium', connection, seeded.large)
  try {
    return [...(await measureCalls(server.address, seeded)), ...(await measureMove(server.address, seeded))]
  } finally {
    await server.stop()
  }
}

async function measureCalls(address: string, { token, large, small }: Million): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const [name, asked] of Object.entries(CALLED)) {
    const { path, body, most_ms, most_ratio } = asked
    const timeIn = async (workspace: string) =>
      (await ask(`${address}/api/v1/workspaces/${workspace}${path}`, token, body)).took_ms
    await timeIn(small)
    await timeIn(large)
    const figures = await interleave(ROUNDS, { few: () => timeIn(small), many: () => timeIn(large) })
    printFigures('ms', { [`${name}, ${SMALL} runs`]: figures.few, [`${name}, ${LARGE} runs`]: figures.many })
    verdicts.push(
      atMost(`${name}, of that of ${SMALL} runs`, medianRatio(figures.many, figures.few), most_ratio, '×'),
      atMost(name, median(figures.many), most_ms, 'ms'),
    )
  }
  return verdicts
}

/** Applies the rules to everything that they do not keep. */
async function measureMove(address: string, { token, large }: Million): Promise<Verdict[]> {
  const { took_ms, reply } = await ask(`${address}/api/v1/workspaces/${large}/retention/apply`, token, {})
  const { runs } = reply as { runs: number }
  console.log(`The files of ${runs} runs went to the trash in ${Math.round(took_ms)} ms.`)
  return [atMost('to move the files of a run to the trash', took_ms / runs, MAX_MS_OF_MOVE, 'ms')]
}

async function ask(url: string, token: string, body?: object): Promise<{ took_ms: number; reply: unknown }> {
  const began = performance.now()
  const headers = { cookie: `access-token=${token}`, 'content-type': 'application/json' }
  const response = await fetch(
    url,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  )
  const reply = await response.json()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(reply)}`)
  return { took_ms: performance.now() - began, reply }
}

/** Files of every ended run, one in ten of them in the trash. */
const FILES = `
  insert into run_files (run_id, kind, workspace_id, stream_id, account_id, ended_at, bytes, measured, recorded_at, free_since,
    trashed_at)
  select id, kind, workspace_id, stream_id, created_by, ended_at, 1000 + number % 5000, true, ended_at, ended_at,
    case when number % 10 = 0 then now() - interval '1 day' end
  from runs cross join (values ('logs'), ('artifacts')) as kinds (kind) where ended_at is not null`

/** Aliases of each solution, as many as people would use. */
const ALIASES = `
  insert into model_aliases (solution_id, name, run_id)
  select solution_id, 'alias-' || place, id from (
    select solution_id, id, row_number() over (partition by solution_id order by number) as place
    from runs where model_number is not null) models where place <= 5`

const SCHEDULES = `
  insert into schedules (workspace_id, stream_id, pipeline, model_from, cron, time_zone, when_missed, when_running, active, run_as, created_by)
  select s.workspace_id, s.id, 'inference', 'alias-1', '0 6 * * *', 'UTC', 'skip', 'skip', false, person.id, person.id
  from streams s cross join (select id from accounts order by username limit 1) person`
