// Free ports of this machine for programs that have to be told one: prints as many as asked. Plain Node, no dependency.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'

/** Below the ports that the system gives to programs that ask for any: no other program is given one before it is used. */
const [FIRST, END] = [15_000, 30_000]

/** Those that this process has given. */
const given = new Set()

/** One that was not given before. */
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
  // As text: a number would be coloured where colours are forced.
  for (let left = Number(process.argv[2]); left > 0; left -= 1) console.log(String(await freePort()))
