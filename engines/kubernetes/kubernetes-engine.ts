import { withoutSecretValues } from '../attempt/secrets.ts'
import {
  type Engine,
  type Resources,
  type RunKey,
  type RunSpec,
  type Secret,
  StartRefused,
} from '../engine.ts'
import { admitTo } from './admission.ts'
import type { AttemptStore } from './attempt-store.ts'
import { cached } from './cached.ts'
import { type ClusterClient, ClusterRefusal, isThere } from './client.ts'
import { followSent } from './cluster-log.ts'
import { imageOf, type JobSettings, jobOf, secretOf, specHash } from './job.ts'
import { attemptKeyOf, attemptName, LABELS, ownLabels, runKeyOf, SPEC_HASH, selectorOf } from './names.ts'
import { createNamespaces, hasPlainAddress, type NamespaceMode } from './namespaces.ts'
import { createNodes } from './nodes.ts'
import { createObserver } from './observe.ts'
import { createReflector, type Reflector } from './reflector.ts'
import { type Job, type Pod, pathOf, type Resource } from './resources.ts'
import { checkRights, lostWithout } from './rights.ts'

export interface KubernetesEngineOptions extends JobSettings {
  client: ClusterClient
  attempts: AttemptStore
  namespaces: NamespaceMode
  /** addresses at which runs reach the object store themselves */
  storeOrigins?: readonly string[]
  /** the label of nodes with their instance type */
  nodeLabel: string
  log?: (message: string, details: Record<string, unknown>) => void
  clock?: () => Date
  /** maximum age of the state of nodes, and of the reason why an attempt has no pod */
  look_ms?: number
}

export interface KubernetesEngine extends Engine {
  /** Stops watching. Runs continue, and other servers see them. */
  close(): Promise<void>
}

/** Checking permissions takes many calls, and each start of a run asks for the capabilities. */
const RIGHTS_AGE_MS = 60_000
const NO_WAY_TO_NAMES =
  'Network policies cannot contain host names, so runs cannot reach the object store directly: their data goes through the servers, unless their workspace allows them the network. Give direct= an IP address, or add a policy of your own.'
/** Used if the nodes cannot be read. */
const UNKNOWN: Resources = { cpu: 1024, memory_mib: 16 * 2 ** 20, gpu: 64 }

