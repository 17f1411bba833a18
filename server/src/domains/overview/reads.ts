import type { Database } from '@podium/database/connect.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { runTotals } from '@podium/database/schema/runs.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { madeBy } from '../accounts/maker.ts'

const NEWEST = 10

/** The counts and newest objects of a workspace; statements are prepared once and kept. */
export function createOverviewReads(database: Database) {
  const workspace = sql.placeholder('workspace')
  const counts = database
    .select({
      solutions: sql<number>`(select count(*) from ${solutions} where workspace_id = ${workspace})`,
      versions: sql<number>`(select count(*) from ${solutionVersions} where workspace_id = ${workspace})`,
      instances: sql<number>`(select count(*) from ${instances} where workspace_id = ${workspace})`,
      streams: sql<number>`(select count(*) from ${streams} where workspace_id = ${workspace})`,
    })
    .from(sql`(select 1) as one`)
    .prepare('overview_counts')
  const runCount = (states: string) =>
    sql<number>`coalesce(sum(${runTotals.runs}) filter (where ${runTotals.state} in (${sql.raw(states)})), 0)::float8`
  const runCounts = database
    .select({
      models: sql<number>`coalesce(sum(${runTotals.models}), 0)::float8`,
      queued: runCount("'queued', 'starting'"),
      running: runCount("'running'"),
      succeeded: runCount("'succeeded'"),
      failed: runCount("'failed'"),
      stopped: runCount("'stopped'"),
    })
    .from(runTotals)
    .where(eq(runTotals.workspace_id, workspace))
    .prepare('overview_runs')
  const recentVersions = database
    .select({
      solution_id: solutionVersions.solution_id,
      solution_name: solutions.name,
      version_num: solutionVersions.version_num,
      created_at: solutionVersions.created_at,
      created_by: madeBy,
    })
    .from(solutionVersions)
    .innerJoin(solutions, eq(solutions.id, solutionVersions.solution_id))
    .leftJoin(accounts, eq(accounts.id, solutionVersions.created_by))
    .where(eq(solutionVersions.workspace_id, workspace))
    .orderBy(desc(solutionVersions.created_at), desc(solutionVersions.id))
    .limit(NEWEST)
    .prepare('overview_versions')

  return {
    async summary(id: string) {
      const values = { workspace: id }
      const [[counted], [ofRuns]] = await Promise.all([counts.execute(values), runCounts.execute(values)])
      if (!counted || !ofRuns) throw new Error('A count of the overview has no row.')
      const { models, ...states } = ofRuns
      return { ...counted, models, runs: states }
    },

    recentVersions: (id: string) => recentVersions.execute({ workspace: id }),
  }
}
