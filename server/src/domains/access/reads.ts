import {
  readAccountAccess as accountRoute,
  listWorkspaceAccess,
  type OpenTo,
  type OpenWorkspace,
  type SignInState,
} from '@podium/contract/calls/access.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { AccountRole, WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Call, ScopedObject, Sent } from '../../http/call.ts'
import { hasId, matches, orderOf, type SortColumns } from '../../http/list.ts'
import { countRows, listRows, query, selectRows } from '../rows.ts'
import { maySignIn, signInSentence, signInState } from './sign-in-state-reads.ts'

type Reading = Pick<Deps, 'database' | 'config'>

/** Each account combined with each workspace, with the membership if there is one; both reads begin here. */
const FROM = sql`accounts cross join workspaces w
  left join current_members m on m.workspace_id = w.id and m.account_id = accounts.id`

const IS_MEMBER = sql`m.role is not null`
const IS_ADMIN = sql`accounts.role = 'ADMIN'`

/** The person who gave the membership; for a workspace's creator, the creator. */
const MEMBERSHIP_BY = sql`coalesce((
  select e.actor_name from audit_events e
  where e.object_kind = 'member' and e.object_id = accounts.id::text and e.workspace_id = w.id
    and e.action = 'member.add' order by e.id desc limit 1),
  case when w.created_by = accounts.id then accounts.username end, '')`

/** A column of the audit event by which the account got its present role. */
const ofRole = (column: SQL) => sql`(
  select ${column} from audit_events e
  where e.object_kind = 'account' and e.object_id = accounts.id::text
    and (e.action = 'account.create' or (e.action = 'account.edit' and e.after ? 'role'))
  order by e.id desc limit 1)`

/** @param showsAdmins true if the reader may see who is an administrator */
const openingColumns = (showsAdmins: boolean) => ({
  role: sql`m.role`,
  source: sql`m.source`,
  ends_at: sql`m.ends_at`,
  why: sql`array_remove(array[case when ${IS_MEMBER} then 'member' end,
    case when ${showsAdmins} and ${IS_ADMIN} then 'administrator' end], null)`,
  since: sql`case when ${IS_MEMBER} then m.created_at else coalesce(${ofRole(sql`e.at`)}, accounts.created_at) end`,
  by: sql`case when ${IS_MEMBER} then ${MEMBERSHIP_BY} else coalesce(${ofRole(sql`e.actor_name`)}, '') end`,
  last_run_at: sql`(select max(r.created_at) from runs r where r.workspace_id = w.id and r.created_by = accounts.id)`,
})

function opensIt(showsAdmins: boolean, why: 'member' | 'administrator' | undefined): SQL {
  const asAdmin = sql`(${showsAdmins} and ${IS_ADMIN})`
  if (why === 'member') return IS_MEMBER
  return why === 'administrator' ? asAdmin : sql`(${IS_MEMBER} or ${asAdmin})`
}

const WORKSPACE_SORTS: SortColumns<typeof accountRoute> = {
  name: sql`w.name`,
  role: sql`m.role`,
  since: sql`m.created_at`,
}

/** @throws Failure NOT.FOUND */
export async function readAccountAccess(
  { database, config }: Reading,
  id: string,
  filters: Call<typeof accountRoute>['query'],
) {
  const days = config.inactive_days
  const account = await query(database).first<{ username: string; role: AccountRole; sign_in: SignInState }>(
    sql`select username, role, ${signInState(days)} as sign_in from accounts where ${hasId(sql`id`, id)}`,
  )
  if (!account) return fail('NOT.FOUND')
  const { rows, total } = await listRows<Sent<OpenWorkspace>>(database, {
    columns: { ...openingColumns(true), id: sql`w.id`, display_name: sql`w.display_name` },
    from: FROM,
    where: sql`accounts.id = ${id}::uuid and accounts.deleted_at is null and ${opensIt(true, filters.why)}
      and ${matches(filters.q, [sql`w.name`])}`,
    order: orderOf(accountRoute, filters.sort, WORKSPACE_SORTS, sql`w.id`),
    page: filters,
  })
  return { ...account, sentence: signInSentence(account.sign_in, days), workspaces: rows, total }
}

