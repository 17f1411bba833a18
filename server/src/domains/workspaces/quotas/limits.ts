import { type KeptQuotas, QUOTAS, type Quotas } from '@podium/contract/calls/quotas.ts'

const NONE = Object.fromEntries(QUOTAS.map((quota) => [quota, null])) as Quotas

/** The limits of the workspace as a whole. */
export function workspaceLimits(quotas: KeptQuotas): Quotas {
  return { ...NONE, ...pickQuotas(quotas) }
}

/** The limits of one person; without an account, the limits of each person. */
export function personLimits({ person, people }: KeptQuotas, accountId: string | null): Quotas {
  return { ...NONE, ...person, ...(accountId === null ? {} : people?.[accountId]) }
}

/** The limits among these that are named. */
export function pickQuotas(named: Partial<Quotas>): Partial<Quotas> {
  const set = QUOTAS.filter((quota) => named[quota] !== undefined)
  return Object.fromEntries(set.map((quota) => [quota, named[quota]]))
}
