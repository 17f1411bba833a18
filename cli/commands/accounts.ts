import { type Account, listAccounts, makePasswordLink, unlockAccount } from '@podium/contract/accounts.ts'
import { call } from '../client.ts'
import { type Connection, hostConnection } from '../connection.ts'
import { say } from '../said.ts'

/** Unlocks an account and clears its count of failed logins. For the administrator at the server's own machine. */
export async function runUnlock([id]: string[]): Promise<void> {
  const { connection, account } = await atHost(id, 'unlock')
  await call(connection, unlockAccount, { params: { id: account.id } })
  console.log(`${account.username} is unlocked.`)
}

/** Prints a one-time link with which the account sets a new password. */
export async function runPassword([id]: string[]): Promise<void> {
  const { connection, account } = await atHost(id, 'password')
  const link = await call(connection, makePasswordLink, { params: { id: account.id } })
  console.log(
    `Open this link once, until ${link.expires_at}, to set a new password for ${account.username}:\n${link.url}`,
  )
}

async function atHost(
  id: string | undefined,
  command: string,
): Promise<{ connection: Connection; account: Account }> {
  if (!id) return say(`Name the account: podium ${command} <id>`)
  const connection = await hostConnection()
  if (!connection)
    return say(
      'This command works on the server’s own machine only, in the folder it was started in or with PODIUM_HOME set.',
    )
  const { accounts } = await call(connection, listAccounts, { query: { q: id, page_size: 1000 } })
  const account = accounts.find((candidate) => candidate.username.toLowerCase() === id.toLowerCase())
  return account ? { connection, account } : say(`There is no account '${id}'.`)
}
