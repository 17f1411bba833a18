import { request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type Engine, type LogPart, StartRefused } from '@podium/engines/engine.ts'

/** The engine calls that go through the socket; the others are built on them. */
export type AskedCall = Exclude<
  keyof Engine,
  | 'shared'
  | 'onNews'
  | 'deferral'
  | 'instanceType'
  | 'ownInstanceType'
  | 'follow'
  | 'environments'
  | 'caches'
  | 'withOutputFile'
>

export type Answer = { value: unknown } | { message: string; code: string | undefined; isRefusal: boolean }

const POLL_MS = 20

/** The engine that another process serves at the socket: every server that uses it sees the same attempts. */
export function createEngineClient(path: string): Engine & { close(): Promise<void> } {
  const ask =
    <K extends AskedCall>(name: K) =>
    (...args: Parameters<Engine[K]>) =>
      // JSON has no undefined, and null is another argument.
      askOver(
        path,
        name,
        args.filter((one) => one !== undefined),
      ) as ReturnType<Engine[K]>

  const openLog: Engine['openLog'] = async (...args) => {
    const part = (await ask('openLog')(...args)) as unknown as { size: number; stream: string } | null
    return part && ({ ...part, stream: streamOf(part.stream) } satisfies LogPart)
  }
  const inspect = ask('inspect')

  return {
    shared: true,
    capabilities: ask('capabilities'),
    nodes: ask('nodes'),
    rights: ask('rights'),
    disk: ask('disk'),
    instanceType: () => null,
    ownInstanceType: () => null,
    admit: ask('admit'),
    prepare: ask('prepare'),
    prepared: ask('prepared'),
    release: ask('release'),
    submit: ask('submit'),
    inspect,
    stop: ask('stop'),
    openLog,
    async *follow(key, type, from, signal) {
      for (let offset = from; !signal.aborted; ) {
        const [seen] = await inspect([key])
        const part = await openLog(key, type, { from: offset })
        const bytes = part ? Buffer.concat(await part.stream.toArray()) : Buffer.alloc(0)
        if (bytes.length > 0) yield { offset, bytes }
        offset += bytes.length
        if (bytes.length === 0 && seen?.phase !== 'starting' && seen?.phase !== 'running') return
        await pause(POLL_MS, undefined, { signal }).catch(() => undefined)
      }
    },
    outputs: ask('outputs'),
    openOutput: async (...args) => streamOf((await ask('openOutput')(...args)) as unknown as string),
    packages: ask('packages'),
    usage: ask('usage'),
    forget: ask('forget'),
    retained: ask('retained'),
    discard: ask('discard'),
    close: async () => undefined,
  }
}

function streamOf(base64: string): Readable {
  return Readable.from(base64 === '' ? [] : [Buffer.from(base64, 'base64')])
}

async function askOver(socketPath: string, name: AskedCall, args: unknown[]): Promise<unknown> {
  const answer = await new Promise<Answer>((resolve, reject) => {
    const sent = request({ socketPath, path: `/${name}/${process.pid}`, method: 'POST', agent: false })
    sent.once('error', reject)
    sent.once('response', (response) => text(response).then((body) => resolve(JSON.parse(body)), reject))
    sent.end(JSON.stringify(args))
  })
  if (!('message' in answer)) return answer.value
  throw answer.isRefusal
    ? new StartRefused(answer.message)
    : Object.assign(new Error(answer.message), { code: answer.code })
}
