import type { Fields } from './fields.ts'

/** Settings of a workspace for runs on a cluster. */

/** The note at runs if the engine does not apply the network setting. */
export const networkIsOpen = 'Runs here can reach the network: this engine cannot prevent it.'

/** The longest time that a run may wait for a node: thirty days. */
const MAX_MINUTES = 30 * 24 * 60
/** The longest time that a stopped run's program may get to clean up: ten minutes. */
const MAX_GRACE_SECONDS = 600
/** The form of names in clusters (RFC 1123). */
const QUEUE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
const SYSTEM_USER = /^[a-z_][a-z0-9_.-]{0,31}$/

function queueProblem(typed: string): string | null {
  if (QUEUE.test(typed)) return null
  return 'Use lower-case letters, digits and hyphens, at most 63 characters; it begins and ends with a letter or digit.'
}

function pendingLimitProblem(minutes: number): string | null {
  if (Number.isSafeInteger(minutes) && minutes >= 1 && minutes <= MAX_MINUTES) return null
  return `Give whole minutes, from 1 to ${MAX_MINUTES}, or leave it empty.`
}

/** The problem with the seconds that a program gets after the signal to end, or null. */
export function stopGraceProblem(seconds: unknown): string | null {
  if (Number.isSafeInteger(seconds) && Number(seconds) >= 1 && Number(seconds) <= MAX_GRACE_SECONDS)
    return null
  return `Give whole seconds, from 1 to ${MAX_GRACE_SECONDS}, or leave it empty.`
}

function systemUserProblem(typed: string): string | null {
  if (typed === 'root') return 'Runs never run as root. Give another user.'
  if (SYSTEM_USER.test(typed)) return null
  return 'Give a Linux user name: lower-case letters, digits, dots, hyphens and underscores, at most 32 characters; it begins with a letter or underscore.'
}

/** An engine's capabilities name the settings that it applies. */
export const runSettings = {
  network: { kind: 'flag', label: 'Runs may reach the network' },
  queue: { kind: 'optional-text', label: 'Queue', max: 200, problem: queueProblem },
  pending_limit_minutes: {
    kind: 'optional-number',
    label: 'Pending limit in minutes',
    problem: pendingLimitProblem,
  },
  system_user: { kind: 'optional-text', label: 'Runs as', max: 200, problem: systemUserProblem },
  stop_grace_seconds: {
    kind: 'optional-number',
    label: 'Seconds to save when stopped',
    problem: stopGraceProblem,
  },
} satisfies Fields
export type RunSetting = keyof typeof runSettings
export const RUN_SETTINGS = Object.keys(runSettings) as RunSetting[]
