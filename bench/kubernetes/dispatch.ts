import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import type { Observation, RunSpec } from '@podium/engines/engine.ts'
import { createClient } from '@podium/engines/kubernetes/client.ts'
import type { KubernetesEngine } from '@podium/engines/kubernetes/kubernetes-engine.ts'
import { type FakeEngine, openFakeEngine } from '@podium/engines/kubernetes/testing/fake-engine.ts'
import { RUNS } from '@podium/engines/kubernetes/testing/pod-states.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { createAttempts } from '@podium/server/domains/run-files/attempts/attempt-store.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { withDatabase } from '../run-list/database.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atLeast, atMost, type Verdict } from '../verdict.ts'

const LIVE = 10_000
const AT_ONCE = 100
const ROUNDS = 5
const REST_SECONDS = 10
const LEAST_PER_SECOND = 50
const MAX_MS = 2000
const MAX_CALLS = 5
const ANY = { namespace: null, labels: null, fields: null }

/** Measures the engine on a simulated cluster, with its attempts in the bundled PostgreSQL. */
export async function measureDispatch(): Promise<Verdict[]> {
  return inTemporaryHome((home) =>
    withDatabase(home, async (connection) => {
      const connected = connectDatabase({ connection, log: quietLog })
      const place = async ({ run }: { run: string }) => ({ bucket: 'bench', prefix: `${run}/` })
      const objects = createMemoryStore()
      const attempts = createAttempts({
        database: connected.database,
        objects,
        log: quietLog,
        placeOf: place,
      })
      const here = await openFakeEngine({ attempts })
      try {
        return await measureOn(here)
      } finally {
        await here.close()
        await attempts.close()
        await connected.close()
      }
    }),
  )
}

async function measureOn(here: FakeEngine): Promise<Verdict[]> {
  const client = createClient({ access: here.cluster.access })
  const engine = here.another({ client, look_ms: 10_000 })
  await engine.prepare({ id: 'poc', number: 7, name: 'poc' })
  const specs = Array.from({ length: LIVE }, () => plainSpec())
  const perSecond = LIVE / (await secondsOf(() => inTurns(specs, (spec) => engine.submit(spec))))
  console.log(`${LIVE} runs handed over, ${AT_ONCE} at once: ${perSecond.toFixed(0)} a second`)
  const { objects, calls } = here.cluster
  for (const pod of objects.select('pods', ANY))
    objects.change('pods', pod, (copy) => Object.assign(copy, { status: RUNS }))
  // Running is recorded when it is observed, so this keeps the order of their starts.
  await inTurns(specs, async (spec) => void (await engine.inspect([spec])))
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    seconds.push(await secondsOf(() => lookAtAll(engine, specs)))
  const slowest = Math.max(...seconds) * 1000
  console.log(`a look at all ${LIVE}: ${seconds.map((each) => `${(each * 1000).toFixed(0)} ms`).join(', ')}`)
  const before = calls.length
  const end = performance.now() + REST_SECONDS * 1000
  while (performance.now() < end) {
    await lookAtAll(engine, specs)
    await pause(1000)
  }
  const perRest = (calls.length - before) / REST_SECONDS
  return [
    atLeast('Runs handed to the stand-in for Kubernetes', perSecond, LEAST_PER_SECOND, 'a second'),
    atMost(`One look at ${LIVE} live runs`, slowest, MAX_MS, 'ms'),
    atMost(`Calls of the API with ${LIVE} live runs at rest`, perRest, MAX_CALLS, 'a second'),
  ]
}

async function inTurns(specs: RunSpec[], work: (spec: RunSpec) => Promise<void>): Promise<void> {
  const left = [...specs]
  const next = async () => {
    for (let spec = left.pop(); spec; spec = left.pop()) await work(spec)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** Inspects each run separately and all at once, as the run loop does. */
async function lookAtAll(engine: KubernetesEngine, specs: RunSpec[]): Promise<void> {
  const seen = await Promise.all(specs.map((spec) => engine.inspect([spec])))
  const isRunning = ([first]: Observation[]) => first?.phase === 'running'
  if (!seen.every(isRunning)) throw new Error('Not every run is seen running.')
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
