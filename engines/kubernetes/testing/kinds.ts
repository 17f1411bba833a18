import { amountOf } from '../admission.ts'
import {
  both,
  dnsLabel,
  dnsSubdomain,
  flag,
  labels,
  list,
  map,
  matching,
  metadata,
  object,
  oneOf,
  optional,
  quantity,
  required,
  type Shape,
  text,
  whole,
} from './shapes.ts'

/** A kind that the stand-in serves. Without a shape it can only be read and removed. */
export interface Kind {
  plural: string
  kind: string
  apiVersion: string
  isNamespaced: boolean
  shape?: Shape
}

const amounts = map(matching(/^[a-z.\-/]+$/, 63), quantity)

const capabilities = object({ drop: required(list(oneOf('ALL'), 1)) })
const containerSecurity = object({
  allowPrivilegeEscalation: optional(flag),
  capabilities: optional(capabilities),
  readOnlyRootFilesystem: optional(flag),
  runAsNonRoot: optional(flag),
  runAsUser: optional(whole),
})
const secretKey = object({ name: required(dnsSubdomain), key: required(text) })
const variable: Shape = (value, place) => [
  ...object({
    name: required(matching(/^[A-Za-z_][A-Za-z0-9_]*$/, 200)),
    value: optional(text),
    valueFrom: optional(object({ secretKeyRef: required(secretKey) })),
  })(value, place),
]
const container = object({
  name: required(dnsLabel),
  image: required(matching(/^\S+$/, 500)),
  imagePullPolicy: optional(oneOf('Always', 'IfNotPresent', 'Never')),
  command: optional(list(text)),
  args: optional(list(text)),
  workingDir: optional(text),
  env: optional(list(variable)),
  resources: optional(object({ requests: optional(amounts), limits: optional(amounts) })),
  securityContext: optional(containerSecurity),
  volumeMounts: optional(
    list(object({ name: required(dnsLabel), mountPath: required(text), readOnly: optional(flag) })),
  ),
})
const volume = object({
  name: required(dnsLabel),
  emptyDir: optional(object({ sizeLimit: optional(quantity), medium: optional(oneOf('', 'Memory')) })),
  secret: optional(
    object({
      secretName: required(dnsSubdomain),
      defaultMode: optional(whole),
      items: optional(list(object({ key: required(text), path: required(text) }))),
    }),
  ),
})
const toleration = object({
  key: required(text),
  operator: required(oneOf('Exists', 'Equal')),
  effect: optional(oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute')),
})
const podSpec = object({
  restartPolicy: required(oneOf('Never', 'OnFailure')),
  serviceAccountName: optional(dnsSubdomain),
  automountServiceAccountToken: optional(flag),
  enableServiceLinks: optional(flag),
  terminationGracePeriodSeconds: optional(whole),
  activeDeadlineSeconds: optional(whole),
  securityContext: optional(
    object({
      runAsNonRoot: optional(flag),
      runAsUser: optional(whole),
      runAsGroup: optional(whole),
      fsGroup: optional(whole),
      seccompProfile: optional(object({ type: required(oneOf('RuntimeDefault')) })),
    }),
  ),
  nodeSelector: optional(labels),
  tolerations: optional(list(toleration)),
  initContainers: optional(list(container)),
  containers: required(list(container, 1)),
  volumes: optional(list(volume)),
})

const job = object({
  apiVersion: required(oneOf('batch/v1')),
  kind: required(oneOf('Job')),
  metadata: required(metadata(dnsLabel)),
  spec: required(
    object({
      suspend: optional(flag),
      backoffLimit: optional(whole),
      completions: optional(whole),
      parallelism: optional(whole),
      activeDeadlineSeconds: optional(whole),
      ttlSecondsAfterFinished: optional(whole),
      template: required(
        object({
          metadata: optional(object({ labels: optional(labels), annotations: optional(labels) })),
          spec: required(both(podSpec, refersWithin, asksNoMoreThanItsLimits)),
        }),
      ),
    }),
  ),
})

interface Refers {
  volumes?: { name: string }[]
  containers?: Named[]
  initContainers?: Named[]
}
interface Named {
  name: string
  volumeMounts?: { name: string }[]
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> }
}

