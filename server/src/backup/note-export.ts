import { basename } from 'node:path'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { withConnection } from '@podium/database/one-connection.ts'
import type { Manifest } from './manifest.ts'

/** Records a finished export in the audit log, from which the overview reads the age of the last export. */
export function noteExport(
  owner: ConnectionSettings,
  file: string,
  { tables, objects }: Manifest,
): Promise<unknown> {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const after = JSON.stringify({ rows, objects: objects.count, bytes: objects.bytes })
  return withConnection(owner, 'podium export', (client) =>
    client.query(
      `insert into audit_events (actor_name, action, object_kind, object_id, object_name, after)
       values ('host', 'installation.export', 'installation', 'export', $1, $2)`,
      [basename(file), after],
    ),
  )
}
