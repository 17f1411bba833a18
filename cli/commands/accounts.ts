import { listAccounts, makePasswordLink, unlockId } from '@podium/contract/calls/accounts.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { command } from '../command.ts'
import { type Connection, hostConnection } from '../connection.ts'
import { print } from '../print.ts'

/** Unlocks an ID and clears its count of failed logins. For the administrator at the server's own machine. */
export const unlock = command({
  name: 'unlock',
  args: '<id>',
  about: 'unlock an account',
  missing: 'Name the account',
  async run({ words: [id = ''] }) {
    const { account_id, login_id, forgotten } = await call(await atHost(), unlockId, {
      body: { login_id: id },
    })
    if (account_id) return print(`${login_id} is unlocked.`)
    if (forgotten === 0)
      return fail(`There is no account '${id}', and no failed login counts against that ID.`)
    print(`${login_id} is not an account. The failed logins with that ID (${forgotten}) are cleared.`)
  },
})

export const password = command({
  name: 'password',
  args: '<id>',
  about: 'print a one-time link for a new password',
  missing: 'Name the account',
  async run({ words: [id = ''] }) {
    const connection = await atHost()
    const { accounts } = await call(connection, listAccounts, { query: { username: id } })
    const account = accounts[0] ?? fail(`There is no account '${id}'.`)
    const link = await call(connection, makePasswordLink, { params: { id: account.id } })
    print(
      `Open this link once, until ${link.expires_at}, to set a new password for ${account.username}:\n${link.url}`,
    )
  },
})

async function atHost(): Promise<Connection> {
  return (
    (await hostConnection()) ??
    fail(
      'This command works on the server’s own machine only, in the folder where the server was started, or with PODIUM_HOME set.',
    )
  )
}
