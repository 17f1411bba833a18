import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import {
  type Daemon,
  openSlurmRoot,
  type SlurmCluster,
  type SlurmRoot,
  startSlurm,
} from '../testing/slurm.ts'
import { type Ended, textOfLog } from '../testing/watching.ts'
import { SlurmAway } from './commands.ts'
import type { SlurmEngine } from './slurm-engine.ts'

const ROUNDS = 20
const RUNS = 10
const PATIENCE_MS = 240_000
const DAEMONS: Daemon[] = ['slurmctld', 'n1', 'n2']
/** Its words twice would show a second start. */
const PROGRAM =
  'echo begins; i=0; while [ $i -lt 3 ]; do i=$((i+1)); sleep 1; done; echo "ends $1"; exit "$1"'

type Random = (below: number) => number

/** The same numbers again for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed * 7919
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/** Every other run ends well. */
const codeOf = (index: number) => String(index % 2 === 0 ? 0 : index)

/** What may be said of a run that was to end with the code, whatever was killed meanwhile. */
function isTrue({ ended, code, log }: { ended: Ended | null; code: string; log: string }): boolean {
  const isWhole = log === `begins\nends ${code}\n`
  if (ended?.outcome === 'succeeded') return code === '0' && isWhole
  if (ended?.outcome === 'failed') return String(ended.exit_code) === code && isWhole
  // A node that Slurm gave up, or a job that it forgot and ended.
  return ended?.outcome === 'lost' && log === 'begins\n'
}

let cluster: SlurmCluster
let home: SlurmRoot
beforeAll(async () => {
  cluster = await startSlurm()
  home = await openSlurmRoot(cluster)
}, PATIENCE_MS)
afterAll(async () => {
  await home.close()
  await cluster.stop()
}, PATIENCE_MS)

test.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
  'round %i: of ten runs none is lost and none ends with a wrong word, whatever is killed',
  async (round) => {
    const random = randomFrom(round)
    const specs = Array.from({ length: RUNS }, (_, index) =>
      plainSpec({ command: ['sh', '-c', PROGRAM, 'run', codeOf(index)] }),
    )
    const servers = [await openServer(), await openServer()]
    let isOver = false
    const killing = Promise.all([
      killDaemons(random),
      restartServers(servers, random),
      letNodesIn(() => isOver),
    ])
    await Promise.all(specs.map((spec) => servers[random(2)]?.submit(spec)))
    const ends = await Promise.all(specs.map((spec) => endAnywhere(spec, servers, random)))
    isOver = true
    await killing
    const logs = await Promise.all(specs.map((spec) => textOfLog(home.engine, spec, 'process')))
    const seen = ends.map((ended, index) => ({ ended, code: codeOf(index), log: logs[index] ?? '' }))
    console.log(`round ${round}:`, ends.map((ended) => ended?.outcome ?? 'going on').join(' '))
    expect(seen.filter((run) => !isTrue(run))).toEqual([])
    for (const spec of specs) await home.engine.forget(spec)
    for (const server of servers) await server.close()
  },
  2 * PATIENCE_MS,
)

/** Two daemons of three, one after the other, each back before the next goes. */
async function killDaemons(random: Random): Promise<void> {
  for (let kills = 0; kills < 2; kills += 1) {
    await pause(random(2500))
    const daemon = DAEMONS[random(DAEMONS.length)] ?? 'slurmctld'
    await cluster.kill(daemon)
    await pause(random(1500))
    await cluster.start(daemon)
  }
}

/** Four times another server in the place of one of them. */
async function restartServers(servers: SlurmEngine[], random: Random): Promise<void> {
  for (let restarts = 0; restarts < 4; restarts += 1) {
    await pause(random(2500))
    const next = await openServer()
    const at = random(servers.length)
    await servers[at]?.close()
    servers[at] = next
  }
}

/** A server that does not find Slurm ends, and is started again. */
async function openServer(): Promise<SlurmEngine> {
  for (;;) {
    const server = home.another()
    try {
      await server.capabilities()
      return server
    } catch (error) {
      if (!(error instanceof SlurmAway)) throw error
      await pause(200)
    }
  }
}

/** A controller that was killed gives numbers again that a node has jobs of, and keeps that node out until it is told. */
async function letNodesIn(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const node of ['n1', 'n2'])
      await cluster.ask('scontrol', ['update', `NodeName=${node}`, 'State=RESUME']).catch(() => undefined)
    await pause(1000)
  }
}

/** Each look by a server that may be another one than the last. */
async function endAnywhere(spec: RunSpec, servers: SlurmEngine[], random: Random): Promise<Ended | null> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const [seen] = (await servers[random(servers.length)]?.inspect([spec])) ?? []
    if (seen?.phase === 'ended') return seen
    await pause(200)
  }
  return null
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
