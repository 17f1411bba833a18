import type { ConnectionSettings } from '../connection-settings.ts'

/** The same server and role, another database. */
export function inDatabase(settings: ConnectionSettings, database: string): ConnectionSettings {
  if (!('connectionString' in settings)) return { ...settings, database }
  const url = new URL(settings.connectionString)
  url.pathname = database
  return { connectionString: url.href }
}
