import { expect, test } from 'vitest'
import { answerOf, faultOfStream, isPassing } from './answer.ts'
import { sentenceOfFault } from './sentences.ts'

const PAGE = '<!doctype html><title>Sign in</title>'
const answer = (status: number, body: string, headers = {}) =>
  answerOf({ status, body, headers: new Headers(headers) })

test.each([
  [200, '{"runs":[]}', { runs: [] }],
  [204, '', null],
  [422, '{"detail":[]}', { detail: [] }],
  [413, '{"detail":"The body is too large."}', { detail: 'The body is too large.' }],
  [503, '{"detail":"The server stops."}', { detail: 'The server stops.' }],
])('a %i with %s is Podium’s', (status, text, body) => {
  expect(answer(status, text)).toEqual({ isPodiums: true, body })
})

test.each([
  [200, PAGE, 'sign-in'],
  [200, '', 'sign-in'],
  [200, 'null', 'sign-in'],
  [200, '[]', 'sign-in'],
  [401, PAGE, 'sign-in'],
  [511, PAGE, 'sign-in'],
  [0, '', 'sign-in'],
  [407, PAGE, 'proxy-sign-in'],
  [413, PAGE, 'too-large'],
  [502, PAGE, 'away'],
  [503, '{"message":"no healthy upstream"}', 'away'],
  [504, '', 'away'],
  [522, PAGE, 'away'],
  [403, PAGE, 'refused'],
  [404, 'default backend - 404', 'refused'],
  [429, '{"error":"slow down"}', 'refused'],
])('a %i with %s is a gateway’s: %s', (status, text, kind) => {
  expect(answer(status, text)).toEqual({ isPodiums: false, fault: { kind, status } })
})

test('a redirect names its target, also with a JSON body', () => {
  const location = 'https://login.example.org/?rd=podium'
  expect(answer(302, '{"detail":"Found"}', { location })).toEqual({
    isPodiums: false,
    fault: { kind: 'elsewhere', status: 302, location },
  })
})

test('takes a page in place of a stream for a gateway’s, but accepts a file that is a page', () => {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  const fault = (headers: Record<string, string>, transport: 'bytes' | 'events') =>
    faultOfStream({ status: 200, headers: new Headers(headers) }, transport)
  expect(fault({ 'content-type': 'text/event-stream; charset=utf-8' }, 'events')).toBeNull()
  expect(fault(html, 'events')).toEqual({ kind: 'sign-in', status: 200 })
  expect(fault(html, 'bytes')).toEqual({ kind: 'sign-in', status: 200 })
  expect(fault({ ...html, 'x-request-id': 'r1' }, 'bytes')).toBeNull()
  expect(fault({ 'content-type': 'text/plain' }, 'bytes')).toBeNull()
})

test('retries only without an answer or if a gateway reached nobody, and the call may have arrived', () => {
  for (const kind of ['none', 'away'] as const) expect(isPassing({ kind, status: 0 })).toBe(true)
  for (const kind of ['sign-in', 'elsewhere', 'proxy-sign-in', 'too-large', 'refused'] as const)
    expect(isPassing({ kind, status: 0 })).toBe(false)
})

test('explains each fault and what to do', () => {
  expect(sentenceOfFault({ kind: 'sign-in', status: 200 }, { to: 'page' })).toBe(
    "The answer is not Podium's: a gateway may want you to sign in again. Reload.",
  )
  expect(sentenceOfFault({ kind: 'too-large', status: 413 }, { to: 'page', bytes: 12_400_000 })).toBe(
    'Something before Podium refused 11.8 MiB as too large (413). Its administrator can raise the limit, in nginx client_max_body_size.',
  )
  expect(sentenceOfFault({ kind: 'too-large', status: 413 }, { to: 'program', bytes: 900 })).toContain(
    '900 bytes',
  )
  expect(
    sentenceOfFault(
      { kind: 'elsewhere', status: 302, location: 'https://login.example.org/' },
      { to: 'program' },
    ),
  ).toContain('https://login.example.org/')
})
