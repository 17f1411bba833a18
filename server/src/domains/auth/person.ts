import type { Person } from '@podium/contract/auth.ts'
import type { Handle } from '@podium/database/connect.ts'
import type { Sent } from '../../http/call.ts'
import { listOwnWorkspaces } from '../workspaces/reads.ts'

export interface Who {
  account_id: string | null
  username: string
  display_name: string
  role: 'ADMIN' | 'DEVELOPER'
  login_type: 'static' | 'ldap' | 'host'
  must_change_password: boolean
}

/** Who is signed in, with the workspaces they see now. */
export async function describePerson(db: Handle, who: Who): Promise<Sent<Person>> {
  return {
    username: who.username,
    account_id: who.account_id,
    display_name: who.display_name,
    role: who.role,
    login_type: who.login_type === 'ldap' ? 'ldap' : 'static',
    must_change_password: who.must_change_password,
    workspace: await listOwnWorkspaces(db, who),
  }
}
