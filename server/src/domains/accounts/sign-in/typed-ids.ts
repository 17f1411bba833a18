import { sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { query } from '../../rows.ts'

/**
 * The ID behind a text typed at the login: Active Directory accepts `EXAMPLE\\kim` and `kim@example.org` for `kim`.
 * Account IDs may end in `@example.org` too; if any does, the domain is never removed, because looking for the typed ID
 * first would reveal if it is an account.
 */
export async function meantId(
  { database, directory }: Pick<Deps, 'database' | 'directory'>,
  typed: string,
): Promise<string> {
  const id = directory?.idOf(typed) ?? typed
  if (id === typed || !typed.startsWith(id)) return id
  const domain = typed.slice(id.length).toLowerCase()
  const hasAccounts = await query(database).any(sql`
    select from accounts where login_type <> 'oidc' and right(lower(username), ${domain.length}) = ${domain}`)
  return hasAccounts ? typed : id
}
