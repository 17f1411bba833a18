import type { Client } from '@podium/database/one-connection.ts'
import { readSequences } from '@podium/database/table-lines.ts'
import { refuse } from './findings.ts'
import type { Manifest } from './manifest.ts'

/** Every workspace has its bucket and every bucket its workspace: an empty one stands in the manifest alone. */
export async function checkBuckets(client: Client, { buckets }: Manifest): Promise<void> {
  const { rows } = await client.query<{ bucket: string }>('select s3_bucket_name as bucket from workspaces')
  const wanted = rows.map(({ bucket }) => bucket).sort()
  if (JSON.stringify(wanted) !== JSON.stringify(buckets.toSorted()))
    refuse('its manifest does not name the buckets of its workspaces')
}

/** A number that a row has would else be given out again. */
export async function checkSequences(client: Client, { sequences }: Manifest): Promise<void> {
  const names = Object.keys(await readSequences(client)).sort()
  if (JSON.stringify(names) !== JSON.stringify(Object.keys(sequences).sort()))
    refuse('its manifest does not name the numbers that were given out')
  for (const [name, last] of Object.entries(sequences))
    if ((await highestOf(client, name)) > BigInt(last ?? 0))
      refuse(`its manifest has a wrong number for ${name}`)
}

/** The highest number in the column that the sequence is for. */
async function highestOf(client: Client, sequence: string): Promise<bigint> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select d.refobjid::regclass::text as table, quote_ident(a.attname) as column from pg_depend d
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.objid = quote_ident($1)::regclass and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')`,
    [sequence],
  )
  const [owner] = rows
  if (!owner) return 0n
  const highest = await client.query<{ highest: string }>(
    `select coalesce(max(${owner.column}), 0)::text as highest from ${owner.table}`,
  )
  return BigInt(highest.rows[0]?.highest ?? 0)
}
