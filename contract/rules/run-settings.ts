/** Settings of a workspace for runs on a cluster: the names of the fields and the rules for their values. */

/** An engine's capabilities name the settings that it applies. */
export const RUN_SETTINGS = [
  'network',
  'queue',
  'pending_limit_minutes',
  'system_user',
  'stop_grace_seconds',
] as const
export type RunSetting = (typeof RUN_SETTINGS)[number]

/** The labels of the settings in the form and the audit log. */
export const runSettingLabels: Readonly<Record<RunSetting, string>> = {
  network: 'Runs may reach the network',
  queue: 'Queue',
  pending_limit_minutes: 'Pending limit in minutes',
  system_user: 'Runs as',
  stop_grace_seconds: 'Seconds to save when stopped',
}

/** The note at runs if the engine does not apply the network setting. */
export const networkIsOpen = 'Runs here can reach the network: this engine cannot prevent it.'

/** The longest time that a run may wait for a node: thirty days. */
const MOST_MINUTES = 30 * 24 * 60
/** The longest time that a stopped run's program may get to clean up: ten minutes. */
const MOST_GRACE_SECONDS = 600
/** The form of names in clusters (RFC 1123). */
const QUEUE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
const SYSTEM_USER = /^[a-z_][a-z0-9_.-]{0,31}$/

/** The problem with the name of a queue, or null. It may be empty. */
export function queueProblem(typed: string): string | null {
  if (typed === '' || QUEUE.test(typed)) return null
  return 'Use lower-case letters, digits and hyphens, at most 63 characters; it begins and ends with a letter or digit.'
}

/** The problem with the minutes that a run may wait for a node, or null. */
export function pendingLimitProblem(minutes: number): string | null {
  if (Number.isSafeInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES) return null
  return `Give whole minutes, from 1 to ${MOST_MINUTES}, or leave it empty.`
}

/** The problem with the seconds that a program gets after the signal to end, or null. */
export function stopGraceProblem(seconds: unknown): string | null {
  if (Number.isSafeInteger(seconds) && Number(seconds) >= 1 && Number(seconds) <= MOST_GRACE_SECONDS)
    return null
  return `Give whole seconds, from 1 to ${MOST_GRACE_SECONDS}, or leave it empty.`
}

/** The problem with the name of a system user, or null. It may be empty. */
export function systemUserProblem(typed: string): string | null {
  if (typed === 'root') return 'Runs never run as root. Give another user.'
  if (typed === '' || SYSTEM_USER.test(typed)) return null
  return 'Give a Linux user name: lower-case letters, digits, dots, hyphens and underscores, at most 32 characters; it begins with a letter or underscore.'
}
