import type { Candidate } from '@podium/contract/accounts.ts'
import { FieldProblems } from '@podium/contract/errors.ts'
import { limits } from '@podium/contract/rules.ts'
import type { Handle } from '@podium/database/connect.ts'
import type { Caller, Sent } from '../../http/call.ts'
import { type AccountFilter, type ListedAccount, listAccounts } from './account-list.ts'

/**
 * Who could be added to the workspace. A manager finds people they know of, but gets no list of all accounts and
 * nothing of how an account is.
 */
export async function listCandidates(
  db: Handle,
  inactiveDays: number,
  caller: Caller,
  workspaceId: string,
  asked: AccountFilter & { page: number; page_size: number },
): Promise<{ accounts: Sent<Candidate>[]; total: number }> {
  if (caller.role === 'ADMIN') return listAccounts(db, inactiveDays, { ...asked, outside: workspaceId })
  const { q, login_type, page, page_size } = asked
  const sort = PERSONAL.test(asked.sort ?? '') ? asked.sort : undefined
  if (searchedLength(q ?? '') < limits.candidate_search) refuseShort()
  const filter = { q, login_type, sort, outside: workspaceId }
  const found = await listAccounts(db, inactiveDays, { ...filter, page, page_size })
  return { accounts: found.accounts.map(whoItIs), total: found.total }
}

/** What a manager is not shown must not be found out by filters and orders either. */
const PERSONAL = /^-?(username|display_name|email|company|department|login_type)$/

/** What nobody sees is not searched for, or matches everybody: it does not make a text longer. */
function searchedLength(q: string): number {
  return [...q.replaceAll(/\p{Cc}/gu, '').trim()].length
}

function refuseShort(): never {
  const msg = `Search with at least ${limits.candidate_search} characters.`
  throw new FieldProblems([{ loc: ['query', 'q'], msg, type: 'too_short' }])
}

function whoItIs(account: ListedAccount): Sent<Candidate> {
  const { id, username, display_name, email, company, department, login_type } = account
  return { id, username, display_name, email, company, department, login_type }
}
