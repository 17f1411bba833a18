/** What a workspace says about how its runs start on a cluster: the names of its fields, and what they may hold. */

/** An engine's capabilities name those that it heeds. */
export const RUN_SETTINGS = [
  'network',
  'queue',
  'pending_limit_minutes',
  'system_user',
  'stop_grace_seconds',
] as const
export type RunSetting = (typeof RUN_SETTINGS)[number]

/** The settings by the names that form and audit give them. */
export const runSettingLabels: Readonly<Record<RunSetting, string>> = {
  network: 'Runs may reach the network',
  queue: 'Queue',
  pending_limit_minutes: 'Pending limit in minutes',
  system_user: 'Runs as',
  stop_grace_seconds: 'Seconds to save when stopped',
}

/** What is said of runs where the engine does not heed the switch of the network. */
export const networkIsOpen = 'Runs here can reach the network: this engine cannot prevent it.'

/** The longest that a run may be let wait for a node: thirty days. */
const MOST_MINUTES = 30 * 24 * 60
/** The longest that a program may be given to put things in order when its run is stopped: ten minutes. */
const MOST_GRACE_SECONDS = 600
/** As clusters name what is theirs (RFC 1123). */
const QUEUE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
const SYSTEM_USER = /^[a-z_][a-z0-9_.-]{0,31}$/

/** What is wrong with the name of a queue, or null. A workspace may have none. */
export function queueProblem(typed: string): string | null {
  if (typed === '' || QUEUE.test(typed)) return null
  return 'Use lower-case letters, digits and hyphens, at most 63 characters; it begins and ends with a letter or digit.'
}

/** What is wrong with how many minutes a run may wait for a node, or null. */
export function pendingLimitProblem(minutes: number): string | null {
  if (Number.isSafeInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES) return null
  return `Give whole minutes, from 1 to ${MOST_MINUTES}, or leave it empty.`
}

/** Says what is wrong with the seconds that a program has after the signal to end, or null. */
export function stopGraceProblem(seconds: unknown): string | null {
  if (Number.isSafeInteger(seconds) && Number(seconds) >= 1 && Number(seconds) <= MOST_GRACE_SECONDS)
    return null
  return `Give whole seconds, from 1 to ${MOST_GRACE_SECONDS}, or leave it empty.`
}

/** What is wrong with the name of a system's user, or null. A workspace may have none. */
export function systemUserProblem(typed: string): string | null {
  if (typed === 'root') return 'Runs never run as root. Give another user.'
  if (typed === '' || SYSTEM_USER.test(typed)) return null
  return 'Give a Linux user name: lower-case letters, digits, dots, hyphens and underscores, at most 32 characters; it begins with a letter or underscore.'
}
