import { beforeEach } from 'vitest'
import type { Observation, RunKey, RunSpec } from '../../engine.ts'
import { plainSpec } from '../../testing/plain-spec.ts'
import { observeUntil, waitFor } from '../../testing/watching.ts'
import type { AttemptStore } from '../attempt-store.ts'
import { createClient } from '../client.ts'
import {
  createKubernetesEngine,
  type KubernetesEngine,
  type KubernetesEngineOptions,
} from '../kubernetes-engine.ts'
import { attemptName } from '../names.ts'
import type { Pod } from '../resources.ts'
import { LOG_BEGINS } from '../runner/commands.ts'
import type { Stored } from './cluster-objects.ts'
import { type FakeCluster, openFakeCluster } from './fake-cluster.ts'
import { type Controllers, runControllers } from './fake-controllers.ts'
import { createMemoryAttempts } from './memory-attempts.ts'
import { container, running } from './pod-states.ts'

export interface FakeEngine {
  cluster: FakeCluster
  controllers: Controllers
  attempts: AttemptStore
  clock: () => Date
  engine: KubernetesEngine
  /** Returns another engine on the same cluster and attempts, as of another server. */
  another(changes?: Partial<KubernetesEngineOptions>): KubernetesEngine
  /** Advances the clock by seconds. */
  pass(seconds: number): void
  /** Returns an attempt whose pod exists. */
  submitted(changes?: Partial<RunSpec>): Promise<RunSpec>
  /** Sets the status of the attempt's pod, as its node does. */
  say(key: RunKey, status: NonNullable<Pod['status']>): void
  /** Ends the attempt as its pod does: with an exit code and the whole log. */
  sent(key: RunKey, exit_code: number, log?: string): Promise<void>
  /** Returns an attempt whose command has just ended, and whose pod has not sent all. */
  commandEnded(exitCode?: number, changes?: Partial<RunSpec>): Promise<RunSpec>
  /** Sets the log that the node has of the attempt. */
  nodeHasLog(key: RunKey, text: string): void
  podOf(key: RunKey): Stored
  seen(key: RunKey, engine?: KubernetesEngine): Promise<Observation>
  runs(key: RunKey): Promise<Observation>
  waitsFor(key: RunKey, sentence: string): Promise<Observation>
  jobGone(key: RunKey): Promise<true>
  jobs(): Stored[]
  job(key: RunKey): Stored | undefined
  close(): Promise<void>
}

export const SETTINGS = {
  installation: 'tests',
  runnerImage: 'localhost/podium:1',
  runImage: 'localhost/run:1',
  runnerUrl: 'http://podium.example.org:8080',
  queueLabel: null,
  podAnnotations: {},
  diskLimit: 2 ** 30,
  nodeLabel: 'node.kubernetes.io/instance-type',
  namespaces: { kind: 'workspace' },
} as const

/** Opens a fake engine for each test of the file. */
export function useFakeEngine(): FakeEngine {
  const here = {} as FakeEngine
  beforeEach(async () => {
    Object.assign(here, await openFakeEngine())
    return () => here.close()
  })
  return here
}

/** Opens an engine on a stand-in for a cluster whose nodes do nothing by themselves. */
export async function openFakeEngine(changes: Partial<KubernetesEngineOptions> = {}): Promise<FakeEngine> {
  const cluster = await openFakeCluster()
  const controllers = runControllers(cluster)
  let passed = 0
  const clock = () => new Date(Date.now() + passed)
  const attempts = changes.attempts ?? createMemoryAttempts(clock)
  const engines: KubernetesEngine[] = []

  function another(more: Partial<KubernetesEngineOptions> = {}): KubernetesEngine {
    const client = createClient({ access: cluster.access, backOff: () => 1 })
    const options = { look_ms: 0, ...changes, ...more }
    const engine = createKubernetesEngine({ client, attempts, clock, ...SETTINGS, ...options })
    engines.push(engine)
    return engine
  }

  const engine = another()
  const jobs = () => cluster.objects.select('jobs', { namespace: null, labels: null, fields: null })
  const job = (key: RunKey) => jobs().find(({ metadata }) => metadata.name === attemptName(key))
  const podOf = (key: RunKey) => controllers.podOf(attemptName(key)) as Stored
  const say = (key: RunKey, status: NonNullable<Pod['status']>) =>
    controllers.setStatus(attemptName(key), { ...status })

  async function seen(key: RunKey, by = engine): Promise<Observation> {
    return (await by.inspect([key]))[0] ?? { phase: 'absent' }
  }

  async function submitted(more?: Partial<RunSpec>): Promise<RunSpec> {
    const spec = plainSpec(more)
    await engine.prepare({ id: spec.workspace, number: spec.workspace_number, name: 'poc' })
    await engine.submit(spec)
    await waitFor('the pod', async () => podOf(spec) ?? null)
    return spec
  }

  return {
    cluster,
    controllers,
    attempts,
    clock,
    engine,
    another,
    podOf,
    seen,
    submitted,
    say,
    async commandEnded(exitCode = 0, changes = {}) {
      const spec = await submitted(changes)
      const finishedAt = clock().toISOString()
      const main = container('main', { terminated: { exitCode, startedAt: finishedAt, finishedAt } })
      say(spec, { phase: 'Running', containerStatuses: [main, container('keep', running)] })
      await waitFor('the exit', async () => {
        await seen(spec)
        return (await attempts.find(spec))?.exit ?? null
      })
      return spec
    },
    nodeHasLog: (key, text) => void cluster.logs.set(podOf(key).metadata.name, `${LOG_BEGINS}${text}`),
    runs: (key) => observeUntil(engine, key, ({ phase }) => phase === 'running'),
    waitsFor: (key, sentence) =>
      observeUntil(engine, key, (each) => each.phase === 'starting' && each.waits_for === sentence),
    jobGone: (key) => waitFor('the Job to go', async () => (job(key) ? null : true)),
    pass: (seconds) => {
      passed += seconds * 1000
    },
    async sent(key, exit_code, log = '') {
      const [started_at, ended_at] = ['2026-01-05T10:00:00.000Z', '2026-01-05T10:05:00.000Z']
      await attempts.note(key, { started_at, exit: { exit_code, started_at, ended_at } })
      await attempts.appendLog(key, 'process', 0, Buffer.from(log))
      await attempts.note(key, { is_complete: true })
    },
    jobs,
    job,
    async close() {
      for (const each of engines) await each.close()
      await cluster.close()
    },
  }
}
