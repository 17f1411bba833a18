import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addressOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { Engine } from '@podium/engines/engine.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { Role } from '../../../testing/test-people.ts'

export interface SentEvent {
  event: string
  id: string | undefined
  data: unknown
}

export interface Reader {
  /** Resolves with all events so far once they satisfy the condition; the test's own time limit is the deadline. */
  until(wanted: (events: SentEvent[]) => boolean): Promise<SentEvent[]>
  /** resolves when the server ends the stream */
  ended: Promise<void>
  /** Disconnects and returns all events. */
  leave(): Promise<SentEvent[]>
}

interface Asked {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  role?: Role
}

/** Reads a stream of events over a real connection. */
export function sentEvents(app: TestApp<Engine>, route: Route, asked: Asked): Reader {
  const events: SentEvent[] = []
  let text = ''
  let changed = () => {}
  const opened = open(app, route, asked).then((message) => {
    message.setEncoding('utf8')
    message.on('data', (chunk: string) => {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      events.push(...blocks.filter((block) => block.startsWith('event: ')).map(parsed))
      changed()
    })
    return message
  })
  return {
    async until(wanted) {
      while (!wanted(events))
        await new Promise<void>((resolve) => {
          changed = resolve
        })
      return events
    },
    ended: opened.then(async (message) => {
      await once(message, 'close')
    }),
    async leave() {
      ;(await opened).destroy()
      return events
    },
  }
}

async function open(app: TestApp<Engine>, route: Route, { params, query, headers, role = 'member' }: Asked) {
  if (!app.app.server.listening) await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const cookie = `access-token=${app.people.tokens[role]}`
  const sent = request({
    host: '127.0.0.1',
    port,
    path: addressOf(route, { params, query }),
    headers: { cookie, ...headers },
  }).end()
  const [message] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  if (message.statusCode !== 200) throw new Error(`${route.id} answered ${message.statusCode}`)
  message.on('error', () => undefined)
  return message
}

function parsed(block: string): SentEvent {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  return { event: field('event') ?? '', id: field('id'), data: JSON.parse(field('data') ?? 'null') }
}
