import type { KeptQuotas, Quota, Quotas } from '@podium/contract/calls/quotas.ts'
import type { Resources } from '@podium/engines/engine.ts'
import { personLimits, workspaceLimits } from '../workspaces/quotas/limits.ts'

/** Resources that runs take; `hours_month` are the hours used this month. */
export type Taken = Record<Exclude<Quota, 'storage_gib'>, number>

/** The limit that keeps a run from starting. */
export interface Wait {
  quota: keyof Taken
  limit: number
  /** null: the limit is the workspace's own */
  account_id: string | null
  /** the amount that the run asks for, if that alone exceeds the limit; otherwise null */
  requested: number | null
}

/** Resources that one run takes. */
export function takenBy({ cpu, memory_mib, gpu }: Resources): Taken {
  return { runs: 1, cpu, memory_gib: memory_mib / 1024, gpu, hours_month: 0 }
}

/** Returns the first limit that the run would exceed, the workspace's before the person's; null if it may start. */
export function waitOf(
  kept: KeptQuotas,
  accountId: string | null,
  requested: Taken,
  used: { workspace: Taken; person: Taken },
): Wait | null {
  const ofWorkspace = firstPassed(workspaceLimits(kept), requested, used.workspace)
  if (ofWorkspace) return { ...ofWorkspace, account_id: null }
  // a run that the host starts belongs to no person
  const ofPerson = accountId && firstPassed(personLimits(kept, accountId), requested, used.person)
  return ofPerson ? { ...ofPerson, account_id: accountId } : null
}

const AT_ONCE = ['runs', 'cpu', 'memory_gib', 'gpu'] as const

function firstPassed(limits: Quotas, requested: Taken, used: Taken): Omit<Wait, 'account_id'> | null {
  for (const quota of AT_ONCE) {
    const limit = limits[quota]
    if (limit === null || requested[quota] === 0 || used[quota] + requested[quota] <= limit) continue
    return { quota, limit, requested: quota !== 'runs' && requested[quota] > limit ? requested[quota] : null }
  }
  const { hours_month: limit } = limits
  return limit !== null && used.hours_month >= limit ? { quota: 'hours_month', limit, requested: null } : null
}

/** @param person display name of the person whose limit it is; not read for a limit of the workspace */
export function waitSentence(
  { quota, limit, requested, account_id }: Wait,
  person: string,
  now = new Date(),
): string {
  const whose = account_id === null ? "the workspace's" : `${person}'s`
  const most = amount(quota, limit)
  if (quota === 'hours_month')
    return `Waits because ${whose} limit of ${most} a month is used up. The next month begins on ${nextMonth(now)} (UTC).`
  if (requested === null) return `Waits for ${whose} limit of ${most} at once.`
  return `Asks for ${amount(quota, requested)}, more than ${whose} limit of ${most} at once: it waits until the limit is raised.`
}

/** The sentence that refuses a start if the run alone exceeds the limit. */
export function tooLargeSentence({ quota, limit, account_id }: Wait, requested: number): string {
  const [whose, who] = account_id ? ['your', 'a manager'] : ["the workspace's", 'an administrator']
  return `This run asks for ${amount(quota, requested)}, and ${whose} limit is ${amount(quota, limit)} at once. Choose a smaller tier, or ask ${who} to raise the limit.`
}

function amount(quota: keyof Taken, value: number): string {
  const number = value.toLocaleString('en', { maximumFractionDigits: 2 })
  const s = value === 1 ? '' : 's'
  if (quota === 'runs') return `${number} run${s}`
  if (quota === 'cpu') return `${number} vCPU`
  if (quota === 'gpu') return `${number} GPU${s}`
  return quota === 'memory_gib' ? `${number} GiB of memory` : `${number} hour${s}`
}

function nextMonth(now: Date): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return first.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
}
