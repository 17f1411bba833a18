import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPodium } from '../podium-server.ts'
import { residentOf, watchResident } from '../process-tree.ts'
import { interleave, medianRatio, printFigures } from '../rounds.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atLeast, atMost, type Verdict } from '../verdict.ts'
import { hostHeaders, makeWorkspace } from '../workspace.ts'
import { send } from './send.ts'

const GIB = 1024 ** 3
const LARGE = 2 * GIB
const WARM_UP = GIB / 4
const ROUNDS = 3
const SETTLE_MS = 2000
const MAX_GROWTH_MIB = 32
const LEAST_RATIO = 0.6

/** Sends 2 GiB to the built server over a socket. Measures memory, and speed beside a route that writes a file. */
export async function measureUpload(): Promise<Verdict[]> {
  if (process.platform !== 'linux') {
    console.log('The memory of another process is known on Linux only: not measured here.')
    return []
  }
  return inTemporaryHome(async (home) => {
    const podium = await startPodium(join(home, 'podium'))
    const bare = await startBare(join(home, 'bare.bin'))
    try {
      const headers = await hostHeaders(join(home, 'podium'))
      const objects = await makeWorkspace(podium.address, headers)
      const upload = (bytes: number) => send(`${objects}/uploads/large.bin?replace=1`, bytes, headers)
      await upload(WARM_UP)
      await send(bare.address, WARM_UP)
      await pause(SETTLE_MS)
      const idle = residentOf(podium.pid)
      const memory = watchResident(podium.pid)
      const figures = await interleave(ROUNDS, {
        'Podium: session, rights, limits, place, record': () => upload(LARGE),
        'a bare Fastify route that writes a file': () => send(bare.address, LARGE),
      })
      const peak = memory.stop()
      printFigures('seconds for 2 GiB', figures)
      console.log(
        `resident memory of the server: ${idle.toFixed(1)} MiB idle, ${peak.toFixed(1)} MiB at most`,
      )
      const [ours, theirs] = Object.values(figures)
      return [
        atMost('growth of the server while it takes 2 GiB', peak - idle, MAX_GROWTH_MIB, 'MiB'),
        atLeast(
          'uploads, of the speed of a bare route',
          medianRatio(theirs ?? [], ours ?? []),
          LEAST_RATIO,
          '×',
        ),
      ]
    } finally {
      await bare.stop()
      await podium.stop()
    }
  })
}

async function startBare(file: string) {
  const child = fork(new URL('./serve-bare.ts', import.meta.url).pathname, [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  child.send(file)
  const [port] = await once(child, 'message')
  return {
    address: `http://127.0.0.1:${port}/`,
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
