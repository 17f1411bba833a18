import { expect, test } from 'vitest'
import type { Away } from './away.ts'
import { CliError } from './cli-error.ts'
import { unanswered } from './client.ts'

const failed = (code: string) => () =>
  unanswered('https://podium.example.org:8443', Object.assign(new Error('fetch failed'), { cause: { code } }))

test.each([
  ['ENOTFOUND', 'There is no machine named podium.example.org. Check the address.'],
  [
    'ECONNREFUSED',
    'The server at https://podium.example.org:8443 does not answer (ECONNREFUSED). Is it running?',
  ],
  ['EAI_AGAIN', 'The server at https://podium.example.org:8443 does not answer (EAI_AGAIN). Is it running?'],
])('says what to do about a call that ends with %s', (code, sentence) => {
  expect(failed(code)).toThrow(sentence)
})

test('says that a change may have arrived when the network fails after the call was sent', () => {
  const away = (syscall: string) => {
    try {
      const cause = { code: 'EHOSTUNREACH', syscall }
      unanswered('https://podium.example.org', Object.assign(new Error('fetch failed'), { cause }), {
        method: 'POST',
      })
    } catch (error) {
      return (error as Away).mayHaveArrived
    }
  }
  expect([away('connect'), away('read')]).toEqual([false, true])
})

test('reports a file that could not be sent, not a server that is away', () => {
  const fault = new CliError('a.csv changes while it is read.')
  for (const error of [
    fault,
    new TypeError('fetch failed', { cause: new Error('aborted', { cause: fault }) }),
  ])
    expect(() => unanswered('https://podium.example.org', error)).toThrow(fault)
})
