import type { ConnectionSettings } from '../connection-settings.ts'

/** The name of the database that the settings lead to. */
export function nameOf(settings: ConnectionSettings): string {
  return 'database' in settings ? settings.database : new URL(settings.connectionString).pathname.slice(1)
}
