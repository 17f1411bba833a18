import { createHash } from 'node:crypto'
import { canonicalJson } from '@podium/contract/rules/metadata-json.ts'
import { hasSecrets } from '../attempt/environment.ts'
import { type Resources, type RunSpec, StartRefused } from '../engine.ts'
import { KEEP_PATIENCE_MS } from './decide.ts'
import { attemptLabels, attemptName, LABELS, OPEN_NETWORK, SPEC_HASH } from './names.ts'
import type { Job, Resource } from './resources.ts'
import { FETCH, KEEP, MAIN, RUN_DIR } from './runner/commands.ts'
import { podDirectory } from './runner/pod-directory.ts'

export interface JobSettings {
  installation: string
  /** contains Podium's own programs */
  runnerImage: string
  /** for solutions that name no image; null if there is none */
  runImage: string | null
  /** address of the servers for pods */
  runnerUrl: string
  /** label with which Jobs of workspaces without a queue enter a queue of the cluster, e.g. of Kueue */
  queueLabel: { name: string; value: string } | null
  /** annotations of the pods of all runs, for example to keep a service mesh away */
  podAnnotations: Record<string, string>
  /** bytes that a run may write */
  diskLimit: number
}

export interface JobScope {
  namespace: string
  /** the service account of its pod */
  account: string
  /** labels of the nodes that may run it; null: any */
  nodeSelector: Record<string, string> | null
}

/** Resources of the container beside the command. */
const KEEPING: Resources = { cpu: 0.25, memory_mib: 192, gpu: 0 }

const VOLUME = 'podium'
const SECRETS = 'secrets'
const TOKEN = 'token'
const GPU = 'nvidia.com/gpu'
const KUEUE = 'kueue.x-k8s.io/queue-name'
/** Workspaces have identities of their own, as on one machine. */
const FIRST_UID = 10_000
/** After its time limit, in case no server lives to stop the run; its pod has all its time to send what is left. */
const SECONDS_BEYOND_LIMIT = KEEP_PATIENCE_MS / 1000 + 3600
const GRACE_SECONDS = 60
/** Jobs are removed when their end is known; this removes those of an abandoned installation. */
const SECONDS_AFTER_END = 7 * 24 * 3600

export function specHash(spec: RunSpec): string {
  return createHash('sha256').update(canonicalJson(spec)).digest('hex').slice(0, 40)
}

/**
 * Returns a Job with one pod that runs once: `fetch` prepares inputs, `main` runs the command, `keep` sends its
 * outputs.
 * @throws StartRefused if it can never start
 */
export function jobOf(spec: RunSpec, scope: JobScope, settings: JobSettings): Job {
  const labels = attemptLabels(settings.installation, spec)
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: attemptName(spec),
      namespace: scope.namespace,
      labels: { ...labels, ...queueLabelOf(spec, settings) },
      annotations: { [SPEC_HASH]: specHash(spec) },
    },
    spec: {
      backoffLimit: 0,
      ttlSecondsAfterFinished: SECONDS_AFTER_END,
      template: {
        metadata: {
          labels: { ...labels, ...(spec.network && { [LABELS.network]: OPEN_NETWORK }) },
          annotations: settings.podAnnotations,
        },
        spec: podOf(spec, scope, settings),
      },
    },
  }
}

/** Returns the label of the queue, which suspends the new Job and resumes it; only the queue changes that. */
function queueLabelOf({ queue }: RunSpec, { queueLabel }: JobSettings): Record<string, string> {
  if (queue) return { [queueLabel?.name ?? KUEUE]: queue }
  return queueLabel ? { [queueLabel.name]: queueLabel.value } : {}
}

