import { readEngine } from '@podium/contract/calls/system.ts'
import { vi } from 'vitest'
import { type FakeServer, fake } from '../../../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../../../testing/open-console.tsx'
import { ENGINE } from '../../../testing/samples.ts'

type Role = 'ADMIN' | 'DEVELOPER'

interface Roles {
  role?: Role
  workspaceRole?: 'MANAGER' | 'MEMBER'
}

/** Opens the console at an address in the workspace poc with the given server answers. Returns the calls made. */
export function openInWorkspace(
  href: string,
  answers: FakeServer,
  { role, workspaceRole }: Roles = {},
): string[] {
  const person = personWith([workspaceCalled('poc', { role: workspaceRole ?? 'MANAGER' })], {
    role: role ?? 'ADMIN',
  })
  const made = serve({
    ...signedIn(person),
    ...fake(readEngine, ENGINE),
    ...answers,
  })
  openConsole(href, person)
  return made
}

/** Serves the stream of run events. Call it after `openInWorkspace`. Returns a function that sends an event. */
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
