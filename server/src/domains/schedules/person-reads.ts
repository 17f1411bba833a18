import { type AccountRole, may, type WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query } from '../rows.ts'
import type { ScheduleRow } from './repository.ts'

/** The person whose rights a schedule has, at present. */
export interface Person {
  account_id: string
  username: string
  display_name: string
  role: AccountRole
  workspaceRole: WorkspaceRole | null
  membersMayOnlyLook: boolean
  deleted: boolean
  locked: boolean
  workspace: string
}

export async function readPerson(db: Handle, { run_as, workspace_id }: ScheduleRow): Promise<Person> {
  const person = await query(db).first<Person>(sql`
    select a.id as account_id, a.username, a.display_name, a.role, m.role as "workspaceRole",
      w.members_may_only_look as "membersMayOnlyLook", a.deleted_at is not null as deleted, a.locked_by_admin_at is not null as locked, w.display_name as workspace
    from accounts a
    join workspaces w on w.id = ${workspace_id}::uuid
    left join current_members m on m.workspace_id = w.id and m.account_id = a.id
    where a.id = ${run_as}::uuid`)
  if (!person) throw new Error('the account of this schedule is not there')
  return person
}

/** Why the person may start no run there. `lasting`: the schedule pauses until a person turns it on. */
interface Hindrance {
  reason: string
  lasting: boolean
}

/** null if they may. */
export function hindranceOf(person: Person): Hindrance | null {
  const { username, role, workspaceRole, membersMayOnlyLook, deleted, locked, workspace } = person
  const isIn = !deleted && (workspaceRole !== null || role === 'ADMIN')
  if (!isIn) return { reason: `${username} has left ${workspace}.`, lasting: true }
  if (locked) return { reason: `The account of ${username} is locked.`, lasting: true }
  if (may('run.start', { role, workspaceRole, membersMayOnlyLook, madeIt: false })) return null
  return {
    reason: `${username} could not start a run: members of ${workspace} may only look for now.`,
    lasting: false,
  }
}
