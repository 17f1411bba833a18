import { patterns, storedWorkspaceName } from '@podium/contract/rules/rules.ts'
import type { Database } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { ScopedKind, ScopedObject } from './call.ts'

export function isUuid(text: string): boolean {
  return patterns.uuid.test(text)
}

/** The table and the name column of each kind. */
const SOURCES: Record<Exclude<ScopedKind, 'workspace'>, { from: SQL; name: SQL }> = {
  solution: { from: sql`solutions o`, name: sql`o.name` },
  version: {
    from: sql`solution_versions o join solutions s on s.id = o.solution_id`,
    name: sql`s.name || ' v' || o.version_num`,
  },
  instance: { from: sql`instances o`, name: sql`o.name` },
  stream: { from: sql`streams o`, name: sql`o.name` },
  run: { from: sql`runs o`, name: sql`o.name` },
  data_set: { from: sql`data_sets o`, name: sql`o.name` },
  schedule: { from: sql`schedules o join streams s on s.id = o.stream_id`, name: sql`s.name` },
}

const WORKSPACE = sql`w.id as workspace_id, w.name as workspace_name, w.number as workspace_number, w.s3_bucket_name,
  w.members_may_only_look, m.role`

/** The object with its workspace and the account's role there, in one query; null if no object has that id. */
export async function findObject(
  database: Database,
  kind: Exclude<ScopedKind, 'workspace'>,
  id: string,
  accountId: string | null,
): Promise<ScopedObject | null> {
  if (!isUuid(id)) return null
  const { from, name } = SOURCES[kind]
  const found = await database.execute<Record<string, unknown> & ScopedObject>(sql`
    select ${kind}::text as kind, o.id, ${name} as name, o.created_by, ${WORKSPACE}
    from ${from} join workspaces w on w.id = o.workspace_id
    left join current_members m on m.workspace_id = w.id and m.account_id = ${accountId}::uuid
    where o.id = ${id}::uuid`)
  return found.rows[0] ?? null
}

const FIND_WORKSPACE = `
  select 'workspace'::text as kind, w.id, w.name, w.created_by, w.id as workspace_id, w.name as workspace_name,
    w.number as workspace_number, w.s3_bucket_name, w.members_may_only_look, m.role
  from workspaces w
  left join current_members m on m.workspace_id = w.id and m.account_id = $1::uuid`

/** Every list begins with one of these queries, so each is planned once per connection. */
const BY_ID = { name: 'find_workspace', text: `${FIND_WORKSPACE} where w.id = $2::uuid` }
const BY_NAME = { name: 'find_workspace_by_name', text: `${FIND_WORKSPACE} where w.name = $2` }

/** A workspace by its id or its name, with or without '-ws'. A text that looks like an id is never a name. */
export async function findWorkspace(database: Database, name: string, accountId: string | null) {
  const statement = isUuid(name) ? BY_ID : BY_NAME
  const named = isUuid(name) ? name : storedWorkspaceName(name.replaceAll('\0', ''))
  const found = await database.$client.query<ScopedObject>({ ...statement, values: [accountId, named] })
  return found.rows[0] ?? null
}

/** True if `name` names this workspace, in either dialect. */
export function namesWorkspace(name: string, object: ScopedObject): boolean {
  if (isUuid(name)) return name.toLowerCase() === object.workspace_id
  return storedWorkspaceName(name) === object.workspace_name
}
