import type { ConnectionSettings } from '../connection-settings.ts'

/** Returns settings for another database with the same server and role. */
export function inDatabase(settings: ConnectionSettings, database: string): ConnectionSettings {
  if (!('connectionString' in settings)) return { ...settings, database }
  const url = new URL(settings.connectionString)
  url.pathname = database
  return { connectionString: url.href }
}
