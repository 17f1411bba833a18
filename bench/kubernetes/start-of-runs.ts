import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ended, readRun, startRun } from '@podium/e2e/fixtures/seed.ts'
import { readAccess } from '@podium/engines/kubernetes/access.ts'
import { type ClusterClient, createClient } from '@podium/engines/kubernetes/client.ts'
import { type Pod, pathOf } from '@podium/engines/kubernetes/resources.ts'
import { forward } from '@podium/engines/kubernetes/testing/real-cluster.ts'
import { freePort } from '../../scripts/free-ports.mjs'
import { p95 } from '../series/zoom-frames.ts'
import { type Training, withTraining } from '../training.ts'
import { atMost, type Verdict } from '../verdict.ts'

const RUNS = 20
const POLL_MS = 100
const MAX_MS = 8000
const BARE = 'podium-bench'

/** Measures how long a run takes on a real cluster from its request until it runs, beside a bare Job. */
export async function measureStartOfRuns(): Promise<Verdict[]> {
  const [host, runnerImage, runImage] = ['HOST', 'RUNNER_IMAGE', 'RUN_IMAGE'].map(setting)
  const port = await freePort()
  const reached = await forward(host ?? '', `http://127.0.0.1:${port}`)
  const client = createClient({ access: await readAccess(process.env) })
  const env = {
    PODIUM_ENGINE: 'kubernetes',
    PODIUM_PORT: String(port),
    PODIUM_RUNNER_URL: reached.url,
    PODIUM_ALLOWED_HOSTS: host ?? '',
    PODIUM_RUNNER_IMAGE: runnerImage ?? '',
    PODIUM_RUN_IMAGE: runImage ?? '',
  }
  const bare: number[] = []
  const runs: number[] = []
  try {
    await client.create(pathOf('namespaces', null), {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: BARE },
    })
    await withTraining(async (training) => {
      const trained = await training.stream('print("trained")\n')
      for (let round = 0; round < RUNS; round += 1) {
        bare.push(await bareJob(client, runImage ?? ''))
        runs.push(await podiumRun(training, trained))
      }
    }, env)
  } finally {
    await client.remove(pathOf('namespaces', null, BARE))
    client.close()
    reached.close()
  }
  console.log(`a bare Job: p95 ${p95(bare)} ms, slowest ${Math.max(...bare)} ms`)
  console.log(`a run: p95 ${p95(runs)} ms, slowest ${Math.max(...runs)} ms`)
  return [atMost(`On Kubernetes, from POST to running, p95 of ${RUNS}`, p95(runs), MAX_MS, 'ms')]
}

type Trained = Awaited<ReturnType<Training['stream']>>

async function podiumRun({ api }: Training, stream: Trained): Promise<number> {
  const asked = Date.now()
  const { id } = await startRun(api, stream)
  const began = await whenTrue(async () => (await readRun(api, id)).started_at !== null)
  await ended(api, id)
  return began - asked
}

async function bareJob(client: ClusterClient, image: string): Promise<number> {
  const name = `bare-${randomUUID()}`
  const main = { name: 'main', image, command: ['sh', '-c', 'echo trained'] }
  const asked = Date.now()
  await client.create(pathOf('jobs', BARE), {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: BARE },
    spec: { backoffLimit: 0, template: { spec: { restartPolicy: 'Never', containers: [main] } } },
  })
  const began = await whenTrue(async () => {
    const { items } = await client.list<Pod>(pathOf('pods', BARE), { labelSelector: `job-name=${name}` })
    const [status] = items.flatMap(({ status }) => status?.containerStatuses ?? [])
    return status?.state?.running !== undefined || status?.state?.terminated !== undefined
  })
  await client.remove(pathOf('jobs', BARE, name))
  return began - asked
}

/** Uses the clock of this process. */
async function whenTrue(condition: () => Promise<boolean>): Promise<number> {
  while (!(await condition())) await pause(POLL_MS)
  return Date.now()
}

function setting(name: string): string {
  const value = process.env[`PODIUM_TEST_${name}`]
  if (!value) throw new Error(`Set PODIUM_TEST_${name}: docs/operations/kubernetes.md says to what.`)
  return value
}
