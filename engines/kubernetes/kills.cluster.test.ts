import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { codeOf, type Random, randomFrom } from '../testing/kill-rounds.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { type Ended, textOfLog } from '../testing/watching.ts'
import type { KubernetesEngine } from './kubernetes-engine.ts'
import { LABELS, workspaceName } from './names.ts'
import { type Pod, pathOf } from './resources.ts'
import { openRealCluster, type RealCluster } from './testing/real-cluster.ts'

/** Control program of a test cluster: accepts `kill NAME`, `start NAME`, and `sh COMMAND` on its node. */
const CONTROL = process.env.PODIUM_TEST_CLUSTER_CONTROL
const ROUNDS = process.env.PODIUM_LONG === '1' ? 20 : 2
const RUNS = 10
const KILLS = 3
const PATIENCE_MS = 240_000
const WORKSPACE = 'kills'
const DAEMONS = ['kubelet', 'apiserver', 'kcm']
const SMALL = { cpu: 0.1, memory_mib: 64, gpu: 0 }
/** Its output twice would show a second start. */
const PROGRAM =
  'echo begins; i=0; while [ $i -lt 4 ]; do i=$((i+1)); sleep 1; echo "line $i"; done; echo "ends $1"; exit "$1"'
const WORDS = 'begins\nline 1\nline 2\nline 3\nline 4\n'

/** True if the end of a run with this code is correct, whatever was killed meanwhile. */
function isTrue({ ended, code, log }: { ended: Ended | null; code: string; log: string }): boolean {
  if (log !== `${WORDS}ends ${code}\n` || String(ended?.exit_code) !== code) return false
  return ended?.outcome === (code === '0' ? 'succeeded' : 'failed')
}

let here: RealCluster
beforeAll(async () => {
  if (CONTROL) here = await openRealCluster()
}, PATIENCE_MS)
afterAll(() => here?.close(), PATIENCE_MS)

test.skipIf(!CONTROL).each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
  'round %i: of ten runs none is lost and none ends with a wrong word, whatever is killed',
  async (round) => {
    const random = randomFrom(round)
    const specs = Array.from({ length: RUNS }, (_, index) => specOf(codeOf(index)))
    const servers = [await here.another(), await here.another()]
    for (const server of servers) await server.prepare({ id: WORKSPACE, number: 7, name: 'kills' })
    const killed = killSome(random)
    await Promise.all(specs.map((spec) => submitAnywhere(spec, servers, random)))
    const ends = await Promise.all(specs.map((spec) => endAnywhere(spec, servers, random)))
    const logs = await Promise.all(specs.map((spec) => textOfLog(here.engine, spec, 'process')))
    const seen = ends.map((ended, index) => ({ ended, code: codeOf(index), log: logs[index] ?? '' }))
    console.log(
      `round ${round}, killed ${(await killed).join(', ')}:`,
      ...ends.map((ended) => ended?.outcome),
    )
    expect(seen.filter((run) => !isTrue(run))).toEqual([])
    for (const spec of specs) await here.engine.forget(spec)
    for (const server of servers) await server.close()
  },
  2 * PATIENCE_MS,
)

function specOf(code: string): RunSpec {
  const command = ['sh', '-c', PROGRAM, 'run', code]
  return plainSpec({ workspace: WORKSPACE, command, granted: SMALL })
}

/** Kills one after the other; each is back before the next is killed. */
async function killSome(random: Random): Promise<string[]> {
  const killed: string[] = []
  while (killed.length < KILLS) {
    await pause(2000 + random(4000))
    const victim = [...DAEMONS, 'keep'][random(DAEMONS.length + 1)] ?? 'keep'
    if (victim === 'keep') await killKeep(random)
    else {
      await control('kill', victim)
      await pause(random(5000))
      await control('start', victim)
    }
    killed.push(victim)
  }
  return killed
}

/** Kills the container that sends the log of a running run, if there is one. */
async function killKeep(random: Random): Promise<void> {
  const { items } = await here.client.list<Pod>(pathOf('pods', workspaceName(WORKSPACE)), {
    labelSelector: LABELS.run,
  })
  const running = items.flatMap(({ status }) =>
    (status?.containerStatuses ?? []).filter(({ name, state }) => name === 'keep' && state?.running),
  )
  const id = running[random(running.length)]?.containerID?.replace('containerd://', '')
  // It may have ended by itself meanwhile.
  if (id)
    await control('sh', 'ctr', '-n', 'k8s.io', 'tasks', 'kill', '-s', 'SIGKILL', id).catch(() => undefined)
}

async function control(...words: string[]): Promise<void> {
  const [program = '', ...args] = (CONTROL ?? '').split(' ')
  await promisify(execFile)(program, [...args, ...words])
}

/** Submits as the run loop does: any server retries a failed submission. */
async function submitAnywhere(spec: RunSpec, servers: KubernetesEngine[], random: Random): Promise<void> {
  for (;;) {
    try {
      return await servers[random(servers.length)]?.submit(spec)
    } catch {
      await pause(500)
    }
  }
}

/** Waits for the end. Each look may be by another server than the last, which may be closed and reopened before it. */
async function endAnywhere(
  spec: RunSpec,
  servers: KubernetesEngine[],
  random: Random,
): Promise<Ended | null> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const at = random(servers.length)
    if (random(200) === 0) {
      await servers[at]?.close()
      servers[at] = await here.another()
    }
    const [seen] = (await servers[at]?.inspect([spec]).catch(() => [])) ?? []
    if (seen?.phase === 'ended') return seen
    await pause(200)
  }
  return null
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
