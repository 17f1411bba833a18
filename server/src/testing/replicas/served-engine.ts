import { createServer } from 'node:http'
import { buffer, json } from 'node:stream/consumers'
import { type Engine, StartRefused } from '@podium/engines/engine.ts'
import type { Answer, AskedCall } from './engine-client.ts'

/** A call to a served engine, with the process that made it. */
export interface EngineCall {
  name: AskedCall
  pid: number
}

/**
 * Lets servers in other processes use this engine through a socket, so that submitted runs outlive each server.
 * @param path the path of the socket
 * @param between awaited after a call and before its answer
 * @returns a function that ends it
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

/** Reads a stream to its end, because a test's logs and outputs are short. */
async function plain(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  if (Symbol.asyncIterator in value) return (await buffer(value as AsyncIterable<Buffer>)).toString('base64')
  return 'stream' in value ? { ...value, stream: await plain(value.stream) } : value
}
