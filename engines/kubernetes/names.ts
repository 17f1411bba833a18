import { createHash } from 'node:crypto'
import type { RunKey } from '../engine.ts'
import { attemptKey } from './attempt-key.ts'
import type { Resource } from './resources.ts'

/** Labels of what is ours in a cluster. */
export const LABELS = {
  managedBy: 'app.kubernetes.io/managed-by',
  installation: 'podium/installation',
  workspace: 'podium/workspace-id',
  run: 'podium/run-id',
  attempt: 'podium/attempt',
  /** on the pod of a run that may reach the network */
  network: 'podium/network',
  /** on the Job of an attempt in dev mode that is forgotten but for what is left in the cluster */
  forgotten: 'podium/forgotten',
} as const

export const OPEN_NETWORK = 'open'

/** The hash of what an attempt was asked to do, by which its Job is known again. */
export const SPEC_HASH = 'podium/spec-hash'

const MANAGER = 'podium'

/** The labels by which one installation finds what is its own among those of others. */
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

/** The Job of an attempt, and the secret beside it. */
export function attemptName({ run, attempt }: RunKey): string {
  return `${named('run', run)}-a${attempt}`
}

/** What is one workspace's own: its namespace, or in a shared one its service account. */
export function workspaceName(workspace: string): string {
  return named('podium', workspace)
}

/** Under which an object of an attempt is found again; '' for what belongs to none. */
export function attemptKeyOf(object: Resource): string {
  const key = runKeyOf(object)
  return key === null ? '' : attemptKey(key)
}

/** The attempt that an object belongs to. */
export function runKeyOf({ metadata: { labels = {} } }: Resource): RunKey | null {
  const { [LABELS.workspace]: workspace, [LABELS.run]: run, [LABELS.attempt]: attempt } = labels
  return workspace && run && attempt ? { workspace, run, attempt: Number(attempt) } : null
}

/** Ids are written as they are where Kubernetes takes them. */
function named(prefix: string, id: string): string {
  const isName = /^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$/.test(id)
  return `${prefix}-${isName ? id : createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}
