import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followOnPage, type Part } from './page-stream.ts'

const encoder = new TextEncoder()

/** The opened streams, newest last. */
const opened: {
  address: string
  isClosed: boolean
  send: (event: string, id?: string) => void
  cut: () => void
}[] = []
let refused: Response | undefined
const stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    const answer = refused
    refused = undefined
    return answer ?? openStream(address.replace('/api/v1/streamhistories/', ''), signal)
  })
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await vi.advanceTimersByTimeAsync(1000)
  opened.length = 0
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function openStream(address: string, signal: AbortSignal) {
  const stream = { address, isClosed: false, send: (_event: string, _id?: string) => {}, cut: () => {} }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream.send = (event, id = '') =>
        controller.enqueue(encoder.encode(`event: ${event}\nid: ${id}\ndata: {}\n\n`))
      stream.cut = () => {
        stream.isClosed = true
        controller.close()
      }
      signal.addEventListener('abort', () => {
        if (stream.isClosed) return
        stream.isClosed = true
        controller.error(signal.reason)
      })
    },
  })
  opened.push(stream)
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Follows a part, and returns what it heard and a function that leaves it. */
async function start(part: Partial<Part>) {
  const heard: string[] = []
  const leave = followOnPage({
    query: () => ({ workspace_id: 'w' }),
    onEvent: ({ event }) => heard.push(event),
    ...part,
  })
  stops.push(leave)
  await vi.advanceTimersByTimeAsync(0)
  return { heard, leave }
}

async function send(event: string, id?: string) {
  opened.at(-1)?.send(event, id)
  await vi.advanceTimersByTimeAsync(0)
}

const isOpen = () => opened.filter(({ isClosed }) => !isClosed).map(({ address }) => address)

function logOf(run: string) {
  let at = 0
  const lines: string[] = []
  const part: Part = {
    run,
    query: () => ({ log_type: 'process', from: at }),
    onEvent({ event, id }) {
      if (event !== 'lines') return
      lines.push(id)
      at = Number(id)
    },
  }
  return { part, lines }
}

test('shares one stream among all parts of a page, and resumes it when a part is added', async () => {
  const runs = await start({})
  expect(isOpen()).toEqual(['events?workspace_id=w'])
  const log = logOf('r')
  await start(log.part)
  expect(isOpen()).toEqual(['r/follow?log_type=process&from=0'])
  await send('lines', '7')
  await send('run')
  const series = await start({ run: 'r', query: () => ({ series: '1' }) })
  expect(isOpen()).toEqual(['r/follow?log_type=process&from=7&series=1'])
  await send('lines', '9')
  await send('series')
  expect(log.lines).toEqual(['7', '9'])
  expect(runs.heard).toEqual(['lines', 'run', 'lines', 'series'])
  expect(series.heard).toEqual(['lines', 'series'])
})

test("resumes a broken stream at each part's own position", async () => {
  let after = 'a'
  await start({ query: () => ({ workspace_id: 'w', after }) })
  await start(logOf('r').part)
  await send('lines', '7')
  after = 'b'
  opened.at(-1)?.cut()
  await vi.advanceTimersByTimeAsync(1000)
  expect(isOpen()).toEqual(['r/follow?after=b&log_type=process&from=7'])
})

test('opens one stream for parts that are added together', async () => {
  followOnPageTogether()
  await vi.advanceTimersByTimeAsync(0)
  expect(opened.map(({ address }) => address)).toEqual(['r/follow?log_type=process&from=0'])
})

function followOnPageTogether() {
  stops.push(
    followOnPage({ query: () => ({ workspace_id: 'w' }), onEvent: () => {} }),
    followOnPage(logOf('r').part),
  )
}

test('opens one stream when one log replaces another, and returns to the runs when both are left', async () => {
  await start({})
  const first = await start(logOf('r').part)
  first.leave()
  const second = await start(logOf('s').part)
  await vi.advanceTimersByTimeAsync(2000)
  expect(opened).toHaveLength(3)
  expect(isOpen()).toEqual(['s/follow?log_type=process&from=0'])
  second.leave()
  await vi.advanceTimersByTimeAsync(999)
  expect(opened).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOpen()).toEqual(['events?workspace_id=w'])
})

test('continues with the runs of the workspace when the run is gone', async () => {
  const onRefused = vi.fn()
  const runs = await start({ onRefused })
  refused = Response.json({ detail: 'Gone.' }, { status: 404 })
  const onGone = vi.fn()
  await start({ ...logOf('r').part, onRefused: onGone })
  expect(onGone).toHaveBeenCalledOnce()
  expect(onRefused).not.toHaveBeenCalled()
  expect(isOpen()).toEqual(['events?workspace_id=w'])
  await send('run')
  expect(runs.heard).toEqual(['run'])
})

test('closes the stream when no part is left', async () => {
  const { leave } = await start({})
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOpen()).toEqual([])
})
