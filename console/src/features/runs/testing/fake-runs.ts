import { readSession } from '@podium/contract/calls/auth.ts'
import { listDataSets } from '@podium/contract/calls/data-sets.ts'
import { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import { checkInstance, listInstances } from '@podium/contract/calls/instances.ts'
import { NOTIFICATION_DEFAULTS } from '@podium/contract/calls/notifications.ts'
import { listObjects } from '@podium/contract/calls/objects.ts'
import { readPreferences } from '@podium/contract/calls/preferences.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { checkFirstStart } from '@podium/contract/calls/runs.ts'
import { listSchedules } from '@podium/contract/calls/schedules.ts'
import { listSolutions, readVersion } from '@podium/contract/calls/solutions.ts'
import { listStreams } from '@podium/contract/calls/streams.ts'
import { readEngine, readVersions } from '@podium/contract/calls/system.ts'
import { readWorkspace } from '@podium/contract/calls/workspaces.ts'
import { vi } from 'vitest'
import type { ChangedRun } from '../../../session/run-changes.ts'
import { type FakeCall, fake } from '../../../testing/fake.ts'
import { personWith, versions, workspaceCalled } from '../../../testing/open-console.tsx'
import { recordCalled } from '../../workspaces/testing/sample-workspaces.ts'
import { instanceCalled, SOLUTION, streamCalled, VERSION } from './sample-objects.ts'

type Answers = Record<string, (call: FakeCall) => unknown>

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
    const headers = Object.fromEntries(new Headers(init.headers))
    const asked = { path: url.pathname, query: url.searchParams, body, headers }
    const answer =
      (await answers[name]?.(asked)) ??
      (await listedInstance(name, asked)) ??
      noSeries(name) ??
      new Refusal(404, 'Nothing here.')
    if (answer instanceof Refusal) return Response.json(answer.body, { status: answer.status })
    return answer instanceof Response ? answer : Response.json(answer)
  })
  /** Answers the read of an instance from the list of instances. */
  async function listedInstance(name: string, asked: FakeCall): Promise<unknown> {
    const [, id] = /^GET \/instances\/([^/]+)$/.exec(name) ?? []
    const answer = id && (await answers['GET /instances']?.(asked))
    const list = answer instanceof Response ? await answer.json() : answer
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
  ...fake(checkFirstStart, () => ({})),
  ...fake(readVersions, () => versions()[1]),
  ...fake(readSession, () => ({ ...MANAGER, ends_in_s: null })),
  ...fake(readPreferences, () => ({
    ...MANAGER.look,
    ...NOTIFICATION_DEFAULTS,
    solution_view: 'list',
    inference_view: 'streams',
    pinned_charts: [],
  })),
  ...fake(listRuns, () => ({ stream_histories: [], total: 0, total_is_capped: false, next_cursor: null })),
  ...fake(listStreams, () => ({ streams: [streamCalled('line-3')], total: 1 })),
  ...fake(listSchedules, () => ({ schedules: [], total: 0 })),
  ...fake(listInstances, () => ({ instances: [instanceCalled('vision-line-3')], total: 1 })),
  ...fake(checkInstance, () => ({ duplicate: false })),
  ...fake(listSolutions, () => ({ solutions: [SOLUTION], total: 1 })),
  ...fake(readVersion, { id: 'id-vision', n: 4 }, () => VERSION),
  ...fake(readWorkspace, () => ({
    ...recordCalled('poc'),
    execution_specs: [
      { name: 'standard', instance: '2cpu-4gib' },
      { name: 'low', instance: '1cpu-1gib' },
    ],
    ecr_base_path: '',
    specs: [],
  })),
  ...fake(readInstanceType, ({ query: { instance_type = '' } }) => ({
    instance_type,
    vcpu: 2,
    memory_gib: 4,
    gpu_count: 0,
    gpu_name: '',
    source: 'engine',
  })),
  ...fake(readEngine, () => ({
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
  })),
  ...fake(listDataSets, () => ({ data_sets: [], total: 0 })),
  ...fake(listObjects, { id: 'id-poc' }, () => ({ folders: [], objects: [], total: 0 })),
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
