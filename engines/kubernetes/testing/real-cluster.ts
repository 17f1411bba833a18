import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import type { EngineUnderTest } from '../../conformance.ts'
import type { RunSpec } from '../../engine.ts'
import { memoryObjects } from '../../testing/memory-objects.ts'
import { plainSpec } from '../../testing/plain-spec.ts'
import { programOf } from '../../testing/program-of.ts'
import { waitFor } from '../../testing/watching.ts'
import { readAccess } from '../access.ts'
import { type ClusterClient, createClient } from '../client.ts'
import { createKubernetesEngine, type KubernetesEngine } from '../kubernetes-engine.ts'
import { workspaceName } from '../names.ts'
import { pathOf } from '../resources.ts'
import { SETTINGS } from './fake-engine.ts'
import { createMemoryAttempts } from './memory-attempts.ts'
import { startRunnerServer } from './runner-server.ts'

export interface RealCluster extends EngineUnderTest {
  client: ClusterClient
  /** Returns another engine on the same cluster and attempts, as of another server. */
  another(): Promise<KubernetesEngine>
  /** Returns a run that was submitted to the cluster. */
  submitted(changes: Partial<RunSpec>): Promise<RunSpec>
}

/** Small, because a test cluster may be. */
const SMALL = { cpu: 0.1, memory_mib: 64, gpu: 0 }

const HOST_AND_IMAGES = ['PODIUM_TEST_HOST', 'PODIUM_TEST_RUNNER_IMAGE', 'PODIUM_TEST_RUN_IMAGE']

/** Returns a setting about the cluster in KUBECONFIG that the suite needs. */
function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}: docs/operations/kubernetes.md says to what.`)
  return value
}

/** Forwards a port of this machine at which the cluster's pods reach it. */
export async function forward(host: string, url: string): Promise<{ url: string; close(): void }> {
  const { port } = new URL(url)
  const server = createServer((socket) => {
    const other = connect(Number(port), '127.0.0.1')
    socket.pipe(other).pipe(socket)
    socket.on('error', () => other.destroy())
    other.on('error', () => socket.destroy())
  })
  server.listen(0, host)
  await once(server, 'listening')
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Opens an engine on the cluster in KUBECONFIG, whose pods call this process. */
export async function openRealCluster(): Promise<RealCluster> {
  const [host, runnerImage, runImage] = HOST_AND_IMAGES.map(setting) as [string, string, string]
  const client = createClient({ access: await readAccess(process.env) })
  const attempts = createMemoryAttempts()
  const server = await startRunnerServer({ attempts, objects: memoryObjects({}), unpackLimit: 2 ** 30 })
  const reached = await forward(host, server.url)
  const engineWith = (client: ClusterClient) =>
    createKubernetesEngine({
      ...SETTINGS,
      // Test files run concurrently, and each releases its own objects.
      installation: `tests-${process.pid}`,
      client,
      attempts,
      runnerImage,
      runImage,
      runnerUrl: reached.url,
    })
  const engine = engineWith(client)
  return {
    engine,
    client,
    another: async () => engineWith(createClient({ access: await readAccess(process.env) })),
    submitted: async (changes) => {
      const spec = plainSpec({ granted: SMALL, ...changes })
      await engine.prepare({ id: spec.workspace, number: spec.workspace_number, name: 'poc' })
      await engine.submit(spec)
      return spec
    },
    specFor: (behaviour, key) => ({
      ...plainSpec({ command: programOf(behaviour), granted: SMALL }),
      ...key,
    }),
    act: () => undefined,
    async close() {
      for (const key of await attempts.keys()) await attempts.remove(key)
      const workspaces = await engine.prepared()
      for (const workspace of workspaces) await engine.release(workspace)
      // Objects that still end there would change the next file's view of the cluster.
      for (const workspace of workspaces) {
        const namespace = pathOf('namespaces', null, workspaceName(workspace))
        await waitFor('the namespace to go', async () => ((await client.get(namespace)) ? null : true))
      }
      await engine.close()
      reached.close()
      await server.close()
    },
  }
}
