import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { count } from '../wire/shapes.ts'

/**
 * The usage in total. With prices it is in `unit` (a currency), truncated to a multiple of 10, with the amount to the
 * cent in `exact`. Without prices it is in hours or GiB with at most two decimals, and `exact` has the amount if that
 * rounds to 0.
 */
export const usage = z.object({
  service_name: z.enum(['Training', 'Inference', 'Storage']),
  amount: z.number(),
  exact: z.optional(z.number()),
  unit: z.string(),
})
export type Usage = z.infer<typeof usage>

const byId = z.object({ id: z.string() })

export const readMemberSummary = route({
  id: 'readMemberSummary',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/members/overview/summary',
  summary: 'How many members a workspace has, how many are active, and what it used',
  allow: 'member.list',
  scope: { workspace: 'id' },
  reads: ['member', 'account'],
  params: byId,
  reply: z.object({
    total: count,
    by_role: z.object({ MANAGER: count, DEVELOPER: count, MEMBER: count }),
    /** members who signed in within the last 30 days */
    active_30_days: count,
    usage: z.array(usage),
  }),
})

export const readWorkspaceUse = route({
  id: 'readWorkspaceUse',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/usage',
  summary: 'What a workspace used in each of the last six months',
  allow: 'workspace.usage',
  scope: { workspace: 'id' },
  reads: ['run'],
  params: byId,
  reply: z.object({
    /** months of UTC as '2026-11', oldest first, the last one still running; each with Training and Inference */
    months: z.array(z.object({ month: z.string(), usage: z.array(usage) })),
  }),
})
