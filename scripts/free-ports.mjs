// Finds free ports for programs that need a number: prints as many as requested. Plain Node, no dependency.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'

/** Below the system's ephemeral ports, so that no other program gets one before it is used. */
const [FIRST, END] = [15_000, 30_000]

/** The ports that this process has returned. */
const given = new Set()

/** Returns a free port that was not returned before. */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, END)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}

async function isFree(port) {
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  // As text, because a number is coloured if colours are forced.
  for (let left = Number(process.argv[2]); left > 0; left -= 1) console.log(String(await freePort()))
