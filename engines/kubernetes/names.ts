import { createHash } from 'node:crypto'
import type { RunKey } from '../engine.ts'
import { attemptKey } from './attempt-key.ts'
import type { Resource } from './resources.ts'

/** Labels of Podium's objects in a cluster. */
export const LABELS = {
  managedBy: 'app.kubernetes.io/managed-by',
  installation: 'podium/installation',
  workspace: 'podium/workspace-id',
  run: 'podium/run-id',
  attempt: 'podium/attempt',
  /** on pods of runs that may reach the network */
  network: 'podium/network',
  /** on the Job of a dev mode attempt that is forgotten except for its objects in the cluster */
  forgotten: 'podium/forgotten',
} as const

export const OPEN_NETWORK = 'open'

/** Annotation with the hash of an attempt's spec, by which its Job is recognised. */
export const SPEC_HASH = 'podium/spec-hash'

const MANAGER = 'podium'

/** Returns the labels that select one installation's objects among those of others. */
export function ownLabels(installation: string): Record<string, string> {
  return { [LABELS.managedBy]: MANAGER, [LABELS.installation]: installation }
}

export function attemptLabels(
  installation: string,
  { workspace, run, attempt }: RunKey,
): Record<string, string> {
  return {
    ...ownLabels(installation),
    [LABELS.workspace]: workspace,
    [LABELS.run]: run,
    [LABELS.attempt]: String(attempt),
  }
}

export function selectorOf(labels: Record<string, string>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join()
}

/** Returns the name of an attempt's Job and Secret. */
export function attemptName({ run, attempt }: RunKey): string {
  return `${named('run', run)}-a${attempt}`
}

/** Returns the name of a workspace's namespace, or in a shared namespace of its service account. */
export function workspaceName(workspace: string): string {
  return named('podium', workspace)
}

/** Returns the key of an object's attempt, or '' if it belongs to none. */
export function attemptKeyOf(object: Resource): string {
  const key = runKeyOf(object)
  return key === null ? '' : attemptKey(key)
}

/** Returns the attempt that an object belongs to. */
export function runKeyOf({ metadata: { labels = {} } }: Resource): RunKey | null {
  const { [LABELS.workspace]: workspace, [LABELS.run]: run, [LABELS.attempt]: attempt } = labels
  return workspace && run && attempt ? { workspace, run, attempt: Number(attempt) } : null
}

/** Uses ids unchanged if they are valid names in Kubernetes, otherwise their hash. */
function named(prefix: string, id: string): string {
  const isName = /^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$/.test(id)
  return `${prefix}-${isName ? id : createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}