function containersOf(value: unknown): Named[] {
  const { containers = [], initContainers = [] } = value as Refers
  return [...initContainers, ...containers]
}

function refersWithin(value: unknown, place: string): string[] {
  const volumes = new Set((value as Refers).volumes?.map(({ name }) => name))
  const names = containersOf(value).map(({ name }) => name)
  const missing = containersOf(value)
    .flatMap(({ volumeMounts = [] }) => volumeMounts)
    .filter(({ name }) => !volumes.has(name))
  return [
    ...missing.map(({ name }) => `${place}.containers: volumeMounts not found: "${name}"`),
    ...(new Set(names).size < names.length ? [`${place}.containers: Duplicate value`] : []),
  ]
}

function asksNoMoreThanItsLimits(value: unknown, place: string): string[] {
  return containersOf(value).flatMap(({ name, resources }) =>
    Object.entries(resources?.requests ?? {})
      .filter(([resource, asked]) => amountOf(asked) > amountOf(resources?.limits?.[resource] ?? asked))
      .map(([resource]) => `${place}.${name}.requests.${resource}: must be less than or equal to its limit`),
  )
}

const selector = object({ matchLabels: optional(labels) })
const peer = object({
  podSelector: optional(selector),
  namespaceSelector: optional(selector),
  ipBlock: optional(
    object({ cidr: required(matching(/^[0-9a-f.:]+\/\d+$/, 50)), except: optional(list(text)) }),
  ),
})
const ports = list(object({ port: optional(whole), protocol: optional(oneOf('TCP', 'UDP')) }))

const of = (apiVersion: string, kind: string, fields: Parameters<typeof object>[0], name = dnsSubdomain) =>
  object({
    apiVersion: required(oneOf(apiVersion)),
    kind: required(oneOf(kind)),
    metadata: required(metadata(name)),
    ...fields,
  })

const core = (plural: string, kind: string, fields?: Parameters<typeof object>[0]): Kind => ({
  plural,
  kind,
  apiVersion: 'v1',
  isNamespaced: true,
  ...(fields && { shape: of('v1', kind, fields) }),
})

export const KINDS: Kind[] = [
  core('pods', 'Pod'),
  core('events', 'Event'),
  { ...core('nodes', 'Node'), isNamespaced: false },
  {
    ...core('namespaces', 'Namespace'),
    isNamespaced: false,
    shape: of('v1', 'Namespace', {}, dnsLabel),
  },
  core('secrets', 'Secret', {
    type: optional(text),
    immutable: optional(flag),
    stringData: optional(map(text, text)),
  }),
  core('serviceaccounts', 'ServiceAccount', { automountServiceAccountToken: optional(flag) }),
  core('resourcequotas', 'ResourceQuota', { spec: required(object({ hard: required(amounts) })) }),
  core('limitranges', 'LimitRange', {
    spec: required(
      object({
        limits: required(
          list(
            object({
              type: required(oneOf('Container', 'Pod')),
              default: optional(amounts),
              defaultRequest: optional(amounts),
              max: optional(amounts),
            }),
            1,
          ),
        ),
      }),
    ),
  }),
  { plural: 'workloads', kind: 'Workload', apiVersion: 'kueue.x-k8s.io/v1beta1', isNamespaced: true },
  { plural: 'jobs', kind: 'Job', apiVersion: 'batch/v1', isNamespaced: true, shape: job },
  {
    plural: 'networkpolicies',
    kind: 'NetworkPolicy',
    apiVersion: 'networking.k8s.io/v1',
    isNamespaced: true,
    shape: of('networking.k8s.io/v1', 'NetworkPolicy', {
      spec: required(
        object({
          podSelector: required(selector),
          policyTypes: optional(list(oneOf('Ingress', 'Egress'))),
          ingress: optional(list(object({ from: optional(list(peer)), ports: optional(ports) }))),
          egress: optional(list(object({ to: optional(list(peer)), ports: optional(ports) }))),
        }),
      ),
    }),
  },
]
