import type { Observation, Outcome, RunSpec } from '../engine.ts'

const EARLY_OUTCOMES: readonly unknown[] = ['failed', 'stopped', 'lost', 'deferred'] satisfies Outcome[]

/** Identifies a process uniquely until the machine restarts. */
export interface ProcessIdentity {
  pid: number
  /** field 22 of /proc/<pid>/stat; 0 if there is no /proc */
  start: number
}

/** The attempt began, or no supervisor can begin it any more and it ended this way instead. */
export interface Begun extends ProcessIdentity {
  boot_id: string
  /** id of the scheduler's job; '' where there is no scheduler */
  job?: string
  instead?: EarlyEnd
}

/** The end of an attempt that never began. */
export interface EarlyEnd {
  outcome: Outcome
  reason: string
}

export interface Exit {
  exit_code: number
  oom_kills: number
  /** true if the supervisor was signalled before the program ended; missing in records of earlier releases */
  signalled?: boolean
}

/** A request to end an attempt, by a person, or by the engine with a reason. */
export interface StopRequest {
  requested_at: string
  /** null: a person asked; otherwise why the engine ends it, which makes it failed */
  reason: string | null
  /** true: without the grace period */
  at_once?: boolean
  /** true if it is ended because it filled the disk */
  filled_disk?: boolean
}

/** Files of an attempt that were removed to free a full disk. */
export interface RemovedFiles {
  /** number of outputs */
  outputs: number
  /** path of the largest one; '' if there is none */
  first: string
  /** bytes cut from the end of its log */
  log_bytes: number
}

export type Ended = Extract<Observation, { phase: 'ended' }>

export interface Retention {
  until: string
}

export function isSpec(value: unknown): value is RunSpec {
  return (
    hasFields(value, { workspace: 'string', run: 'string', attempt: 'number', log_limit: 'number' }) &&
    hasFields(value, { granted: 'object', workspace_number: 'number' }) &&
    hasFields(value.granted, { cpu: 'number', memory_mib: 'number', gpu: 'number' }) &&
    Array.isArray(value.data) &&
    (value.command === null || Array.isArray(value.command))
  )
}

export function isProcess(value: unknown): value is ProcessIdentity {
  return hasFields(value, { pid: 'number', start: 'number' })
}

export function isBegun(value: unknown): value is Begun {
  return (
    hasFields(value, { boot_id: 'string', pid: 'number', start: 'number' }) &&
    (value.job === undefined || isJobId(value.job)) &&
    (value.instead === undefined || isEarlyEnd(value.instead))
  )
}

/** Ids are passed to the scheduler's commands. */
function isJobId(value: unknown): boolean {
  return typeof value === 'string' && /^\d{0,20}$/.test(value)
}

function isEarlyEnd(value: unknown): boolean {
  return hasFields(value, { reason: 'string' }) && EARLY_OUTCOMES.includes(value.outcome)
}

export function isExit(value: unknown): value is Exit {
  return hasFields(value, { oom_kills: 'number' }) && isExitCode(value.exit_code)
}

/** True if a program can end with this code. */
export function isExitCode(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
}

export function isStop(value: unknown): value is StopRequest {
  return (
    hasFields(value, { requested_at: 'string' }) &&
    (value.reason === null || typeof value.reason === 'string')
  )
}

export function isEnded(value: unknown): value is Ended {
  return (
    hasFields(value, { outcome: 'string', reason: 'string', raw: 'object', ended_at: 'string' }) &&
    value.phase === 'ended'
  )
}

export function isRemovedFiles(value: unknown): value is RemovedFiles {
  return hasFields(value, { outputs: 'number', first: 'string', log_bytes: 'number' })
}

export function isRetention(value: unknown): value is Retention {
  return hasFields(value, { until: 'string' })
}

/** True for an object whose fields have these types, as `typeof` names them; null has none. */
export function hasFields(value: unknown, types: Record<string, string>): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Record<string, unknown>
  return Object.entries(types).every(([name, type]) => typeof record[name] === type && record[name] !== null)
}
