import { connectDatabase } from '@podium/database/connect.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { runSeries, runs } from '@podium/database/schema/runs.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { seedRuns } from '../run-list/seed.ts'

const SERIES = 200
const WRITTEN = 100_000
const STORED = 2_000

/** A run with 200 series of 100,000 points, kept as the server keeps them, and a signed-in member who may read it. */
export async function seedSeries(
  connection: ConnectionSettings,
): Promise<{ run: string; workspace_id: string; token: string }> {
  const seeded = await seedRuns(connection, 10)
  const { database, close } = connectDatabase({ connection, log: quietLog })
  try {
    const [run] = await database.select({ id: runs.id }).from(runs).limit(1)
    if (!run) throw new Error('no run was made')
    const rows = Array.from({ length: SERIES }, (_, at) => {
      const points = pointsOf(at)
      return {
        run_id: run.id,
        // Half of them are of one kind, and fill five charts with all the lines that a chart has.
        name: at < SERIES / 2 ? `layer${at}/grad_norm` : `metric_${at}`,
        kind: 'figure' as const,
        count: WRITTEN,
        last: points.at(-1) ?? 0,
        points: Buffer.from(points.buffer),
      }
    })
    for (const row of rows) await database.insert(runSeries).values(row)
    return { ...seeded, run: run.id }
  } finally {
    await close()
  }
}

function pointsOf(series: number): Float64Array {
  const points = new Float64Array(STORED * 3)
  const began = Date.now() - STORED * 2500
  for (let at = 0; at < STORED; at += 1) {
    const step = at * (WRITTEN / STORED)
    const value = Math.exp(-step / 30_000) + Math.abs(Math.sin(step * (series + 1))) * 0.1
    points.set([step, began + at * 2500, value], at * 3)
  }
  return points
}
