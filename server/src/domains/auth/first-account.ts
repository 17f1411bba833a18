import { fail, failField } from '@podium/contract/errors.ts'
import { isEmail, messages } from '@podium/contract/rules.ts'
import type { Database } from '@podium/database/connect.ts'
import { lockAdministration } from '../accounts/administration.ts'
import type { Client } from '../accounts/login-history.ts'
import { findLink, makeLink, useLink } from '../accounts/one-time-links.ts'
import { passwords } from '../accounts/passwords.ts'
import { hasAccounts } from '../accounts/reads.ts'
import { noteLogin } from '../accounts/repository.ts'
import { type AccountFields, addAccount, checkNameAndPassword } from '../accounts/service.ts'
import { openSession } from '../accounts/sessions.ts'
import type { Actor } from '../audit/audit.ts'
import type { SignedIn } from './login.ts'

export interface FirstFields {
  username: string
  password: string
  display_name: string
  email: string
}

/** The secret of the set-up link, or null when there is an account already. Every earlier link is void. */
export async function makeSetupLink(database: Database): Promise<string | null> {
  return database.transaction(async (tx) => {
    await lockAdministration(tx, null)
    return (await hasAccounts(tx)) ? null : (await makeLink(tx, 'setup', null)).secret
  })
}

/** Makes the first administrator with the set-up link's secret, and signs them in. */
export async function finishSetup(
  database: Database,
  given: FirstFields & { secret: string },
  client: Client,
  requestId: string,
): Promise<SignedIn> {
  if ((await hasAccounts(database)) || !(await findLink(database, 'setup', given.secret))) fail('SETUP.LINK')
  const fields = administrator(given)
  await checkFields(fields)
  const actor = { account_id: null, username: 'set-up link', address: client.address, request_id: requestId }
  const hash = await passwords.hash(fields.password, actor)
  return database.transaction(async (tx) => {
    await lockAdministration(tx, null)
    if ((await hasAccounts(tx)) || !(await useLink(tx, 'setup', given.secret))) fail('SETUP.LINK')
    const id = await addAccount(tx, actor, fields, hash)
    await noteLogin(tx, id, hash, false)
    return {
      who: { ...fields, account_id: id, login_type: 'static' },
      token: await openSession(tx, id, client),
    }
  })
}

/** Makes the administrator that the settings name, unless there is an account already. */
export async function makeFirstAdministrator(
  database: Database,
  actor: Actor,
  given: FirstFields,
): Promise<void> {
  if (await hasAccounts(database)) return
  const fields = administrator(given)
  await checkFields(fields)
  const hash = await passwords.hash(fields.password, actor)
  await database.transaction(async (tx) => {
    await lockAdministration(tx, null)
    if (!(await hasAccounts(tx))) await addAccount(tx, actor, fields, hash)
  })
}

function administrator({ username, password, display_name, email }: FirstFields): AccountFields {
  return { username, password, display_name, email, role: 'ADMIN', must_change_password: false }
}

/** The first administrator needs no e-mail address; one that is given must be one. */
async function checkFields(fields: AccountFields): Promise<void> {
  await checkNameAndPassword(fields)
  if (fields.email !== '' && !isEmail(fields.email)) failField('email', messages.check_email)
}
