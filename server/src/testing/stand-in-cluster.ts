import { writeFile } from 'node:fs/promises'
import { kindOf } from '@podium/engines/kubernetes/testing/cluster-objects.ts'
import { type FakeCluster, openFakeCluster } from '@podium/engines/kubernetes/testing/fake-cluster.ts'

const NAMESPACE = 'podium-runs'

/**
 * A fake cluster whose nodes do nothing, with everything that a server needs to use it.
 * @param file the path for its kubeconfig
 */
export async function openStandInCluster(
  file: string,
): Promise<FakeCluster & { env: Record<string, string> }> {
  const cluster = await openFakeCluster()
  cluster.objects.create(kindOf('namespaces'), { metadata: { name: NAMESPACE } })
  const { authorization = '' } = await cluster.access.credentials(false)
  const config = {
    'current-context': 'tests',
    contexts: [{ name: 'tests', context: { cluster: 'tests', user: 'tests' } }],
    clusters: [{ name: 'tests', cluster: { server: cluster.access.server.href } }],
    users: [{ name: 'tests', user: { token: authorization.replace(/^Bearer /, '') } }],
  }
  await writeFile(file, JSON.stringify(config), { mode: 0o600 })
  return {
    ...cluster,
    env: {
      KUBECONFIG: file,
      PODIUM_ENGINE: 'kubernetes',
      PODIUM_KUBE_NAMESPACES: `single:${NAMESPACE}`,
      PODIUM_RUNNER_IMAGE: 'localhost/podium:1',
      PODIUM_RUNNER_URL: 'http://127.0.0.1',
    },
  }
}
