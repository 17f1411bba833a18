import { Readable } from 'node:stream'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { eventOf, imageValue, recordOf, scalarValue } from '../../../event-files/testing/event-bytes.ts'
import { createRunFigures } from '../run-figures.ts'

/** The size of the chunks of a file's stream. */
const CHUNK = 64 * 1024
const PATH = 'work/runs/events.out.tfevents.1700000000.host'

/**
 * Reads an event file of about so many bytes, with scalars, and images that are small, large, and larger than a record
 * may be. Prints how many MiB more this process used meanwhile than after a small file, and the points that it found.
 */
async function readLargeFile(bytes: number): Promise<void> {
  const block = Buffer.concat([
    ...Array.from({ length: 1000 }, (_, at) => eventOf(at, [scalarValue('loss', at)])),
    eventOf(1, [imageValue('small', Buffer.alloc(10_000))]),
    eventOf(1, [imageValue('large', Buffer.alloc(900_000))]),
    recordOf(Buffer.alloc(3 * 2 ** 20)),
  ])
  function* chunks(blocks: number) {
    for (let count = 0; count < blocks; count += 1)
      for (let at = 0; at < block.length; at += CHUNK) yield Buffer.from(block.subarray(at, at + CHUNK))
  }

  async function pointsOf(blocks: number): Promise<number> {
    const engine = createMemoryEngine()
    const spec = plainSpec()
    await engine.submit(spec)
    engine.output(spec, PATH, '')
    engine.openOutput = async (_, path) => Readable.from(path === PATH ? chunks(blocks) : [])
    const run = createRunFigures(engine, spec, new Map(), async () => null)
    await run.read(false)
    return run.series.get('loss')?.points.count ?? 0
  }

  await pointsOf(20)
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const blocks = Math.ceil(bytes / block.length)
  const points = await pointsOf(blocks)
  clearInterval(timer)
  console.log(JSON.stringify({ mebibytes: (most - before) / 2 ** 20, points, blocks }))
}

await readLargeFile(Number(process.argv[2]))
