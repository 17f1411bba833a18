import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** Longer paths are not allowed for sockets. */
const LONGEST_PATH = 100

/**
 * Keeps a second server out of the home by listening on a socket in it. The kernel releases it however this process
 * ends, so no stale lock is left.
 * @returns a function that releases it
 */
export async function lockHome(home: string): Promise<() => Promise<void>> {
  const path = socketPath(home)
  const server = (await tryToListen(path)) ?? (await takeOver(path, home))
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function socketPath(home: string): string {
  const path = join(home, 'server.lock')
  if (path.length <= LONGEST_PATH) return path
  return join(tmpdir(), `podium-${createHash('sha256').update(home).digest('hex').slice(0, 24)}.lock`)
}

/** A socket of a server that ended without releasing it does not answer. */
async function takeOver(path: string, home: string): Promise<Server> {
  const server = (await isAnswered(path))
    ? null
    : await rm(path, { force: true }).then(() => tryToListen(path))
  if (server) return server
  throw new CannotStart(
    `Another Podium is running on ${home}. Stop it first, or set PODIUM_HOME to another folder.`,
  )
}

function tryToListen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen({ path, readableAll: false }, () => {
      server.unref()
      resolve(server)
    })
  })
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
