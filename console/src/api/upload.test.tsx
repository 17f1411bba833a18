import { putObject } from '@podium/contract/calls/objects.ts'
import { expect, test, vi } from 'vitest'
import { upload } from './upload.ts'

/** A request whose progress and end the test controls. */
class FakeRequest {
  static last: FakeRequest | undefined
  opened: string[] = []
  status = 0
  responseText = ''
  upload: { onprogress: (event: { loaded: number }) => void } = { onprogress: () => {} }
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  open = (...args: string[]) => {
    this.opened = args
  }
  setRequestHeader = () => {}
  getResponseHeader = () => 'req_1'
  send = () => {
    FakeRequest.last = this
  }
  abort = () => this.onabort()
}

function start(signal?: AbortSignal) {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const seen: number[][] = []
  const done = upload(
    putObject,
    { params: { id: 'w', path: 'datasets/a b/c.csv' }, query: { replace: '1' } },
    new Blob(['12345']),
    { onProgress: (sent, total) => seen.push([sent, total]), ...(signal ? { signal } : {}) },
  )
  const request = FakeRequest.last
  if (!request) throw new Error('Nothing was sent.')
  return { done, request, seen }
}

test('keeps folders in the address, reports the progress, and returns the reply', async () => {
  const { done, request, seen } = start()
  expect(request.opened).toEqual(['PUT', '/api/v1/workspaces/w/objects/datasets/a%20b/c.csv?replace=1'])
  request.upload.onprogress({ loaded: 3 })
  request.status = 200
  request.responseText = '{"path":"datasets/a b/c.csv"}'
  request.onload()
  expect(await done).toEqual({ path: 'datasets/a b/c.csv' })
  expect(seen).toEqual([[3, 5]])
})

test('throws a refusal with its sentence, and leaves the outcome of a broken connection unknown', async () => {
  const first = start()
  first.request.status = 409
  first.request.responseText = '{"detail":"It exists already."}'
  first.request.onload()
  await expect(first.done).rejects.toMatchObject({ status: 409, message: 'It exists already.' })
  const second = start()
  second.request.onerror()
  await expect(second.done).rejects.toMatchObject({ status: 0, outcomeUnknown: true })
})

test('reports that a gateway refuses a body of this size, with the size', async () => {
  const { done, request } = start()
  request.status = 413
  request.responseText = '<html><center><h1>413 Request Entity Too Large</h1></center></html>'
  request.onload()
  await expect(done).rejects.toMatchObject({
    status: 0,
    fault: { kind: 'too-large', status: 413 },
    outcomeUnknown: false,
    message: expect.stringMatching(/^Something before Podium refused 5 bytes .* client_max_body_size\.$/),
  })
})

test("rejects with the caller's own reason when the caller aborts", async () => {
  const abandon = new AbortController()
  const { done } = start(abandon.signal)
  abandon.abort(new Error('No longer wanted.'))
  await expect(done).rejects.toThrow('No longer wanted.')
})
