import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { count, failures, id } from '../wire/shapes.ts'
import { workspaceRole } from './auth.ts'

/** Calls for the departure of a person: what they own, and how all of it is settled at once. */

const byId = z.object({ id: z.string().check(z.describe('The id of the account')) })

/** A person's belongings in one workspace. `queued` and `running` are runs. Everything but webhooks stays. */
const holding = z.object({
  id,
  display_name: z.string(),
  /** null without a membership */
  role: z.nullable(workspaceRole),
  /** no other manager exists, so another person must take over */
  only_manager: z.boolean(),
  /** if `only_manager`, the first hundred members who could take over */
  successors: z.array(
    z.object({ account_id: id, username: z.string(), display_name: z.string(), role: workspaceRole }),
  ),
  queued: count,
  running: count,
  drafts: count,
  solutions: count,
  /** without drafts */
  instances: count,
  streams: count,
  data_sets: count,
  /** schedules that run with the person's rights; they pause when the person leaves */
  schedules: count,
  /** webhooks that the person made; deleted when the person leaves, because the person knows their secrets */
  webhooks: count,
  /** uploaded by the person */
  files: count,
})
export type Holding = z.infer<typeof holding>

export const holdings = z.object({
  /** the revision that the decision is based on, to be sent back with it; sessions are not part of it */
  revision: z.string(),
  username: z.string(),
  display_name: z.string(),
  /** true if an administrator has already locked the account */
  locked: z.boolean(),
  /** the workspaces in which they are a member or own anything, by name */
  workspaces: z.array(holding),
  sessions: count,
  access_tokens: count,
  /** true if an unused link to set a new password exists */
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
 * Does everything in one transaction and deletes the webhooks that the person made. Afterwards the runs are asked to
 * stop, on behalf of the caller. Answers 409 if something changed since `revision`: `changed` names the parts,
 * `current` is the present state.
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
    /** number of memberships that ended; 0 if the account is only locked */
    memberships: count,
    sessions: count,
    access_tokens: count,
    /** number of deleted webhooks */
    webhooks: count,
    /** null if the state of the runs is unknown; everything else is done */
    runs: z.nullable(
      z.object({
        /** runs asked to stop; queued ones have stopped already */
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
