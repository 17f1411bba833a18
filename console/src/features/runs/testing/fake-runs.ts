import { listDataSets } from '@podium/contract/calls/data-sets.ts'
import { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import { checkInstance, listInstances } from '@podium/contract/calls/instances.ts'
import { listObjects } from '@podium/contract/calls/objects.ts'
import { readPreferences } from '@podium/contract/calls/preferences.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { checkFirstStart } from '@podium/contract/calls/runs.ts'
import { listSchedules } from '@podium/contract/calls/schedules.ts'
import { listSolutions, readVersion } from '@podium/contract/calls/solutions.ts'
import { listStreams } from '@podium/contract/calls/streams.ts'
import { readEngine } from '@podium/contract/calls/system.ts'
import { readWorkspace } from '@podium/contract/calls/workspaces.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { vi } from 'vitest'
import type { ChangedRun } from '../../../session/run-changes.ts'
import { answerCalls, type FakeCall, type FakeServer, fake, refused } from '../../../testing/fake.ts'
import { personWith, signedIn, workspaceCalled } from '../../../testing/open-console.tsx'
import { ENGINE, PREFERENCES } from '../../../testing/samples.ts'
import { recordCalled } from '../../workspaces/testing/sample-workspaces.ts'
import { instanceCalled, runsOf, SOLUTION, streamCalled, VERSION } from './sample-objects.ts'

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

/** Serves the workspace poc. `over` replaces answers. */
export function serveRuns(over: FakeServer = {}) {
  const stream = eventSource()
  const made: { call: string; body: Record<string, unknown>; query: string }[] = []
  const answers = { ...DEFAULTS, ...over }
  answerCalls(async (call, asked) => {
    if (/^GET \/streamhistories\/(events|[^/]+\/follow)$/.test(call)) return stream.response()
    made.push({ call, body: asked.body, query: asked.query.toString() })
    return (
      (await answers[call]?.(asked)) ??
      (await listedInstance(call, asked)) ??
      noSeries(call) ??
      refused(404, 'Nothing here.')
    )
  })
  /** Answers the read of an instance from the list of instances. */
  async function listedInstance(call: string, asked: FakeCall): Promise<Response | undefined> {
    const [, id] = /^GET \/instances\/([^/]+)$/.exec(call) ?? []
    const list: Partial<ReplyOf<typeof listInstances>> = id
      ? await (await answers['GET /instances']?.(asked))?.json()
      : {}
    const instance = list.instances?.find((one) => one.id === id)
    return instance && Response.json(instance)
  }
  /** Answers with no series, unless the test defines them. */
  function noSeries(call: string): Response | undefined {
    return /^GET \/streamhistories\/[^/]+\/series$/.test(call)
      ? Response.json({ series: [], warnings: [] })
      : undefined
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

const DEFAULTS: FakeServer = {
  ...fake(checkFirstStart, {}),
  ...signedIn(MANAGER),
  ...fake(readPreferences, PREFERENCES),
  ...fake(listRuns, runsOf()),
  ...fake(listStreams, { streams: [streamCalled('line-3')], total: 1 }),
  ...fake(listSchedules, { schedules: [], total: 0 }),
  ...fake(listInstances, { instances: [instanceCalled('vision-line-3')], total: 1 }),
  ...fake(checkInstance, { duplicate: false }),
  ...fake(listSolutions, { solutions: [SOLUTION], total: 1 }),
  ...fake(readVersion, { id: 'id-vision', n: 4 }, VERSION),
  ...fake(readWorkspace, {
    ...recordCalled('poc'),
    execution_specs: [
      { name: 'standard', instance: '2cpu-4gib' },
      { name: 'low', instance: '1cpu-1gib' },
    ],
    ecr_base_path: '',
    specs: [],
  }),
  ...fake(readInstanceType, ({ query: { instance_type = '' } }) => ({
    instance_type,
    vcpu: 2,
    memory_gib: 4,
    gpu_count: 0,
    gpu_name: '',
    source: 'engine',
  })),
  ...fake(readEngine, {
    ...ENGINE,
    largest: { cpu: 4, memory_mib: 8192, gpu: 0 },
    notices: ['No sandbox is available here.'],
    gaps: ['No sandbox is available here.'],
    own_instance_type: null,
  }),
  ...fake(listDataSets, { data_sets: [], total: 0 }),
  ...fake(listObjects, { id: 'id-poc' }, { folders: [], objects: [], total: 0 }),
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