function podOf(spec: RunSpec, { account, nodeSelector }: JobScope, settings: JobSettings): object {
  const { granted, timeout_seconds } = spec
  const uid = FIRST_UID + spec.workspace_number
  const programs = { image: settings.runnerImage, env: environmentOf(spec, settings) }
  const onlyReads = { readOnlyRootFilesystem: true }
  const room = {
    cpu: Math.max(granted.cpu, KEEPING.cpu),
    memory_mib: Math.max(granted.memory_mib, KEEPING.memory_mib),
  }
  return {
    restartPolicy: 'Never',
    serviceAccountName: account,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: GRACE_SECONDS + (spec.stop_grace_seconds ?? 0),
    ...(timeout_seconds !== null && { activeDeadlineSeconds: timeout_seconds + SECONDS_BEYOND_LIMIT }),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: uid,
      runAsGroup: uid,
      fsGroup: uid,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    ...(nodeSelector && { nodeSelector }),
    ...(granted.gpu > 0 && { tolerations: [{ key: GPU, operator: 'Exists', effect: 'NoSchedule' }] }),
    initContainers: [container('fetch', FETCH, { ...room, gpu: 0 }, programs, onlyReads)],
    containers: [
      withSecrets(spec, container('main', MAIN, granted, mainOf(spec, settings))),
      withSecrets(spec, container('keep', KEEP, KEEPING, programs, onlyReads)),
    ],
    volumes: [
      { name: VOLUME, emptyDir: { sizeLimit: String(settings.diskLimit) } },
      ...(hasSecrets(spec) ? [secretsVolumeOf(spec)] : []),
    ],
  }
}

/** Returns the volume of secrets, which is in the node's memory and in a Secret of the cluster. */
function secretsVolumeOf(spec: RunSpec): object {
  const items = spec.secrets.map(({ name }) => ({ key: keyOf(name), path: name }))
  return { name: SECRETS, secret: { secretName: attemptName(spec), defaultMode: 0o400, items } }
}

/** Mounts secrets for the command, and for the container that masks them in logs. */
function withSecrets(spec: RunSpec, container: Container): object {
  if (!hasSecrets(spec)) return container
  const mount = { name: SECRETS, mountPath: podDirectory(RUN_DIR).secrets, readOnly: true }
  return { ...container, volumeMounts: [...container.volumeMounts, mount] }
}

function mainOf(spec: RunSpec, settings: JobSettings) {
  const inEnvironment = (spec.secrets ?? []).filter(({ in_environment }) => in_environment)
  const env = inEnvironment.map(({ name }) => ({
    name,
    valueFrom: { secretKeyRef: { name: attemptName(spec), key: keyOf(name) } },
  }))
  return { image: imageOf(spec, settings), ...(env.length > 0 && { env }) }
}

/** Returns the key of a variable in the Secret, beside the attempt's token. */
function keyOf(name: string): string {
  return `secret.${name}`
}

interface Container {
  volumeMounts: object[]
  [field: string]: unknown
}

function container(
  name: string,
  command: string[],
  { cpu, memory_mib, gpu }: Resources,
  more: { image: string; env?: object[] },
  security: object = {},
): Container {
  const amounts = {
    cpu: `${Math.round(cpu * 1000)}m`,
    memory: `${Math.floor(memory_mib)}Mi`,
    ...(gpu > 0 && { [GPU]: String(gpu) }),
  }
  return {
    name,
    command,
    ...more,
    resources: { requests: amounts, limits: amounts },
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, ...security },
    volumeMounts: [{ name: VOLUME, mountPath: RUN_DIR }],
  }
}

function environmentOf(spec: RunSpec, { runnerUrl }: JobSettings): object[] {
  return [
    { name: 'PODIUM_RUNNER_URL', value: runnerUrl },
    { name: 'PODIUM_RUN_DIR', value: RUN_DIR },
    { name: 'PODIUM_RUN_TOKEN', valueFrom: { secretKeyRef: { name: attemptName(spec), key: TOKEN } } },
  ]
}

/** @throws StartRefused if there is nothing to run, or no image */
export function imageOf({ image, command }: RunSpec, { runImage }: JobSettings): string {
  if (command === null || command.length === 0)
    throw new StartRefused(
      'The pipeline names no command: register a version whose pipeline says what its container runs.',
    )
  if (image !== null) return image
  if (runImage !== null) return runImage
  throw new StartRefused(
    'The pipeline names no container image, and this installation has none for such pipelines: name one, or ask an administrator to set PODIUM_RUN_IMAGE.',
  )
}

/** Returns the Secret of an attempt's pod: its token, and the secrets of its run. */
export function secretOf(spec: RunSpec, namespace: string, token: string, installation: string): Resource {
  const values = spec.secrets.map(({ name, value }) => [keyOf(name), value])
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: attemptName(spec), namespace, labels: attemptLabels(installation, spec) },
    type: 'Opaque',
    immutable: true,
    stringData: { [TOKEN]: token, ...Object.fromEntries(values) },
  }
  return secret
}
