import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { describeEngine, type EngineUnderTest } from '../conformance.ts'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { programOf } from '../testing/program-of.ts'
import { readAccess } from './access.ts'
import { createClient } from './client.ts'
import { createKubernetesEngine } from './kubernetes-engine.ts'
import { createMemoryAttempts } from './memory-attempts.ts'
import { SETTINGS } from './testing/fake-engine.ts'
import { startRunnerServer } from './testing/runner-server.ts'

/** A cluster for tests may be small. */
const SMALL = { cpu: 0.1, memory_mib: 64, gpu: 0 }

const HOST_AND_IMAGES = ['PODIUM_TEST_HOST', 'PODIUM_TEST_RUNNER_IMAGE', 'PODIUM_TEST_RUN_IMAGE']

/** What the suite needs to know of the cluster that KUBECONFIG names. */
function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}: docs/operations/kubernetes.md says to what.`)
  return value
}

/** The port of this machine, where the pods of the cluster reach it. */
async function forward(host: string, url: string): Promise<{ url: string; close(): void }> {
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

async function open(): Promise<EngineUnderTest> {
  const [host, runnerImage, runImage] = HOST_AND_IMAGES.map(setting) as [string, string, string]
  const client = createClient({ access: await readAccess(process.env) })
  const attempts = createMemoryAttempts()
  const server = await startRunnerServer({ attempts, objects: memoryObjects({}), unpackLimit: 2 ** 30 })
  const reached = await forward(host, server.url)
  const engine = createKubernetesEngine({
    ...SETTINGS,
    client,
    attempts,
    runnerImage,
    runImage,
    runnerUrl: reached.url,
  })
  return {
    engine,
    specFor: (behaviour, key) => ({
      ...plainSpec({ command: programOf(behaviour), granted: SMALL }),
      ...key,
    }),
    act: () => undefined,
    async close() {
      for (const key of await attempts.keys()) await attempts.remove(key)
      for (const workspace of await engine.prepared()) await engine.release(workspace)
      await engine.close()
      reached.close()
      await server.close()
    },
  }
}

describeEngine('the Kubernetes engine on a cluster', open)
