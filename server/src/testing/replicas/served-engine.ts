import { createServer } from 'node:http'
import { buffer, json } from 'node:stream/consumers'
import { type Engine, StartRefused } from '@podium/engines/engine.ts'
import type { Answer, AskedCall } from './engine-client.ts'

/** A call to a served engine, and the process that made it. */
export interface EngineCall {
  name: AskedCall
  pid: number
}

/**
 * Lets servers in other processes use this engine, through a socket: what they submit outlives each of them.
 * @param path of the socket
 * @param between waited for when a call was done and before it is answered
 * @returns ends it
 */
export async function serveEngine(
  engine: Engine,
  path: string,
  between: (call: EngineCall) => Promise<void> = async () => undefined,
): Promise<() => void> {
  const server = createServer(async (request, response) => {
    const [, name = '', pid] = (request.url ?? '').split('/')
    const answer = await answerOf(engine, name as AskedCall, (await json(request)) as unknown[])
    await between({ name: name as AskedCall, pid: Number(pid) })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

async function answerOf(engine: Engine, name: AskedCall, args: unknown[]): Promise<Answer> {
  try {
    const call = engine[name] as (...args: unknown[]) => Promise<unknown>
    return { value: await plain(await call(...args)) }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { message, code, isRefusal: error instanceof StartRefused }
  }
}

/** A stream is read to its end: a test's logs and outputs are short. */
async function plain(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  if (Symbol.asyncIterator in value) return (await buffer(value as AsyncIterable<Buffer>)).toString('base64')
  return 'stream' in value ? { ...value, stream: await plain(value.stream) } : value
}
