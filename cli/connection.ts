import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fail } from './cli-error.ts'

/** Where the server is and what proves who asks. `host` is the person at the server's own machine. */
export interface Connection {
  address: string
  headers: Record<string, string>
  host: boolean
}

interface SavedSession {
  address: string
  /** of a session, or an access token */
  token: string
}

function sessionFile(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'podium', 'session')
}

/** Keeps a sign-in for the next commands, readable by this person alone. */
export async function keepSession(address: string, token: string): Promise<void> {
  const file = sessionFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, JSON.stringify({ address, token } satisfies SavedSession), { mode: 0o600 })
  await chmod(file, 0o600)
}

/** Forgets the kept sign-in. */
export async function dropSession(): Promise<void> {
  await rm(sessionFile(), { force: true })
}

/**
 * The connection of this command: the access token of the environment, else the kept sign-in, else (on the server's own
 * host) the host's token. `server` names another address than the kept one, and then only a sign-in there counts.
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

/** Where to sign in: the address given, else what the environment or this machine's own server says. */
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

/** The connection of the server's own host, for what only its administrator may do; null elsewhere. */
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

/** The connection by now: a server that was started again has another token for its own host. */
export async function renewed(connection: Connection): Promise<Connection> {
  return connection.host ? ((await hostConnection()) ?? connection) : connection
}

/** An address as it is kept and compared: without a slash at its end. */
export function normal(address: string): string {
  if (!URL.canParse(address)) fail(`'${address}' is not an address. Write it like http://127.0.0.1:8080.`)
  return address.replace(/\/+$/, '')
}

/** The sign-in that was kept, or null. */
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
