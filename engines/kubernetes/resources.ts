/** The parts of Kubernetes' objects that Podium sends or reads. Times are RFC 3339. */
export interface Metadata {
  name: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  creationTimestamp?: string
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

export interface Resource {
  apiVersion?: string
  kind?: string
  metadata: Metadata
}

export interface Condition {
  type: string
  status: 'True' | 'False' | 'Unknown'
  reason?: string
  message?: string
  lastTransitionTime?: string
}

export interface Job extends Resource {
  spec: { suspend?: boolean; [field: string]: unknown }
  status?: { conditions?: Condition[] }
}

/** True if a queue of the cluster, or a person, suspended the Job, so that it has no pod. */
export function isSuspended(job: Job | null): boolean {
  return job?.spec.suspend === true
}

export interface ContainerState {
  waiting?: { reason?: string; message?: string }
  running?: { startedAt: string }
  terminated?: {
    exitCode: number
    signal?: number
    reason?: string
    message?: string
    startedAt?: string
    finishedAt?: string
  }
}

export interface ContainerStatus {
  name: string
  image?: string
  containerID?: string
  state?: ContainerState
}

export interface PodContainer {
  name: string
  resources?: { requests?: Record<string, string> }
}

export interface Pod extends Resource {
  spec?: { nodeName?: string; containers?: PodContainer[]; initContainers?: PodContainer[] }
  status?: {
    phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown'
    reason?: string
    message?: string
    conditions?: Condition[]
    initContainerStatuses?: ContainerStatus[]
    containerStatuses?: ContainerStatus[]
  }
}

export interface Node extends Resource {
  spec?: { unschedulable?: boolean }
  status?: { allocatable?: Record<string, string>; conditions?: Condition[] }
}

export interface ClusterEvent extends Resource {
  involvedObject?: { kind?: string; name?: string; uid?: string; fieldPath?: string }
  type?: 'Normal' | 'Warning'
  reason?: string
  message?: string
  lastTimestamp?: string | null
  eventTime?: string | null
}

export interface ResourceList<T> {
  metadata: { resourceVersion: string; continue?: string }
  items: T[]
}

/** Kueue's object for a Job that waits in one of its queues. */
export interface Workload extends Resource {
  status?: { conditions?: Condition[] }
}

/** The API's answer instead of an object. */
export interface Status {
  kind: 'Status'
  code?: number
  reason?: string
  message?: string
  details?: { retryAfterSeconds?: number }
}

export type WatchEvent<T> =
  | { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: T }
  | { type: 'BOOKMARK'; object: Resource }
  | { type: 'ERROR'; object: Status }

type Kind =
  | 'jobs'
  | 'pods'
  | 'nodes'
  | 'events'
  | 'secrets'
  | 'namespaces'
  | 'serviceaccounts'
  | 'resourcequotas'
  | 'limitranges'
  | 'networkpolicies'
  | 'workloads'

const GROUPS: Partial<Record<Kind, string>> = {
  jobs: '/apis/batch/v1',
  networkpolicies: '/apis/networking.k8s.io/v1',
  workloads: '/apis/kueue.x-k8s.io/v1beta1',
}

/** Returns the path of all objects of a kind, in a namespace or, for null, in all of them. */
export function pathOf(kind: Kind, namespace: string | null, name?: string): string {
  const place = namespace === null ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  const object = name === undefined ? '' : `/${encodeURIComponent(name)}`
  return `${GROUPS[kind] ?? '/api/v1'}${place}/${kind}${object}`
}
