import type { Client } from './one-connection.ts'

/** Lists every table after those that it refers to, so that rows can be inserted in this order. */
export async function tablesInOrder(client: Client): Promise<string[]> {
  const tables = await client.query<{ name: string; refers_to: string[] }>(`
    select c.relname as name, array(
      select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname`)
  const left = new Map(tables.rows.map(({ name, refers_to }) => [name, refers_to]))
  const ordered: string[] = []
  while (left.size > 0) {
    const ready = [...left].filter(([, others]) => others.every((other) => !left.has(other)))
    if (ready.length === 0)
      throw new Error(`The tables ${[...left.keys()].join(', ')} refer to each other in a circle.`)
    for (const [name] of ready) {
      ordered.push(name)
      left.delete(name)
    }
  }
  return ordered
}
