import { sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { query } from '../../rows.ts'

/**
 * The ID that is meant by what a person typed at the login: `EXAMPLE\\kim` and `kim@example.org` are names that an Active
 * Directory takes for `kim`. An ID of an account may end in `@example.org` as well. While any does, each is taken as it
 * was typed: a look for the one that was typed would tell whether it is an account.
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
