import type pg from 'pg'

const OLDEST_MAJOR = 15

/** @throws a sentence when the server is older than the SQL of this product */
export async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const sentence = tooOldReason(rows[0]?.server_version ?? '')
  if (sentence) throw new Error(sentence)
}

/** Why a server of this version, e.g. '14.2 (Debian 14.2-1)', is refused; null when it is not. */
export function tooOldReason(version: string): string | null {
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return null
  return `Podium needs PostgreSQL ${OLDEST_MAJOR} or newer, and this database is PostgreSQL ${version}. Upgrade it, or unset PODIUM_DATABASE_URL to use the bundled one.`
}
