import { login } from '@podium/contract/calls/auth.ts'
import { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import { createWorkspace, listWorkspaces } from '@podium/contract/calls/workspaces.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, fieldMessages, wasReported } from './api-error.ts'
import { call } from './call.ts'
import { type MadeCall, type Watch, watchCalls } from './watch.ts'

const sent: { address: string; init: RequestInit & { headers: Record<string, string> } }[] = []
const lost: MadeCall[] = []
const refused: ApiError[] = []
const watch: Watch = {
  signIn: () => 1,
  sessionLost: (made) => lost.push(made),
  refused: (error) => refused.push(error),
}
let unwatch = () => {}

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  vi.stubGlobal('fetch', async (address: string, init: (typeof sent)[number]['init']) => {
    sent.push({ address, init })
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers })
  })
}

beforeEach(() => {
  unwatch = watchCalls(watch)
})
afterEach(() => {
  unwatch()
  vi.unstubAllGlobals()
  for (const list of [sent, lost, refused]) list.length = 0
})

const workspace = { name: 'poc', s3_bucket_name: 'poc' }

test('returns the reply, and sends neither body nor key with a GET', async () => {
  answer(200, { workspaces: [], total: 0 })
  expect(await call(listWorkspaces, { query: { page: 1 } })).toEqual({ workspaces: [], total: 0 })
  expect(sent[0]?.init.headers).toEqual({})
  expect(sent[0]?.init.body).toBeNull()
})

test('marks calls that no person caused', async () => {
  answer(200, { workspaces: [], total: 0 })
  await call(listWorkspaces, { background: true })
  expect(sent[0]?.init.headers).toEqual({ 'x-podium-background': '1' })
})

test('sends a new key with each call that creates something, and none with a login', async () => {
  answer(200, {})
  await call(createWorkspace, { body: workspace })
  await call(createWorkspace, { body: workspace })
  await call(login, { body: { login_id: 'a', login_pw: 'b' } })
  const keys = sent.map(({ init }) => init.headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).not.toBe(keys[0])
  expect(keys[2]).toBeUndefined()
})

test("throws 404 and 409 with the server's sentence, and raises no alert", async () => {
  answer(409, { detail: 'Taken.', current: { revision: 4 } }, { 'x-request-id': 'req_1' })
  const error = await call(createWorkspace, { body: workspace }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 409, message: 'Taken.', requestId: 'req_1' })
  expect((error as ApiError).body.current).toEqual({ revision: 4 })
  answer(404, { detail: 'Invalid instance type.' })
  await expect(call(readInstanceType, { query: { instance_type: 'x' } })).rejects.toThrow(
    'Invalid instance type.',
  )
  expect(refused).toEqual([])
})

test('reports 403 and 405 to the application, except for background calls', async () => {
  answer(403, { detail: 'You do not have permission to do this.' })
  await expect(call(listWorkspaces)).rejects.toThrow()
  await expect(call(listWorkspaces, { background: true })).rejects.toThrow()
  answer(405, { detail: 'Method Not Allowed.' })
  await expect(call(listWorkspaces)).rejects.toThrow()
  expect(refused.map((error) => error.status)).toEqual([403, 405])
})

test('reports a 422 to the application unless a form showed its messages', async () => {
  answer(422, { detail: [{ loc: ['body', 'name'], msg: 'Too long.', type: 'too_long' }] })
  const shown: Record<string, string>[] = []
  const failing = call(createWorkspace, {
    body: workspace,
    showOnField: (error) => shown.push(fieldMessages(error)) > 0,
  })
  await expect(failing).rejects.toThrow('Too long.')
  expect(shown).toEqual([{ name: 'Too long.' }])
  expect(refused).toEqual([])
  const failure = await call(createWorkspace, { body: workspace }).catch((thrown: unknown) => thrown)
  expect(refused.map((error) => error.status)).toEqual([422])
  expect(wasReported(failure)).toBe(true)
})

test('ends the session on 401 and keeps the call, which repeats with the same key', async () => {
  answer(401, { detail: 'Please sign in first.' })
  await expect(call(createWorkspace, { body: workspace })).rejects.toThrow()
  expect(lost).toHaveLength(1)
  answer(200, { id: 'w' })
  expect(await lost[0]?.again()).toEqual({ id: 'w' })
  expect(sent[1]?.init.headers['idempotency-key']).toBe(sent[0]?.init.headers['idempotency-key'])
  expect(sent[1]?.init.body).toBe(JSON.stringify(workspace))
})

test('throws a 401 like any other error while nobody is signed in', async () => {
  unwatch()
  unwatch = watchCalls({ ...watch, signIn: () => null })
  answer(401, { detail: { error_code: 'USER.LOGIN.001' } })
  await expect(call(login, { body: { login_id: 'a', login_pw: 'b' } })).rejects.toMatchObject({ status: 401 })
  expect(lost).toEqual([])
})

test('leaves the outcome of an unanswered change unknown, but not of a read', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('failed')
  })
  await expect(call(createWorkspace, { body: workspace })).rejects.toMatchObject({
    status: 0,
    message: 'The server cannot be reached.',
    outcomeUnknown: true,
  })
  await expect(call(listWorkspaces)).rejects.toMatchObject({ outcomeUnknown: false })
})

test('gives up a call after 100000 ms, and says so', async () => {
  vi.useFakeTimers()
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const failing = expect(call(listWorkspaces)).rejects.toThrow('The server did not answer within 100 s.')
  expect(timeout).toHaveBeenCalledWith(100_000)
  limit.abort()
  await failing
  timeout.mockRestore()
  vi.useRealTimers()
})

const PAGE = '<!doctype html><title>Sign in</title>'
const gateway = (status: number, body = PAGE) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }))

test('asks to sign in at the gateway when a page comes as the response, and knows that nothing changed', async () => {
  for (const status of [200, 401]) {
    gateway(status)
    const failing = expect(call(createWorkspace, { body: workspace })).rejects
    await failing.toMatchObject({
      status: 0,
      message: "The answer is not Podium's: a gateway may want you to sign in again. Reload.",
      outcomeUnknown: false,
    })
  }
  expect(lost).toEqual([])
})

test('does not follow a redirect, which is a gateway’s', async () => {
  vi.stubGlobal('fetch', async (_: string, { redirect }: RequestInit) =>
    Object.defineProperty(new Response(redirect), 'status', { value: 0 }),
  )
  await expect(call(listWorkspaces)).rejects.toThrow("The answer is not Podium's")
})

test('leaves the outcome of a change unknown when a gateway reaches no server', async () => {
  gateway(502)
  await expect(call(createWorkspace, { body: workspace })).rejects.toMatchObject({
    message: 'Podium does not answer the gateway before it (502). It may be starting again.',
    outcomeUnknown: true,
  })
  await expect(call(listWorkspaces)).rejects.toMatchObject({ outcomeUnknown: false })
})

test("does not take a gateway's refusal for one of Podium", async () => {
  gateway(403)
  await expect(call(listWorkspaces)).rejects.toMatchObject({
    status: 0,
    fault: { kind: 'refused', status: 403 },
  })
  gateway(404, 'default backend - 404')
  await expect(call(listWorkspaces)).rejects.toMatchObject({ status: 0 })
  gateway(413)
  await expect(call(createWorkspace, { body: workspace })).rejects.toThrow(/refused 37 bytes/)
  expect(refused).toEqual([])
})
