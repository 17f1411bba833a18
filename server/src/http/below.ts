import { builtOnReason } from '@podium/contract/rules/built-on.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { ScopedKind, ScopedObject } from './call.ts'

/** Kinds for which the rows below an object are found when it is deleted. */
export type DeletableKind = Exclude<ScopedKind, 'workspace' | 'data_set' | 'schedule'>

export function deletableKind({ kind }: ScopedObject): DeletableKind {
  if (kind === 'workspace' || kind === 'data_set' || kind === 'schedule')
    throw new Error(`A ${kind} is deleted by its own domain.`)
  return kind
}

const NONE = sql`null::uuid`

/** For each kind, the column that links the rows of each table to an object of that kind. */
export const BELOW: Record<DeletableKind, { versions: SQL; instances: SQL; streams: SQL; runs: SQL }> = {
  solution: {
    versions: sql`solution_id`,
    instances: sql`solution_id`,
    streams: sql`instance.solution_id`,
    runs: sql`solution_id`,
  },
  version: {
    versions: NONE,
    instances: sql`solution_version_id`,
    streams: sql`instance.solution_version_id`,
    runs: sql`solution_version_id`,
  },
  instance: { versions: NONE, instances: NONE, streams: sql`instance.id`, runs: sql`instance_id` },
  stream: { versions: NONE, instances: NONE, streams: NONE, runs: sql`stream_id` },
  run: { versions: NONE, instances: NONE, streams: NONE, runs: NONE },
}

/** The makers of everything deleted with the object, as `created_by`; a coupled instance goes with its stream. */
function makersBelow(kind: DeletableKind | 'data_set', id: string): SQL {
  if (kind === 'data_set')
    return sql`(select created_by from data_set_versions where data_set_id = ${id} and number is not null) as below`
  const { versions, instances, streams, runs } = BELOW[kind]
  const scheduled = kind === 'stream' ? sql`stream.id` : streams
  const coupled = kind === 'stream' ? sql`stream.id = ${id} and instance.coupled` : sql`false`
  return sql`(
    select created_by from solution_versions where ${versions} = ${id}
    union all select created_by from instances where ${instances} = ${id}
    union all select stream.created_by from streams stream join instances instance on instance.id = stream.instance_id
      where ${streams} = ${id}
    union all select schedule.created_by from schedules schedule join streams stream on stream.id = schedule.stream_id
      join instances instance on instance.id = stream.instance_id where ${scheduled} = ${id}
    union all select created_by from runs where ${runs} = ${id}
    union all select instance.created_by from streams stream join instances instance on instance.id = stream.instance_id
      where ${coupled}
  ) as below`
}

/** True if the account made the object and nobody else made anything below it. */
export async function madeItAlone(database: Handle, object: ScopedObject, accountId: string | null) {
  if (accountId === null || object.created_by !== accountId) return false
  if (object.kind === 'workspace' || object.kind === 'schedule') return false
  const found = await database.execute<{ others: boolean }>(sql`
    select exists (
      select from ${makersBelow(object.kind, object.id)} where created_by is distinct from ${accountId}::uuid
    ) as others`)
  return found.rows[0]?.others === false
}

/**
 * Refuses a deletion. The object's maker is told who built on it, as its page shows.
 * @throws Failure DELETE.BUILT_ON, NOT.ALLOWED
 */
export async function refuseDeletion(
  database: Handle,
  object: ScopedObject,
  accountId: string | null,
): Promise<never> {
  const { kind, id, created_by } = object
  if (accountId === null || created_by !== accountId) fail('NOT.ALLOWED')
  if (kind === 'workspace' || kind === 'run' || kind === 'schedule') fail('NOT.ALLOWED')
  const found = await database.execute<{ name: string }>(sql`
    select distinct below.created_by, coalesce(accounts.display_name, 'host') as name
    from ${makersBelow(kind, id)} left join accounts on accounts.id = below.created_by
    where below.created_by is distinct from ${accountId}::uuid
    order by name`)
  fail('DELETE.BUILT_ON', { reason: builtOnReason(found.rows.map(({ name }) => name)) })
}
