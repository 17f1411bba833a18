import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { count, failures, id } from '../wire/shapes.ts'
import { workspaceRole } from './auth.ts'

/** When a person leaves: what they hold, and how all of it is settled at once. */

const byId = z.object({ id: z.string().check(z.describe('The id of the account')) })

/** What a person holds in one workspace. `queued` and `running` are runs; what was made stays whatever is decided, but for webhooks. */
const held = z.object({
  id,
  display_name: z.string(),
  /** null without a membership */
  role: z.nullable(workspaceRole),
  /** there is no other manager, so another person must take over */
  only_manager: z.boolean(),
  /** where `only_manager`, the first hundred members who could take over */
  successors: z.array(
    z.object({ account_id: id, username: z.string(), display_name: z.string(), role: workspaceRole }),
  ),
  queued: count,
  running: count,
  drafts: count,
  solutions: count,
  /** without the drafts */
  instances: count,
  streams: count,
  data_sets: count,
  /** those that run with the rights of the person; they pause when the person leaves */
  schedules: count,
  /** those that the person made; they are deleted when the person leaves, who knows their secrets */
  webhooks: count,
  /** that they uploaded */
  files: count,
})
export type Held = z.infer<typeof held>

export const holdings = z.object({
  /** what the decision is made from; sent back with it. Sessions are no part of it: they end in any case */
  revision: z.string(),
  username: z.string(),
  display_name: z.string(),
  /** an administrator locked the account already */
  locked: z.boolean(),
  /** the workspaces in which they are a member or hold anything, by name */
  workspaces: z.array(held),
  sessions: count,
  access_tokens: count,
  /** a link to set a new password that was not used yet */
  password_link: z.boolean(),
})
export type Holdings = z.infer<typeof holdings>

export const readHoldings = route({
  id: 'readHoldings',
  method: 'GET',
  path: '/api/v1/accounts/{id}/holdings',
  summary: 'What a person holds: runs, memberships, what they made, sessions and tokens',
  allow: 'account.off-board',
  scope: 'none',
  reads: [
    'account',
    'member',
    'workspace',
    'run',
    'instance',
    'solution',
    'stream',
    'data-set',
    'schedule',
    'webhook',
    'session',
    'token',
    'object',
  ],
  params: byId,
  reply: holdings,
})

/**
 * All of it in one transaction, or none, with the webhooks that the person made. Runs are asked to stop after it, as by
 * the person who calls. What changed since `revision` is answered with 409: `changed` names the parts, `current` is what is held now.
 */
export const offBoardAccount = route({
  id: 'offBoardAccount',
  method: 'POST',
  path: '/api/v1/accounts/{id}/offboard',
  summary:
    'Off-board a person: hand their workspaces over, stop their runs or not, and lock or delete the account',
  allow: 'account.off-board',
  scope: 'none',
  touches: ['account', 'member', 'run', 'schedule', 'webhook', 'session', 'token'],
  params: byId,
  body: z.strictObject({
    revision: z.string().check(z.maxLength(200), z.describe('The revision of the holdings that you saw')),
    managers: z
      .array(z.strictObject({ workspace_id: z.string(), account_id: z.string() }))
      .check(
        z.maxLength(1000),
        z.describe('Who takes over each workspace in which they are the only manager'),
      ),
    runs: z.enum(['keep', 'stop']).check(z.describe('Whether their queued and running runs are stopped')),
    account: z
      .enum(['lock', 'delete'])
      .check(
        z.describe('lock: it cannot sign in until it is unlocked, and everything but its webhooks is kept'),
      ),
  }),
  reply: z.object({
    handed_over: z.array(z.object({ workspace_id: id, display_name: z.string(), username: z.string() })),
    /** how many memberships ended; 0 where the account is only locked */
    memberships: count,
    sessions: count,
    access_tokens: count,
    /** how many were deleted */
    webhooks: count,
    /** null where what became of them is not known: all else is done */
    runs: z.nullable(
      z.object({
        /** asked to stop; a queued one has stopped already */
        stopped: count,
        going_on: count,
        failed: failures,
      }),
    ),
  }),
  errors: [
    'NOT.FOUND',
    'ACCOUNT.LEAVE_SELF',
    'ACCOUNT.LAST_ADMIN',
    'ACCOUNT.LAST_MANAGER',
    'HOLDINGS.CHANGED',
    'MEMBER.ACCOUNT_UNKNOWN',
  ],
})
