import { Readable } from 'node:stream'
import { exportSeries, type Gap, listSeries, type Series } from '@podium/contract/calls/run-series.ts'
import { csvHead, csvLine } from '@podium/contract/wire/csv.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { readHeads, readPoints, readWarnings, type SeriesWithPoints } from './reads.ts'
import { fewer, pointsIn, pointsOf } from './reduced.ts'

export function seriesRoutes(app: FastifyInstance, { database }: Deps): void {
  bind(app, listSeries, async ({ object, query }) => {
    const warnings = await readWarnings(database, object.id)
    if (query.names === undefined) return { series: await readHeads(database, object.id), warnings }
    const series: Series[] = []
    for await (const some of readPoints(database, object.id, query.names))
      series.push(
        ...some.map(({ points, ...head }) => ({
          ...head,
          points: pointsOf(fewer(pointsIn(points), query.points)),
        })),
      )
    return { series, warnings }
  })

  bind(app, exportSeries, async ({ object, query, reply }) => {
    const lines = Readable.from(csvOf(readPoints(database, object.id, query.names)))
    return reply.headers(attachmentHeaders('series.csv', exportSeries.media)).send(lines)
  })
}

async function* csvOf(series: AsyncIterable<SeriesWithPoints[]>): AsyncGenerator<string> {
  yield csvHead(['name', 'step', 'time', 'value'])
  for await (const some of series) for (const one of some) yield linesOf(one)
}

/** Only a text can be a formula, so negative numbers are written unchanged. */
function linesOf({ name, points, gaps }: SeriesWithPoints): string {
  const cell = csvLine([name]).slice(0, -2)
  const numbers: Written[] = pointsOf(pointsIn(points))
  const written = gaps.length === 0 ? numbers : [...numbers, ...gaps.flatMap(endsOf)].sort(byTime)
  return written
    .map(([step, time, value]) => `${cell},${step},${new Date(time).toISOString()},${value}\r\n`)
    .join('')
}

type Written = [step: number, time: number, value: number | Gap['kind']]

const byTime = (one: Written, other: Written) => one[1] - other[1]

/** The first value of a gap, and the last one if there are several. */
function endsOf({ kind, count, from, to, from_time, to_time }: Gap): Written[] {
  const first: Written = [from, from_time, kind]
  return count === 1 ? [first] : [first, [to, to_time, kind]]
}
