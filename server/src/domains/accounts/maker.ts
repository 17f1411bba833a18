import { accounts } from '@podium/database/schema/accounts.ts'
import { sql } from 'drizzle-orm'

/** The person's name of a row joined to its account; what was made at the server's own host is the host's. */
export const madeBy = sql<string>`coalesce(${accounts.display_name}, 'host')`.as('created_by')