/** Runs solutions as Jobs of a Kubernetes cluster. Several servers may share it, because all state is there. */
export function createKubernetesEngine(options: KubernetesEngineOptions): KubernetesEngine {
  const { client, attempts, installation, log = () => undefined, clock = () => new Date() } = options
  const { look_ms = 10_000, nodeLabel, runnerUrl, storeOrigins = [], namespaces: mode } = options
  const own = selectorOf(ownLabels(installation))
  const namespaces = createNamespaces({ client, mode, installation, runnerUrl, storeOrigins })
  const named = storeOrigins.filter((origin) => !hasPlainAddress(origin))
  if (named.length > 0) log(NO_WAY_TO_NAMES, { store: named })
  const onlyNamespace = mode.kind === 'single' ? mode.name : null
  const nodes = createNodes({ client, label: nodeLabel, namespace: onlyNamespace, age_ms: look_ms })
  const rights = cached(RIGHTS_AGE_MS, () => checkRights(client, mode))
  const jobs = reflect<Job>('jobs')
  const pods = reflect<Pod>('pods')
  const namespaceOf = (workspace: string) => namespaces.of(workspace).namespace
  const look = createObserver({ client, attempts, jobs, pods, namespaceOf, clock, look_ms })

  function reflect<T extends Resource>(kind: 'jobs' | 'pods'): Reflector<T> {
    const path = pathOf(kind, onlyNamespace)
    return createReflector<T>({ client, path, query: { labelSelector: own }, keyOf: attemptKeyOf, log })
  }

  const jobPath = (key: RunKey) => pathOf('jobs', namespaceOf(key.workspace), attemptName(key))
  const secretPath = (key: RunKey) => pathOf('secrets', namespaceOf(key.workspace), attemptName(key))

  async function forgottenJobs(namespace: string | null): Promise<Job[]> {
    const path = pathOf('jobs', onlyNamespace ?? namespace)
    return (await client.list<Job>(path, { labelSelector: `${own},${LABELS.forgotten}` })).items
  }

  async function supersede({ workspace, run, attempt: last }: RunSpec): Promise<void> {
    for (let attempt = 1; attempt < last; attempt++)
      await requestStop({ workspace, run, attempt }, 'A later attempt of this run took over.')
  }

  async function requestStop(key: RunKey, stop_reason: string | null): Promise<void> {
    const record = await attempts.find(key)
    if (record?.ended === null)
      await attempts.note(key, { stop_requested_at: clock().toISOString(), stop_reason })
  }

  /**
   * Creates the Job. Its name is that of the attempt, so that a retry finds the first Job. It is recognised by the
   * recorded hash, because another release may describe the same run differently.
   */
  async function makeJob(spec: RunSpec, secrets: Secret[]): Promise<void> {
    const { namespace, account } = namespaces.of(spec.workspace)
    const type = spec.instance_type
    const nodeSelector = type !== null && nodes.has(type) ? { [nodeLabel]: type } : null
    const job = jobOf(spec, { namespace, account, nodeSelector }, options)
    const token = await attempts.makeToken(spec)
    const secret = secretOf({ ...spec, secrets }, namespace, token, installation)
    await client.create(pathOf('secrets', namespace), secret).catch((error) => {
      if (!isThere(error)) throw error
    })
    await client.create(pathOf('jobs', namespace), job).catch(async (error) => {
      if (!isThere(error)) throw error
      const found = await client.get<Job>(jobPath(spec))
      if (found?.metadata.annotations?.[SPEC_HASH] !== specHash(spec))
        throw new Error(`The cluster has another Job named ${attemptName(spec)}.`)
    })
  }

  return {
    shared: true,
    async capabilities() {
      const capacity = await nodes.capacity()
      const gaps = lostWithout((await rights()).rights)
      return {
        engine: 'kubernetes',
        containers: true,
        packages: false,
        pythons: [],
        largest: capacity?.largest ?? UNKNOWN,
        notices: gaps,
        gaps,
        heeds: ['network', 'queue', 'pending_limit_minutes', 'stop_grace_seconds'],
      }
    },
    nodes: () => nodes.list(),
    disk: async () => null,
    instanceType: nodes.instanceType,
    ownInstanceType: () => null,
    async admit(requested, inUse) {
      return admitTo(await nodes.capacity(), requested, inUse)
    },
    prepare: ({ id }) => namespaces.prepare(id),
    prepared: () => namespaces.prepared(),
    async release(workspace) {
      if ((await attempts.keys(workspace)).length > 0) return
      const left = await forgottenJobs(namespaceOf(workspace))
      if (left.some(({ metadata }) => metadata.labels?.[LABELS.workspace] === workspace)) return
      await namespaces.release(workspace)
    },
    async submit(spec) {
      // Refused before anything is recorded if it can never start.
      imageOf(spec, options)
      const record = await attempts.open(withoutSecretValues(spec))
      if (record.ended !== null || record.started_at !== null || record.stop_requested_at !== null) return
      await supersede(spec)
      try {
        // As first submitted, because the workspace's settings may have changed between two tries.
        await makeJob(record.spec, spec.secrets)
      } catch (error) {
        if (!(error instanceof ClusterRefusal)) throw error
        // The namespace is gone or being deleted.
        if (error.status === 404 || error.status === 403) namespaces.forget(spec.workspace)
        if (error.status !== 400 && error.status !== 422) throw error
        throw new StartRefused(`The cluster refuses the run: ${error.message}`)
      }
    },
    inspect: (keys) => Promise.all(keys.map(look)),
    async stop(key) {
      await requestStop(key, null)
    },
    openLog: (key, type, range) => attempts.openLog(key, type, range),
    follow: (key, type, from, signal) => followSent(attempts, key, { type, from, signal }),
    outputs: (key, under) => attempts.outputs(key, under),
    openOutput: (key, path, from) => attempts.openOutput(key, path, from),
    packages: async () => null,
    async usage(keys) {
      const records = await Promise.all(keys.map((key) => attempts.find(key)))
      return records.map((record) =>
        record && record.exit === null && record.ended === null ? record.usage : null,
      )
    },
    async forget(key) {
      const record = await attempts.find(key)
      if (!record) return
      if ((await look(key)).phase !== 'ended')
        throw new Error('A run that has not ended cannot be forgotten.')
      if (record.spec.dev)
        await client.merge(jobPath(key), { metadata: { labels: { [LABELS.forgotten]: 'true' } } })
      else await client.remove(jobPath(key))
      await client.remove(secretPath(key))
      await attempts.remove(key)
    },
    async retained() {
      return (await forgottenJobs(null)).flatMap((job) => runKeyOf(job) ?? [])
    },
    async discard(key) {
      const job = await client.get<Job>(jobPath(key))
      if (job?.metadata.labels?.[LABELS.forgotten]) await client.remove(jobPath(key))
    },
    rights: () => rights('now'),
    async close() {
      await Promise.all([jobs.close(), pods.close()])
      client.close()
    },
  }
}