interface WorkspaceState {
  role: AccountRole
  workspace_role: WorkspaceRole | null
  sign_in: SignInState
  display_name: string
}

/**
 * The facts that decide what the account can do in the workspace.
 * @throws Failure NOT.FOUND
 */
export async function readWorkspaceState({ database, config }: Reading, id: string, workspace: ScopedObject) {
  const days = config.inactive_days
  const state = await query(database).first<WorkspaceState>(sql`
    select accounts.role, m.role as workspace_role, ${signInState(days)} as sign_in, w.display_name
    from ${FROM}
    where ${hasId(sql`accounts.id`, id)} and accounts.deleted_at is null and w.id = ${workspace.workspace_id}::uuid`)
  if (!state) return fail('NOT.FOUND')
  const { role, workspace_role, sign_in, display_name } = state
  return {
    workspace: { id: workspace.workspace_id, display_name },
    sign_in,
    sentence: signInSentence(sign_in, days),
    role: workspace_role,
    why: [
      ...(workspace_role === null ? [] : ['member' as const]),
      ...(role === 'ADMIN' ? ['administrator' as const] : []),
    ],
    account_role: role,
    members_may_only_look: workspace.members_may_only_look,
  }
}

const PEOPLE_SORTS: SortColumns<typeof listWorkspaceAccess> = {
  username: sql`lower(accounts.username)`,
  display_name: sql`lower(accounts.display_name)`,
  role: sql`m.role`,
  since: sql`m.created_at`,
}

type PeopleQuery = Pick<Call<typeof listWorkspaceAccess>['query'], 'sort' | 'q' | 'why'>
type FoundPerson = Omit<OpenTo, 'may_sign_in' | 'sign_in'> & { sign_in: SignInState }

/** The parts of the list of people who can open the workspace, as far as the reader may see it. */
function peopleOf({ config }: Reading, showsAdmins: boolean, workspaceId: string, filters: PeopleQuery) {
  return {
    columns: {
      ...openingColumns(showsAdmins),
      account_id: sql`accounts.id`,
      username: sql`accounts.username`,
      display_name: sql`accounts.display_name`,
      sign_in: signInState(config.inactive_days),
    },
    from: FROM,
    where: sql`w.id = ${workspaceId}::uuid and accounts.deleted_at is null and ${opensIt(showsAdmins, filters.why)}
      and ${matches(filters.q, [sql`accounts.username`, sql`accounts.display_name`])}`,
    order: orderOf(listWorkspaceAccess, filters.sort, PEOPLE_SORTS, sql`accounts.id`),
  }
}

function asShown({ sign_in, ...person }: FoundPerson, showsAdmins: boolean): OpenTo {
  return { ...person, may_sign_in: maySignIn(sign_in), sign_in: showsAdmins ? sign_in : null }
}

export async function listPeople(
  deps: Reading,
  showsAdmins: boolean,
  workspaceId: string,
  filters: Call<typeof listWorkspaceAccess>['query'],
) {
  const [{ rows, total }, administrators] = await Promise.all([
    listRows<FoundPerson>(deps.database, {
      ...peopleOf(deps, showsAdmins, workspaceId, filters),
      page: filters,
    }),
    countRows(deps.database, sql`accounts`, sql`role = 'ADMIN' and deleted_at is null`),
  ])
  return { people: rows.map((person) => asShown(person, showsAdmins)), total, administrators }
}

/** The whole list, for a file. */
export async function allPeople(
  deps: Reading,
  showsAdmins: boolean,
  workspaceId: string,
  filters: PeopleQuery,
) {
  const { columns, from, where, order } = peopleOf(deps, showsAdmins, workspaceId, filters)
  const rows = await selectRows<FoundPerson>(
    deps.database,
    columns,
    sql`from ${from} where ${where} order by ${order}`,
  )
  return rows.map((person) => asShown(person, showsAdmins))
}
