import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the system gives to programs that ask for any: no other program is given one before it is used. */
const [FIRST, END] = [15_000, 30_000]

/** A port of this machine for a program that has to be told one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
