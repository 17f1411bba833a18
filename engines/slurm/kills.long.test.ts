// @module-tag slurm
// @module-tag python
import { beforeAll, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { codeOf, type Random, randomFrom } from '../testing/kill-rounds.ts'
import { type Daemon, openSlurmHome, type SlurmHome, slurmSpec } from '../testing/slurm.ts'
import { type Ended, textOfLog } from '../testing/watching.ts'
import { SlurmUnavailable } from './commands.ts'
import { FORGOTTEN } from './ending.ts'
import type { SlurmEngine } from './slurm-engine.ts'

const RUNS = 10
const PATIENCE_MS = 240_000
const DAEMONS: Daemon[] = ['slurmctld', 'n1', 'n2']
/** Its output twice would show a second start. */
const PROGRAM =
  'echo begins; i=0; while [ $i -lt 3 ]; do i=$((i+1)); sleep 1; done; echo "ends $1"; exit "$1"'

interface Seen {
  ended: Ended | null
  code: string
  log: string
}

/** True if the end of a run with this code is correct, whatever happened to Slurm meanwhile. */
function isTrue({ ended, code, log }: Seen): boolean {
  if (log !== `begins\nends ${code}\n`) return false
  if (ended?.outcome === 'succeeded') return code === '0'
  return ended?.outcome === 'failed' && String(ended.exit_code) === code
}

/**
 * True if a killed controller forgot a job that had begun, which its node then ended, and the run says so. The shell
 * may report that its child was killed, and the supervisor may end before it has recorded the program's end.
 */
function isForgotten({ ended, log }: Seen): boolean {
  return (
    ended?.outcome === 'lost' &&
    ended.started_at !== null &&
    ended.reason === FORGOTTEN &&
    /^begins\n(Killed\n|ends \d+\n)?$/.test(log)
  )
}

let home: SlurmHome
beforeAll(async () => {
  home = await openSlurmHome()
  return () => home.close()
}, PATIENCE_MS)

const ROUNDS = Array.from({ length: 14 }, (_, index) => ({
  round: index + 1,
  controller: index % 2 === 0 ? ('restarted' as const) : ('killed' as const),
}))

test.each(ROUNDS)(
  'starts none of ten runs twice, which end as intended or are forgotten (round $round, controller $controller)',
  async ({ round, controller }) => {
    const random = randomFrom(round)
    const specs = Array.from({ length: RUNS }, (_, index) =>
      slurmSpec({ command: ['sh', '-c', PROGRAM, 'run', codeOf(index)] }),
    )
    const servers = [await openServer(), await openServer()]
    let isOver = false
    const killing = Promise.all([
      endDaemons(random, controller),
      restartServers(servers, random),
      letNodesIn(() => isOver),
    ])
    await Promise.all(specs.map((spec) => servers[random(2)]?.submit(spec)))
    const ends = await Promise.all(specs.map((spec) => endAnywhere(spec, servers, random)))
    isOver = true
    await killing
    const logs = await Promise.all(specs.map((spec) => textOfLog(home.engine, spec, 'process')))
    const seen = ends.map((ended, index) => ({ ended, code: codeOf(index), log: logs[index] ?? '' }))
    const others = seen.filter((run) => !isTrue(run))
    console.log(`round ${round}, the controller ${controller}: ${others.length} of ${RUNS} not as meant`)
    expect(controller === 'killed' ? others.filter((run) => !isForgotten(run)) : others).toEqual([])
    for (const spec of specs) await home.engine.forget(spec)
    for (const server of servers) await server.close()
  },
  2 * PATIENCE_MS,
)

/** Ends two of three daemons, one after the other; each is back before the next ends. */
async function endDaemons(random: Random, controller: 'restarted' | 'killed'): Promise<void> {
  for (let kills = 0; kills < 2; kills += 1) {
    await pause(random(2500))
    const daemon = DAEMONS[random(DAEMONS.length)] ?? 'slurmctld'
    if (daemon === 'slurmctld' && controller === 'restarted') await home.cluster.stopController()
    else await home.cluster.kill(daemon)
    await pause(random(1500))
    await home.cluster.start(daemon)
  }
}

/** Replaces one of the servers by another, four times. */
async function restartServers(servers: SlurmEngine[], random: Random): Promise<void> {
  for (let restarts = 0; restarts < 4; restarts += 1) {
    await pause(random(2500))
    const next = await openServer()
    const at = random(servers.length)
    await servers[at]?.close()
    servers[at] = next
  }
}

/** Opens a server, again if it does not find Slurm. */
async function openServer(): Promise<SlurmEngine> {
  for (;;) {
    const server = home.another()
    try {
      await server.capabilities()
      return server
    } catch (error) {
      if (!(error instanceof SlurmUnavailable)) throw error
      await pause(200)
    }
  }
}

/** Resumes nodes that a killed controller drained because it reused numbers of jobs that they still have. */
async function letNodesIn(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const node of ['n1', 'n2'])
      await home.cluster
        .ask('scontrol', ['update', `NodeName=${node}`, 'State=RESUME'])
        .catch(() => undefined)
    await pause(1000)
  }
}

/** Waits for the end. Each look may be by another server than the last. */
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
