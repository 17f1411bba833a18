import { vi } from 'vitest'
import type { ChangedRun } from '../../../session/run-changes.ts'
import { personWith, versions, workspaceCalled } from '../../../testing/open-console.tsx'
import { instanceCalled, SOLUTION, streamCalled, VERSION } from './sample-objects.ts'

interface Asked {
  query: URLSearchParams
  body: Record<string, unknown>
}
type Answers = Record<string, (asked: Asked) => unknown>

/** An answer other than 200. */
export class Refusal {
  readonly status: number
  readonly body: unknown
  constructor(status: number, detail: unknown) {
    this.status = status
    this.body = { detail }
  }
}

export const MANAGER = personWith([workspaceCalled('poc')], { role: 'DEVELOPER' })
export const MEMBER = personWith([workspaceCalled('poc', { role: 'MEMBER' })], {
  role: 'DEVELOPER',
  display_name: 'Jonas Weber',
})

/** A stream of events that a test can write to and cut off. */
function eventSource() {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  let count = 0
  return {
    response() {
      count += 1
      let own: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller
          open.add(controller)
        },
        cancel: () => void open.delete(own),
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    send(event: string, data: unknown, id?: number) {
      const named = id === undefined ? '' : `id: ${id}\n`
      const text = `event: ${event}\n${named}data: ${JSON.stringify(data)}\n\n`
      for (const controller of open) controller.enqueue(new TextEncoder().encode(text))
    },
    cut() {
      for (const controller of open) controller.close()
      open.clear()
    },
    connections: () => count,
  }
}

/** Serves the workspace poc. `over` replaces answers by 'METHOD /path'. */
export function serveRuns(over: Answers = {}) {
  const stream = eventSource()
  const made: { call: string; body: Record<string, unknown>; query: string }[] = []
  const answers: Answers = { ...DEFAULTS, ...over }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://podium.test')
    const name = `${init.method ?? 'GET'} ${url.pathname.replace('/api/v1', '')}`
    if (/^GET \/streamhistories\/(events|[^/]+\/follow)$/.test(name)) return stream.response()
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    made.push({ call: name, body, query: url.search })
    const asked = { query: url.searchParams, body }
    const answer =
      (await answers[name]?.(asked)) ??
      listedInstance(name) ??
      noSeries(name) ??
      new Refusal(404, 'Nothing here.')
    if (answer instanceof Refusal) return Response.json(answer.body, { status: answer.status })
    return answer instanceof Response ? answer : Response.json(answer)
  })
  /** Answers the read of an instance from the list of instances. */
  function listedInstance(name: string): unknown {
    const [, id] = /^GET \/instances\/([^/]+)$/.exec(name) ?? []
    const list = answers['GET /instances']?.({ query: new URLSearchParams(), body: {} })
    const { instances = [] } = list instanceof Object ? (list as { instances?: { id: string }[] }) : {}
    return instances.find((one) => one.id === id)
  }
  /** Answers with no series, unless the test defines them. */
  function noSeries(name: string): unknown {
    return /^GET \/streamhistories\/[^/]+\/series$/.test(name) ? { series: [], warnings: [] } : undefined
  }
  return {
    change: (run: ChangedRun) => stream.send('run', run),
    gap: () => stream.send('gap', {}),
    cut: () => stream.cut(),
    connections: () => stream.connections(),
    writeLog: (from: number, text: string) =>
      stream.send('lines', { from, text }, from + Buffer.byteLength(text)),
    writeSeries: (...names: string[]) => stream.send('series', { names }),
    calls: (call: string) => made.filter((one) => one.call === call),
  }
}

const DEFAULTS: Answers = {
  'POST /streamhistories/check': () => ({}),
  'GET /versions': () => versions()[1],
  'GET /auth/session': () => MANAGER,
  'GET /settings/preferences': () => ({
    solution_view: 'list',
    inference_view: 'streams',
    pinned_charts: [],
  }),
  'GET /streamhistories': () => ({
    stream_histories: [],
    total: 0,
    total_is_capped: false,
    next_cursor: null,
  }),
  'GET /streams': () => ({ streams: [streamCalled('line-3')], total: 1 }),
  'GET /schedules': () => ({ schedules: [], total: 0 }),
  'GET /instances': () => ({ instances: [instanceCalled('vision-line-3')], total: 1 }),
  'GET /instances/check': () => ({ duplicate: false }),
  'GET /solutions/workspace': () => ({ solutions: [SOLUTION], total: 1 }),
  'GET /solutions/id-vision/versions/4': () => VERSION,
  'GET /workspaces/info': () => ({
    ...workspaceCalled('poc'),
    execution_specs: [
      { name: 'standard', instance: '2cpu-4gib' },
      { name: 'low', instance: '1cpu-1gib' },
    ],
    specs: [],
  }),
  'GET /workspaces/instance/info': ({ query }) => ({
    instance_type: query.get('instance_type'),
    vcpu: 2,
    memory_gib: 4,
    gpu_count: 0,
    gpu_name: '',
    source: 'engine',
  }),
  'GET /engine': () => ({
    engine: 'local',
    containers: false,
    packages: true,
    largest: { cpu: 4, memory_mib: 8192, gpu: 0 },
    notices: ['No sandbox is available here.'],
    gaps: ['No sandbox is available here.'],
    heeds: [],
    own_instance_type: null,
    objects: 'directory',
    disk: null,
  }),
  'GET /data-sets': () => ({ data_sets: [], total: 0 }),
  'GET /workspaces/id-poc/objects': () => ({ folders: [], objects: [], total: 0 }),
}

/** Stubs what the log needs and jsdom lacks. */
export function stubLayout() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}
