import { accounts } from '@podium/database/schema/accounts.ts'
import { sql } from 'drizzle-orm'

/** The maker's name for a row joined to its account; 'host' for things made at the server's own host. */
export const madeBy = sql<string>`coalesce(${accounts.display_name}, 'host')`.as('created_by')
