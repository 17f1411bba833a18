import { createMask } from '@podium/engines/masking/mask.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { eventOf, scalarValue, versionEvent } from '../../../event-files/testing/event-bytes.ts'
import { pointsOf } from '../reduced.ts'
import { createRunFigures } from '../run-figures.ts'

/** A run whose files a test writes; `read` returns its curves as steps and values, by source and name. */
export async function runOf(secret?: string) {
  let now = 0
  const engine = createMemoryEngine({ clock: () => new Date(now++) })
  const spec = plainSpec()
  await engine.submit(spec)
  const mask = secret === undefined ? null : await createMask([secret])
  const run = createRunFigures(engine, spec, new Map(), async () => mask)
  const curves = () =>
    Object.fromEntries(
      [...run.series].map(([name, { points, source }]) => [
        `${source}: ${name}`,
        pointsOf(points.points()).map(([step, , value]) => [step, value]),
      ]),
    )
  return {
    engine,
    spec,
    run,
    write: (path: string, bytes: Buffer | string) => engine.output(spec, path, bytes),
    async read(atEnd = false) {
      await run.read(atEnd)
      return curves()
    },
  }
}

export const EVENTS = 'work/runs/a/events.out.tfevents.1700000000.host'
const losses = (values: readonly number[], from = 0) =>
  values.map((value, at) => eventOf(from + at, [scalarValue('loss', value)], 1_700_000_000 + from + at))
/** An event file with these values of one figure from a step on. */
export const eventFile = (values: readonly number[], from = 0) =>
  Buffer.concat([versionEvent(), ...losses(values, from)])
