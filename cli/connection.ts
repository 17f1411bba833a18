import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fail } from './cli-error.ts'

/** The server's address and the caller's credentials. `host` is the administrator at the server's own machine. */
export interface Connection {
  address: string
  headers: Record<string, string>
  host: boolean
}

interface SavedSession {
  address: string
  /** a session's token, or an access token */
  token: string
}

function sessionFile(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'podium', 'session')
}

/** Stores a sign-in for later commands, readable by this user only. */
export async function keepSession(address: string, token: string): Promise<void> {
  const file = sessionFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, JSON.stringify({ address, token } satisfies SavedSession), { mode: 0o600 })
  await chmod(file, 0o600)
}

export async function dropSession(): Promise<void> {
  await rm(sessionFile(), { force: true })
}

/**
 * Returns the connection of this command: the environment's access token, else the stored sign-in, else (on the
 * server's own machine) the host's token. If `server` is not the stored address, only a sign-in there counts.
 */
export async function connect(server: string | undefined): Promise<Connection> {
  const token = process.env.PODIUM_TOKEN
  if (token) return signedIn(await addressOfServer(server), token)
  const saved = await readSavedSession()
  if (saved && (!server || normal(server) === saved.address)) return signedIn(saved.address, saved.token)
  const host = await hostConnection()
  if (host && (!server || normal(server) === host.address)) return host
  return fail('Please sign in first: podium login --server http://…')
}

/** Returns the address to sign in at: the given one, else the environment's or this machine's own server's. */
export async function addressOfServer(server: string | undefined): Promise<string> {
  const named = server ?? process.env.PODIUM_URL
  return normal(named ?? (await hostConnection())?.address ?? 'http://127.0.0.1:8080')
}

/** The connection of the token's owner. */
export function signedIn(address: string, token: string): Connection {
  const headers: Record<string, string> = isAccessToken(token)
    ? { authorization: `Bearer ${token}` }
    : { cookie: `access-token=${token}` }
  return { address, headers, host: false }
}

/** Access tokens begin with the product's name, sessions never do. */
export function isAccessToken(token: string): boolean {
  return token.startsWith('podium_')
}

/** Returns the connection of the server's own machine, for administration; null elsewhere. */
export async function hostConnection(
  home = process.env.PODIUM_HOME || '.podium',
): Promise<Connection | null> {
  const [server, token] = await Promise.all([
    readText(resolve(home, 'server.json')),
    readText(resolve(home, 'host-token')),
  ])
  if (server === null || token === null) return null
  const { address } = JSON.parse(server) as { address: string }
  return { address, headers: { authorization: `Bearer ${token.trim()}` }, host: true }
}

/** Returns the current connection, because a restarted server has another host token. */
export async function renewed(connection: Connection): Promise<Connection> {
  return connection.host ? ((await hostConnection()) ?? connection) : connection
}

/** Normalizes an address for storing and comparing: without a trailing slash. */
export function normal(address: string): string {
  if (!URL.canParse(address)) fail(`'${address}' is not an address. Write it like http://127.0.0.1:8080.`)
  return address.replace(/\/+$/, '')
}

/** Returns the stored sign-in, or null. */
export async function readSavedSession(): Promise<SavedSession | null> {
  const text = await readText(sessionFile())
  return text === null ? null : (JSON.parse(text) as SavedSession)
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES') return null
    throw error
  })
}
