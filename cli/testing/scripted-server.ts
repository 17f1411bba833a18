import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePort } from '../../scripts/free-ports.mjs'

/** A server that answers each connection with the next of some texts and hangs up. */
export interface ScriptedServer {
  address: string
  /** the texts of the requests */
  requests: string[]
  /** called before it hangs up, with the text sent */
  onSent(answer: string): unknown
  /** Refuses connections until `comeBack`. */
  goAway(): void
  comeBack(): Promise<void>
  close(): void
}

/** Starts one with its answers. After the last it closes connections at once. */
export async function startScriptedServer(...answers: string[]): Promise<ScriptedServer> {
  const server = createServer((connection) => {
    connection.on('error', () => undefined)
    connection.once('data', async (request) => {
      scripted.requests.push(String(request))
      const answer = answers.shift() ?? ''
      connection.write(answer)
      await scripted.onSent(answer)
      connection.end()
    })
  })
  const port = await freePort()
  const comeBack = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  }
  await comeBack()
  const scripted: ScriptedServer = {
    address: `http://127.0.0.1:${port}`,
    requests: [],
    onSent: () => undefined,
    goAway() {
      server.close()
    },
    comeBack,
    close: () => server.close(),
  }
  return scripted
}
