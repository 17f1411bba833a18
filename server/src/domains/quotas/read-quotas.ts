import { type PersonQuotas, QUOTAS, type Quota, type QuotasReply } from '@podium/contract/calls/quotas.ts'
import type { Handle } from '@podium/database/connect.ts'
import { personLimits, workspaceLimits } from '../workspaces/quotas/limits.ts'
import { readQuotasOf, readStored } from '../workspaces/quotas/quota-reads.ts'
import { readAtOnce, readHours, readPeople } from './use-reads.ts'

/** The reply lists at most this many people. */
const MAX_PEOPLE = 100
const GIB = 1024 ** 3

type Use = Record<Quota, number>
const NO_USE: Use = { runs: 0, cpu: 0, memory_gib: 0, gpu: 0, hours_month: 0, storage_gib: 0 }

/** Reads the limits of a workspace and its people, with the present use of each. */
export async function readQuotas(db: Handle, workspaceId: string): Promise<QuotasReply> {
  const [kept, used, members] = await Promise.all([
    readQuotasOf(db, workspaceId),
    readUse(db, workspaceId),
    readPeople(db, workspaceId),
  ])
  const people = members.map(
    (member): PersonQuotas => ({
      ...member,
      limits: personLimits(kept, member.account_id),
      own: QUOTAS.filter((quota) => kept.people?.[member.account_id]?.[quota] !== undefined),
      use: used.get(member.account_id) ?? NO_USE,
    }),
  )
  return {
    ...workspaceLimits(kept),
    person: personLimits(kept, null),
    use: [...used.values()].reduce(plus, NO_USE),
    people: people.sort(byRank).slice(0, MAX_PEOPLE),
    members: members.length,
  }
}

function byRank(one: PersonQuotas, other: PersonQuotas): number {
  const own = Math.sign(other.own.length) - Math.sign(one.own.length)
  return own || other.use.hours_month - one.use.hours_month
}

/** Reads the use by account; the key null is the host. */
async function readUse(db: Handle, workspaceId: string): Promise<Map<string | null, Use>> {
  const [atOnce, hours, stored] = await Promise.all([
    readAtOnce(db, workspaceId),
    readHours(db, [workspaceId]),
    readStored(db, workspaceId),
  ])
  const used = new Map<string | null, Use>()
  const add = (account: string | null, part: Partial<Use>) =>
    used.set(account, plus(used.get(account) ?? NO_USE, { ...NO_USE, ...part }))
  for (const { account_id, ...part } of atOnce) add(account_id, part)
  for (const row of hours) add(row.account_id, { hours_month: row.hours })
  for (const { account_id, bytes } of stored) add(account_id, { storage_gib: bytes / GIB })
  return used
}

function plus(one: Use, other: Use): Use {
  return Object.fromEntries(QUOTAS.map((quota) => [quota, one[quota] + other[quota]])) as Use
}
