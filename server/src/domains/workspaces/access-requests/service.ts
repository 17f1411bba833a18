import type {
  AccessRequest,
  approveAccessRequest as approveRoute,
  askForAccess as askRoute,
} from '@podium/contract/calls/access-requests.ts'
import { fail, failField } from '@podium/contract/rules/errors.ts'
import {
  limits,
  messages,
  storedWorkspaceName,
  workspaceDisplayName,
  workspaceNameProblem,
} from '@podium/contract/rules/rules.ts'
import type { Database, Handle, Transaction } from '@podium/database/connect.ts'
import type { Call, Caller, ScopedObject } from '../../../http/call.ts'
import { failIfTaken } from '../../../http/errors/database-errors.ts'
import { isUuid } from '../../../http/scoped-objects.ts'
import { checkStillAllowed } from '../../../http/session/still-allowed.ts'
import { record } from '../../audit/audit.ts'
import { endOf } from '../members/end.ts'
import { named } from '../members/named-request.ts'
import { holdAccount } from '../members/repository.ts'
import {
  countOf,
  decide,
  findAsked,
  insertRequest,
  lockPerson,
  lockRequest,
} from '../members/requests-repository.ts'
import { addMember } from '../members/service.ts'
import { lockBucket } from '../service.ts'
import { readAccessRequest, readOwn } from './reads.ts'

/**
 * Stores a request. Answers and refusals are the same whether or not a workspace has that name, except for its members.
 */
export async function askForAccess(database: Database, caller: Caller, sent: Call<typeof askRoute>['body']) {
  const account_id = caller.account_id ?? fail('ACCOUNT.NONE')
  const typed = sent.workspace_name.trim()
  const reason = sent.reason.trim()
  const problem = workspaceNameProblem(typed)
  if (problem !== null) failField('workspace_name', problem)
  if (reason === '') failField('reason', messages.fill_out)
  const request = { account_id, workspace_name: storedWorkspaceName(typed), role: sent.role, reason }
  const workspace = workspaceDisplayName(request.workspace_name)
  const id = await database
    .transaction(async (tx) => {
      if (!(await lockPerson(tx, account_id))) fail('SESSION.NONE')
      const earlier = await findAsked(tx, request)
      if (earlier?.is_member) fail('ACCESS_REQUEST.MEMBER', { workspace })
      const { open, today } = await countOf(tx, account_id)
      const made = await insertRequest(tx, request)
      if (open >= limits.access_requests_open)
        fail('ACCESS_REQUEST.MANY', { most: limits.access_requests_open })
      if (today >= limits.access_requests_a_day)
        fail('ACCESS_REQUEST.OFTEN', { most: limits.access_requests_a_day })
      const event = named({
        id: made,
        workspace_name: workspace,
        workspace_id: earlier?.workspace_id ?? null,
      })
      await record(tx, caller, {
        action: 'access-request.make',
        ...event,
        after: { role: request.role, reason },
      })
      return made
    })
    .catch(failIfTaken('access_requests_open', 'ACCESS_REQUEST.OPEN', { workspace }))
  return readOwn(database, id)
}

interface Deciding {
  database: Database
  caller: Caller
  /** the workspace named in the call; null for an administrator who named none */
  workspace: ScopedObject | null
}

/**
 * Adds the requester as a member, which ends the request.
 * @throws Failure ACCESS_REQUEST.DECIDED if someone else was faster
 */
export async function approve(
  { database, caller, workspace }: Deciding,
  id: string,
  { role, ends_at }: Call<typeof approveRoute>['body'],
): Promise<AccessRequest> {
  const request = await readAsked(database, workspace, id)
  const { workspace_id, account_id } = request
  if (request.state !== 'open') refuseDecided(request)
  if (workspace_id === null) fail('ACCESS_REQUEST.NOWHERE', { workspace: request.workspace_name })
  const end = endOf(ends_at, ['body', 'ends_at']) ?? null
  await database.transaction(async (tx) => {
    if ((await lockBucket(tx, workspace_id)) === null) fail('NOT.FOUND')
    await checkStillAllowed(tx, caller, workspace_id, 'access-request.decide')
    // locks in the same order as the deletion of an account, to avoid deadlocks
    if ((await holdAccount(tx, account_id)) === null) fail('MEMBER.ACCOUNT_UNKNOWN')
    await lockOpen(tx, id)
    await addMember(tx, caller, workspace_id, { account_id, role, ends_at: end })
  })
  return readAccessRequest(database, id)
}

/** @throws Failure ACCESS_REQUEST.DECIDED if someone else was faster */
export async function decline(
  { database, caller, workspace }: Deciding,
  id: string,
  sent: string,
): Promise<AccessRequest> {
  const answer = sent.trim()
  if (answer === '') failField('answer', messages.fill_out)
  const request = await readAsked(database, workspace, id)
  const { workspace_id } = request
  await database.transaction(async (tx) => {
    // requests for a workspace that was deleted meanwhile ended with it
    if (workspace_id !== null && (await lockBucket(tx, workspace_id)) !== null)
      await checkStillAllowed(tx, caller, workspace_id, 'access-request.decide')
    await lockOpen(tx, id)
    await decide(tx, id, { state: 'declined', answer, decided_by: caller.account_id })
    await record(tx, caller, { action: 'access-request.decline', ...named(request), after: { answer } })
  })
  return readAccessRequest(database, id)
}

async function readAsked(db: Handle, workspace: ScopedObject | null, id: string): Promise<AccessRequest> {
  const request = isUuid(id) ? await readAccessRequest(db, id) : fail('NOT.FOUND')
  if (workspace !== null && request.workspace_id !== workspace.workspace_id) fail('NOT.FOUND')
  return request
}

async function lockOpen(tx: Transaction, id: string): Promise<void> {
  const { state } = (await lockRequest(tx, id)) ?? fail('NOT.FOUND')
  if (state !== 'open') refuseDecided(await readAccessRequest(tx, id))
}

function refuseDecided({ state, decided_by }: AccessRequest): never {
  const reason = decided_by
    ? `${decided_by} has ${state} this request already.`
    : `This request was already ${state}.`
  return fail('ACCESS_REQUEST.DECIDED', { reason })
}
