import { Failure, FieldProblems } from '@podium/contract/rules/errors.ts'
import type { Deps } from '../deps.ts'
import { podium } from '../domains/audit/audit.ts'
import { makeFirstAdministrator, makeSetupLink } from '../domains/auth/sign-in-by-link.ts'
import { publicAddress } from '../http/address.ts'
import { CannotStart } from './cannot-start.ts'

/** Makes the administrator named in the settings if there is no account. */
export async function makeConfiguredAdministrator({ config, database }: Deps): Promise<void> {
  if (!config.admin) return
  const { id, password } = config.admin
  try {
    await makeFirstAdministrator(database, podium, { username: id, password, display_name: id, email: '' })
  } catch (error) {
    if (error instanceof Failure || error instanceof FieldProblems)
      throw new CannotStart(`PODIUM_ADMIN_ID and PODIUM_ADMIN_PASSWORD: ${error.message}`)
    throw error
  }
}

/** The line that invites the first administrator, or null if there is an account. */
export async function setupInvitation(
  { config, database, engine }: Deps,
  address: string,
): Promise<string | null> {
  const secret = await makeSetupLink(database, { besideOthers: engine.shared })
  if (secret === null) return null
  return `Open this link once, within a day, to create the first administrator: ${publicAddress(config) ?? address}/auth/setup#${secret}`
}
