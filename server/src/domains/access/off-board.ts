import type { AccountDetail } from '@podium/contract/calls/accounts.ts'
import type { Holdings, offBoardAccount as offBoardRoute } from '@podium/contract/calls/off-boarding.ts'
import { Failure, fail, failField } from '@podium/contract/rules/errors.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Call, Caller } from '../../http/call.ts'
import { hasId } from '../../http/list.ts'
import { toEach } from '../../http/to-each.ts'
import { named } from '../accounts/own-account.ts'
import { readAccount } from '../accounts/reads.ts'
import { lockAccount, lockLeaver, removeAccount } from '../accounts/service.ts'
import { record } from '../audit/audit.ts'
import { query } from '../rows.ts'
import { stopRun } from '../run-records/stop.ts'
import { appointManager } from '../workspaces/members/service.ts'
import { changedParts, findHoldings, liveRunsOf, type Part } from './holdings-reads.ts'
import { maySignIn, signInState } from './sign-in-state-reads.ts'

type Decision = Call<typeof offBoardRoute>['body']

const PART_WORDS: Record<Part, string> = {
  account: 'the account itself',
  workspaces: 'its workspaces',
  runs: 'its runs',
  made: 'what it created',
  tokens: 'its access tokens',
}

/** @throws Failure NOT.FOUND */
export async function readHoldings(deps: Deps, id: string): Promise<Holdings> {
  const account = await readAccount(deps, id)
  return findHoldings(deps.database, account.id)
}

/**
 * Settles a leaver's holdings in one transaction: the hand-over, the account and its webhooks. Then, if so decided,
 * asks the runs to stop, which the engine carries out and which cannot be undone. If that fails, the person has left
 * nevertheless.
 */
export async function offBoard(deps: Deps, caller: Caller, id: string, decision: Decision) {
  const settled = await deps.database.transaction((tx) => settle(tx, deps, caller, id, decision))
  const runs = await settleRuns(deps, caller, settled.account_id, decision.runs).catch((err) => {
    deps.log.error(
      { err, account_id: settled.account_id },
      'The runs of a person who left could not be settled.',
    )
    return null
  })
  const { account_id: _, ...done } = settled
  return { ...done, runs }
}

async function settle(tx: Transaction, deps: Deps, caller: Caller, id: string, decision: Decision) {
  const leaver = await lockLeaver(tx, deps, caller, id, 'ACCOUNT.LEAVE_SELF')
  const holdings = await findHoldings(tx, leaver.id)
  const changed = changedParts(decision.revision, holdings.revision)
  if (changed.length > 0) {
    const parts = changed.map((part) => PART_WORDS[part]).join(', ')
    fail('HOLDINGS.CHANGED', { parts }, { changed, current: holdings })
  }
  const handed_over = await handOver(tx, deps, caller, leaver, holdings, decision.managers)
  const members = holdings.workspaces.filter(({ role }) => role !== null)
  const leave = decision.account === 'delete' ? removeAccount : lockAccount
  const webhooks = await leave(tx, caller, leaver)
  await record(tx, caller, {
    action: 'account.off-board',
    ...named(leaver),
    after: { account: decision.account, runs: decision.runs, handed_over },
  })
  return {
    account_id: leaver.id,
    handed_over,
    memberships: decision.account === 'delete' ? members.length : 0,
    sessions: holdings.sessions,
    access_tokens: holdings.access_tokens,
    webhooks,
  }
}

/**
 * Appoints a manager in each workspace that would have none.
 * @throws Failure ACCOUNT.LAST_MANAGER naming the workspaces without a successor
 */
async function handOver(
  tx: Transaction,
  deps: Deps,
  caller: Caller,
  leaver: AccountDetail,
  holdings: Holdings,
  managers: Decision['managers'],
) {
  const left = holdings.workspaces.filter(({ only_manager }) => only_manager)
  const successorIn = new Map(
    managers.map(({ workspace_id, account_id }) => [workspace_id.toLowerCase(), account_id]),
  )
  const missing = left.filter(({ id }) => !successorIn.has(id)).map(({ display_name }) => display_name)
  if (missing.length > 0)
    fail('ACCOUNT.LAST_MANAGER', { username: leaver.username, workspaces: missing.join(', ') })
  if (successorIn.size > left.length)
    failField(
      'managers',
      'Choose a new manager only for workspaces where the person who leaves is the only manager.',
    )
  const handedOver: { workspace_id: string; display_name: string; username: string }[] = []
  for (const { id: workspace_id, display_name } of left) {
    const successor = successorIn.get(workspace_id) ?? ''
    if (successor.toLowerCase() === leaver.id)
      failField('managers', `${leaver.username} leaves and cannot stay the manager of ${display_name}.`)
    await refuseLockedOut(tx, deps, successor, display_name)
    const username = await appointManager(tx, caller, workspace_id, successor)
    handedOver.push({ workspace_id, display_name, username })
  }
  return handedOver
}

async function refuseLockedOut(
  tx: Transaction,
  { config }: Deps,
  id: string,
  workspace: string,
): Promise<void> {
  type Found = { username: string; state: Parameters<typeof maySignIn>[0] }
  const found = await query(tx).first<Found>(sql`
    select username, ${signInState(config.inactive_days)} as state from accounts
    where ${hasId(sql`id`, id)} and deleted_at is null`)
  if (found && !maySignIn(found.state))
    failField('managers', `${found.username} cannot sign in now, and so cannot take over ${workspace}.`)
}

async function settleRuns(deps: Deps, caller: Caller, accountId: string, decided: Decision['runs']) {
  const live = await liveRunsOf(deps.database, accountId)
  if (decided === 'keep') return { stopped: 0, going_on: live.length, failed: [] }
  const { done, failed } = await toEach(live, (id) => stopRun(deps, caller, id).catch(unlessEnded))
  return { stopped: done.length, going_on: failed.length, failed }
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'RUN.ENDED')) throw error
}
