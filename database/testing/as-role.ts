import type { ConnectionSettings } from '../connection-settings.ts'

/** Returns settings for the same database with another role. */
export function asRole(settings: ConnectionSettings, user: string, password: string): ConnectionSettings {
  if (!('connectionString' in settings)) return { ...settings, user }
  const url = new URL(settings.connectionString)
  Object.assign(url, { username: user, password })
  return { connectionString: url.href }
}

export function roleOf(settings: ConnectionSettings): string {
  return 'user' in settings ? settings.user : new URL(settings.connectionString).username
}
