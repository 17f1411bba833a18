import type { Client } from '../one-connection.ts'

const FACTS = `
  select 'column ' || attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod)
    || case when attnotnull then ' not null' else '' end
    || case attgenerated when '' then ' default ' else ' generated ' end || coalesce(pg_get_expr(adbin, adrelid), '') as fact
  from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
  union all
  select 'constraint ' || conrelid::regclass || '.' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
  union all
  select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select 'trigger ' || pg_get_triggerdef(pg_trigger.oid)
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = 'public'::regnamespace and not tgisinternal
  union all
  select 'rights ' || oid::regclass || ' ' || unnest(relacl)::text
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
  order by 1`

/** Lists all of Podium's objects in a database, without rows, and the migrations that it records. */
export async function catalogueOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ fact: string }>(FACTS)
  return [...rows.map(({ fact }) => fact), ...(await migrationsOf(client))]
}

async function migrationsOf(client: Client): Promise<string[]> {
  const known = await client.query(`select 1 from pg_tables where tablename = '__drizzle_migrations'`)
  if (known.rowCount === 0) return []
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at, hash',
  )
  return rows.map(({ hash, created_at }) => `migration ${created_at} ${hash}`)
}
