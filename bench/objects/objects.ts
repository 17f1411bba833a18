import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { startSwift } from '@podium/storage/testing/swift.ts'
import { startPodium } from '../podium-server.ts'
import { residentOf, watchResident } from '../process-tree.ts'
import { interleave, medianRatio, printFigures } from '../rounds.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { send } from '../upload/send.ts'
import { atLeast, atMost, type Verdict } from '../verdict.ts'
import { hostHeaders, makeWorkspace } from '../workspace.ts'
import { createBareClient } from './bare-client.ts'
import { createDirectClient } from './direct-client.ts'

const GIB = 1024 ** 3
const LARGE = 2 * GIB
const WARM_UP = GIB / 4
const ROUNDS = 2
/** The page that uses the store's addresses; here it is only named. */
const PAGE = 'http://127.0.0.1:8080'
const SETTLE_MS = 2000
const UNDER_WAY_MS = 300
const MAX_GROWTH_MIB = 64
const LEAST_RATIO = 0.8
const LONGEST_ANSWER_MS = 5000

/** Sends 2 GiB through the built server to a real Swift and back, beside the SDK; then measures a hanging Swift. */
export async function measureObjects(): Promise<Verdict[]> {
  if (process.platform !== 'linux') {
    console.log('The memory of another process is known on Linux only: not measured here.')
    return []
  }
  const swift = await startSwift(PAGE)
  Object.assign(process.env, swift.keys, { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' })
  try {
    return await inTemporaryHome(async (folder) => {
      const home = join(folder, 'podium')
      const podium = await startPodium(home, {
        PODIUM_OBJECTS_URL: `${swift.url}&direct=${swift.settings.endpoint}`,
        PODIUM_PUBLIC_URL: PAGE,
      })
      try {
        const headers = await hostHeaders(home)
        const objects = await makeWorkspace(podium.address, headers)
        const bare = createBareClient(swift.settings, 'uploads')
        const direct = createDirectClient(objects, headers, (address, bytes) => receive(address, bytes, {}))
        const file = `${objects}/uploads/large.bin?replace=1`
        return [
          ...(await measureTransfers(podium.pid, {
            up: (bytes) => send(file, bytes, headers),
            down: (bytes) => receive(file, bytes, headers),
            bareUp: bare.up,
            bareDown: bare.down,
            directUp: direct.up,
            directDown: direct.down,
          })),
          await measureAway(swift, objects, headers),
        ]
      } finally {
        await podium.stop()
      }
    })
  } finally {
    await swift.stop()
  }
}

type Way = 'up' | 'down' | 'bareUp' | 'bareDown' | 'directUp' | 'directDown'
type Transfer = (bytes: number) => Promise<number>

async function measureTransfers(
  server: number,
  { up, down, bareUp, bareDown, directUp, directDown }: Record<Way, Transfer>,
): Promise<Verdict[]> {
  for (const transfer of [up, down, bareUp, bareDown, directUp, directDown]) await transfer(WARM_UP)
  await pause(SETTLE_MS)
  const idle = residentOf(server)
  const memory = watchResident(server)
  const figures = await interleave(ROUNDS, {
    'Podium, up': () => up(LARGE),
    'the SDK alone, up': () => bareUp(LARGE),
    'direct, up': () => directUp(LARGE),
    'Podium, down': () => down(LARGE),
    'the SDK alone, down': () => bareDown(LARGE),
    'direct, down': () => directDown(LARGE),
  })
  const peak = memory.stop()
  printFigures('seconds for 2 GiB', figures)
  console.log(`resident memory of the server: ${idle.toFixed(1)} MiB idle, ${peak.toFixed(1)} MiB at most`)
  const speed = (ours: number[], alone: number[]) => medianRatio(alone, ours)
  return [
    atMost('growth of the server while 2 GiB go up and down', peak - idle, MAX_GROWTH_MIB, 'MiB'),
    ...(['up', 'down'] as const).flatMap((way) => {
      const alone = figures[`the SDK alone, ${way}`]
      return [
        atLeast(
          `${way}, of the speed of the SDK alone`,
          speed(figures[`Podium, ${way}`], alone),
          LEAST_RATIO,
          '×',
        ),
        atLeast(`direct, ${way}, of that speed`, speed(figures[`direct, ${way}`], alone), LEAST_RATIO, '×'),
      ]
    }),
  ]
}

async function receive(address: string, bytes: number, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  const [response] = await once(request(address, { headers }).end(), 'response')
  let come = 0
  for await (const chunk of response as AsyncIterable<Buffer>) come += chunk.length
  if (come !== bytes) throw new Error(`${come} of ${bytes} bytes came.`)
  return (performance.now() - began) / 1000
}

/** Measures calls that need the store, begun while it hangs, and a large upload in progress when it begins to hang. */
async function measureAway(
  swift: { pause(): void; resume(): void },
  objects: string,
  headers: Record<string, string>,
): Promise<Verdict> {
  const ask = (method: string, path: string, body?: Readable) =>
    answerTo(`${objects}${path}`, { method, headers }, body)
  await ask('PUT', '/uploads/small.bin', Readable.from([Buffer.from('podium')]))
  const underWay = ask('PUT', '/uploads/cut.bin', Readable.from(endless()))
  await pause(UNDER_WAY_MS)
  swift.pause()
  const pausedAt = performance.now()
  const answers = await Promise.all([
    underWay,
    ask('GET', '/uploads/small.bin'),
    ask('GET', '?prefix=uploads/'),
    ask('DELETE', '/uploads/small.bin'),
    ask('PUT', '/uploads/other.bin', Readable.from([Buffer.from('podium')])),
  ])
  swift.resume()
  console.log(`answers while the store hangs: ${answers.map(({ status }) => status).join(', ')}`)
  if (answers.some(({ status }) => status !== 503)) throw new Error('A call was not refused with 503.')
  const slowest = Math.max(...answers.map(({ at }) => at - pausedAt))
  return atMost('slowest answer while the store hangs', slowest, LONGEST_ANSWER_MS, 'ms')
}

async function answerTo(
  address: string,
  options: { method: string; headers: Record<string, string> },
  body?: Readable,
) {
  const type = body && { 'content-type': 'application/octet-stream' }
  const asking = request(address, { ...options, headers: { ...options.headers, ...type } })
  asking.on('error', () => {})
  if (body) body.pipe(asking)
  else asking.end()
  const [{ statusCode: status }] = await once(asking, 'response')
  const at = performance.now()
  asking.destroy()
  body?.destroy()
  return { status, at }
}

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(1024 ** 2, 'podium')
}
