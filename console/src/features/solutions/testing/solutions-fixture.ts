import type { readEngine } from '@podium/contract/calls/system.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { vi } from 'vitest'
import {
  type FakeServer,
  openConsole,
  personWith,
  serve,
  versions,
  workspaceCalled,
} from '../../../testing/open-console.tsx'

type Role = 'ADMIN' | 'DEVELOPER'

interface Roles {
  role?: Role
  workspaceRole?: 'MANAGER' | 'MEMBER'
}

const engine: ReplyOf<typeof readEngine> = {
  engine: 'local',
  containers: false,
  packages: true,
  largest: { cpu: 2, memory_mib: 2048, gpu: 0 },
  notices: [],
  gaps: [],
  heeds: [],
  own_instance_type: '2cpu-2gib',
  objects: 'directory',
  disk: null,
}

/** The console at an address in the workspace poc, before a server that answers as told. Answers the calls made. */
export function openInWorkspace(
  href: string,
  answers: FakeServer,
  { role, workspaceRole }: Roles = {},
): string[] {
  const person = personWith([workspaceCalled('poc', { role: workspaceRole ?? 'MANAGER' })], {
    role: role ?? 'ADMIN',
  })
  const made = serve({
    'GET /versions': () => versions(),
    'GET /auth/session': () => [200, person],
    'GET /engine': () => [200, engine],
    ...answers,
  })
  openConsole(href, person)
  return made
}

/** The engine of the fixture with something else about it. */
export function engineWith(part: Partial<typeof engine>) {
  return { ...engine, ...part }
}

/** The stream of run events, to be called after `openInWorkspace` has put its server up; answers how to send one. */
export function streamOfEvents(): (event: string, data: unknown) => void {
  const answer = globalThis.fetch
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened
    },
  })
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.startsWith('/api/v1/streamhistories/events')
      ? Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
      : answer(address, init),
  )
  return (event, data) =>
    controller?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
}
