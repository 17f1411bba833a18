import type { ConnectionSettings } from '../connection-settings.ts'

/** Returns the name of the database in the settings. */
export function nameOf(settings: ConnectionSettings): string {
  return 'database' in settings ? settings.database : new URL(settings.connectionString).pathname.slice(1)
}
