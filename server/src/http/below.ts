import { whyBuiltOn } from '@podium/contract/built-on.ts'
import { fail } from '@podium/contract/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { ScopedKind, ScopedObject } from './call.ts'

const streamsOf = (instances: SQL) =>
  sql`select s.created_by from streams s join instances i on i.id = s.instance_id where ${instances}`

/** Who made what goes with an object of each kind. */
const BELOW: Record<ScopedKind, ((id: string) => SQL[]) | null> = {
  workspace: null,
  solution: (id) => [
    sql`select created_by from solution_versions where solution_id = ${id}`,
    sql`select created_by from instances where solution_id = ${id}`,
    streamsOf(sql`i.solution_id = ${id}`),
    sql`select created_by from runs where solution_id = ${id}`,
  ],
  version: (id) => [
    sql`select created_by from instances where solution_version_id = ${id}`,
    streamsOf(sql`i.solution_version_id = ${id}`),
    sql`select created_by from runs where solution_version_id = ${id}`,
  ],
  instance: (id) => [
    sql`select created_by from streams where instance_id = ${id}`,
    sql`select created_by from runs where instance_id = ${id}`,
  ],
  // a coupled instance goes with its stream
  stream: (id) => [
    sql`select created_by from runs where stream_id = ${id}`,
    sql`select i.created_by from instances i join streams s on s.instance_id = i.id where s.id = ${id} and i.coupled`,
  ],
  run: () => [],
}

/** Whether the account made the object, and nobody else made anything below it. */
export async function madeItAlone(
  database: Handle,
  object: ScopedObject,
  accountId: string | null,
): Promise<boolean> {
  const below = BELOW[object.kind]
  if (accountId === null || object.created_by !== accountId || !below) return false
  const makers = below(object.id)
  if (makers.length === 0) return true
  const found = await database.execute<{ others: boolean }>(sql`
    select exists (
      select from (${sql.join(makers, sql` union all `)}) as below
      where created_by is distinct from ${accountId}::uuid
    ) as others`)
  return found.rows[0]?.others === false
}

/**
 * Refuses a deletion. Whoever made the object learns who built on it, as its page would tell them.
 * @throws Failure DELETE.BUILT_ON, NOT.ALLOWED
 */
export async function refuseDeletion(
  database: Handle,
  object: ScopedObject,
  accountId: string | null,
): Promise<never> {
  const makers = BELOW[object.kind]?.(object.id) ?? []
  if (accountId === null || object.created_by !== accountId || makers.length === 0) fail('NOT.ALLOWED')
  const found = await database.execute<{ name: string }>(sql`
    select distinct below.created_by, coalesce(accounts.display_name, 'host') as name
    from (${sql.join(makers, sql` union all `)}) as below left join accounts on accounts.id = below.created_by
    where below.created_by is distinct from ${accountId}::uuid
    order by name`)
  fail('DELETE.BUILT_ON', { reason: whyBuiltOn(found.rows.map(({ name }) => name)) })
}
