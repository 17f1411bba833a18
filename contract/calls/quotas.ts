import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { count, id } from '../wire/shapes.ts'

/**
 * Limits for a workspace and for a person in it: runs, vCPU, GiB of memory and GPUs in use at once, run hours in a
 * month of UTC, and GiB stored. null means no limit.
 */
export const QUOTAS = ['runs', 'cpu', 'memory_gib', 'gpu', 'hours_month', 'storage_gib'] as const
export type Quota = (typeof QUOTAS)[number]
export type Quotas = Record<Quota, number | null>

/** The stored limits. A missing one means no limit, or for a person the limit of everybody. */
export interface KeptQuotas extends Partial<Quotas> {
  person?: Partial<Quotas>
  /** limits of single people, by the id of the account */
  people?: Record<string, Partial<Quotas>>
}

const MOST = 1_000_000
const whole = z.nullable(z.int().check(z.minimum(0), z.maximum(MOST)))
const amount = z.nullable(z.number().check(z.minimum(0), z.maximum(MOST)))

const quotas = {
  runs: whole,
  cpu: amount,
  memory_gib: amount,
  gpu: whole,
  hours_month: amount,
  storage_gib: amount,
}
const changes = z.partial(z.strictObject(quotas))
const use = z.object({
  runs: count,
  cpu: count,
  memory_gib: count,
  gpu: count,
  hours_month: count,
  storage_gib: count,
})

const personQuotas = z.object({
  account_id: id,
  username: z.string(),
  display_name: z.string(),
  /** the limits that apply to them, with those that apply to everybody */
  limits: z.object(quotas),
  /** the limits that are set for them alone */
  own: z.array(z.enum(QUOTAS)),
  use,
})
export type PersonQuotas = z.infer<typeof personQuotas>

const quotasReply = z.object({
  ...quotas,
  /** the limits of each person without limits of their own */
  person: z.object(quotas),
  use,
  /** at most a hundred members: those with limits of their own first, then by hours in this month */
  people: z.array(personQuotas),
  members: count,
})
export type QuotasReply = z.infer<typeof quotasReply>

const byId = z.object({ id: z.string() })

export const readQuotas = route({
  id: 'readQuotas',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/quotas',
  summary: 'The limits of a workspace and of the people in it, with the use of each now',
  allow: 'workspace.usage',
  scope: { workspace: 'id' },
  reads: ['workspace', 'member', 'run', 'object', 'solution'],
  params: byId,
  reply: quotasReply,
})

/** Limits that are left out stay. Only administrators set the workspace's limits; managers too set those of people. */
export const editQuotas = route({
  id: 'editQuotas',
  method: 'PUT',
  path: '/api/v1/workspaces/{id}/quotas',
  summary: 'Set limits of a workspace and of the people in it; what is left out stays as it is',
  allow: 'quota.edit',
  scope: { workspace: 'id' },
  touches: ['workspace', 'run'],
  params: byId,
  body: z.extend(changes, {
    person: z.optional(changes),
    /** all limits of that person's own; empty removes them, so the general limits apply again */
    people: z.optional(
      z.array(z.strictObject({ account_id: z.string(), limits: changes })).check(z.maxLength(1000)),
    ),
  }),
  reply: quotasReply,
  errors: ['QUOTA.ADMINISTRATOR', 'MEMBER.NONE'],
})
