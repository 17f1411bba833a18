import type { Database } from '@podium/database/connect.ts'
import { NoAccess, readAccess } from '@podium/engines/kubernetes/access.ts'
import { type ClusterClient, createClient } from '@podium/engines/kubernetes/client.ts'
import {
  createKubernetesEngine,
  type KubernetesEngine,
} from '@podium/engines/kubernetes/kubernetes-engine.ts'
import { checkRights } from '@podium/engines/kubernetes/rights.ts'
import { createRunnerCalls, type RunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createDataSetInputs } from '../domains/data-sets/run-inputs.ts'
import { createAttempts } from '../domains/run-files/attempts/attempt-store.ts'
import { createInstallationKey } from '../http/installation-key.ts'
import type { KubernetesSettings } from '../kubernetes-settings.ts'
import { CannotStart } from './cannot-start.ts'
import { inputAddress, objectSource } from './object-source.ts'

export interface KubernetesParts {
  config: Config
  settings: KubernetesSettings
  database: Database
  objects: ObjectStore
  env: Record<string, string | undefined>
  log: Logger
}

const USUAL_DISK = 50 * 2 ** 30

/**
 * The engine, with the calls for its runs' pods.
 * @throws CannotStart with a sentence about everything that the cluster does not allow
 */
export async function openKubernetes(parts: KubernetesParts): Promise<{
  engine: KubernetesEngine
  runner: RunnerCalls
  close(): Promise<void>
}> {
  const { config, settings, database, objects, log } = parts
  const dataSets = createDataSetInputs(() => database)
  const client = await openClient(parts)
  const attempts = createAttempts({ database, objects, log })
  const engine = createKubernetesEngine({
    client,
    attempts,
    installation: await installationOf(database),
    namespaces: settings.namespaces,
    runnerImage: settings.runner_image,
    runImage: settings.run_image,
    runnerUrl: settings.runner_url,
    storeOrigins: objects.direct?.origins ?? [],
    nodeLabel: settings.node_label,
    queueLabel: settings.queue_label,
    podAnnotations: settings.pod_annotations,
    diskLimit: config.run_disk_max ?? USUAL_DISK,
    log: (message, details) => log.warn(details, message),
  })
  return {
    engine,
    runner: createRunnerCalls({
      attempts,
      objects: objectSource(objects, dataSets),
      unpackLimit: config.upload_max,
      addressOf: inputAddress(objects, dataSets),
    }),
    async close() {
      await engine.close()
      await attempts.close()
    },
  }
}

/** The id by which this installation recognises its own objects in the cluster. */
async function installationOf(database: Database): Promise<string> {
  const key = await createInstallationKey(database, 'kubernetes-installation')()
  return key.toString('hex').slice(0, 16)
}

async function openClient({ settings, env }: KubernetesParts): Promise<ClusterClient> {
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
  return client
}

/** Asks the cluster itself, because a role with the right verbs may be bound to another account. */
async function refuseWithoutRights(
  client: ClusterClient,
  { namespaces }: KubernetesSettings,
  server: URL,
): Promise<void> {
  const { rights, remedy } = await checkRights(client, namespaces).catch((error: Error) => {
    throw new CannotStart(
      `PODIUM_ENGINE=kubernetes: the cluster at ${server.host} cannot be used. ${error.message}`,
    )
  })
  const needed = rights.filter(({ without }) => without === null).flatMap(({ asks }) => asks)
  const missing = needed.filter(({ is_allowed }) => !is_allowed).map(({ name }) => name)
  if (missing.length > 0)
    throw new CannotStart(
      `PODIUM_ENGINE=kubernetes: Podium may not ${missing.join(', ')}. An administrator of the cluster can grant it with:\n${remedy?.content}`,
    )
}
