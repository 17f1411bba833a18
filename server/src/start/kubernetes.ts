import { NoAccess, readAccess } from '@podium/engines/kubernetes/access.ts'
import type { AttemptStore } from '@podium/engines/kubernetes/attempt-store.ts'
import { type ClusterClient, createClient } from '@podium/engines/kubernetes/client.ts'
import {
  createKubernetesEngine,
  type KubernetesEngine,
} from '@podium/engines/kubernetes/kubernetes-engine.ts'
import { checkRights } from '@podium/engines/kubernetes/rights.ts'
import type { Logger } from 'pino'
import type { KubernetesSettings } from '../kubernetes-settings.ts'
import { CannotStart } from './cannot-start.ts'

export interface KubernetesParts {
  settings: KubernetesSettings
  attempts: AttemptStore
  /** by which this installation knows what is its own in the cluster; it never changes */
  installation: string
  /** bytes a run may write; null: as much as is usual */
  run_disk_max: number | null
  env: Record<string, string | undefined>
  log: Logger
}

const USUAL_DISK = 50 * 2 ** 30

/** @throws CannotStart with a sentence for all that the cluster does not allow */
export async function openKubernetes(parts: KubernetesParts): Promise<KubernetesEngine> {
  const { settings, attempts, installation, run_disk_max, env, log } = parts
  const access = await readAccess(env).catch((error) => {
    throw error instanceof NoAccess ? new CannotStart(error.message) : error
  })
  const client = createClient({ access })
  try {
    await refuseWithoutRights(client, settings, access.server)
  } catch (error) {
    client.close()
    throw error
  }
  return createKubernetesEngine({
    client,
    attempts,
    installation,
    namespaces: settings.namespaces,
    runnerImage: settings.runner_image,
    runImage: settings.run_image,
    runnerUrl: settings.runner_url,
    nodeLabel: settings.node_label,
    queueLabel: settings.queue_label,
    diskLimit: run_disk_max ?? USUAL_DISK,
    log: (message, details) => log.warn(details, message),
  })
}

/** Asked really, since a role that names the verbs may be bound to another account. */
async function refuseWithoutRights(
  client: ClusterClient,
  { namespaces }: KubernetesSettings,
  server: URL,
): Promise<void> {
  const { missing, yaml } = await checkRights(client, namespaces).catch((error: Error) => {
    throw new CannotStart(
      `PODIUM_ENGINE=kubernetes: the cluster at ${server.host} cannot be used. ${error.message}`,
    )
  })
  const needed = missing.filter(({ without }) => without === null).map(({ right }) => right)
  if (needed.length > 0)
    throw new CannotStart(
      `PODIUM_ENGINE=kubernetes: Podium may not ${needed.join(', ')}. An administrator of the cluster gives it with:\n${yaml}`,
    )
}
