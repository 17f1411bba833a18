import { checkWorkspace, readWorkspace } from '@podium/contract/calls/workspaces.ts'
import { expect, test } from 'vitest'
import { type FakeServer, fake, inTurn, refused } from './fake.ts'

const ask = (server: FakeServer, call: string) =>
  server[call]?.({ query: new URLSearchParams(), body: {}, headers: {} })

test('compiles no reply that the contract does not allow, and no answer of an unknown call', async () => {
  // @ts-expect-error The value is a boolean.
  const wrong = fake(checkWorkspace, { duplicate: 'yes' })
  // @ts-expect-error The reply needs more fields.
  expect(Object.keys(fake(readWorkspace, () => ({ id: 'id-poc' })))).toEqual(['GET /workspaces/info'])
  expect(await (await ask(wrong, 'GET /workspaces/check'))?.json()).toEqual({ duplicate: 'yes' })
  // @ts-expect-error Only `fake` makes an answer.
  const untyped: FakeServer = { 'GET /workspaces/check': async () => Response.json({ duplicate: true }) }
  expect(await ask(untyped, 'GET /workspaces')).toBeUndefined()
})

test('gives the same refusal again, and the last of several answers from then on', async () => {
  const server = fake(
    checkWorkspace,
    inTurn<Response | { duplicate: boolean }>(refused(500, 'Too busy.'), { duplicate: true }),
  )
  const statuses: (number | undefined)[] = []
  for (let call = 0; call < 3; call += 1) statuses.push((await ask(server, 'GET /workspaces/check'))?.status)
  expect(statuses).toEqual([500, 200, 200])
  const always = fake(checkWorkspace, refused(500, 'Too busy.'))
  for (let call = 0; call < 2; call += 1)
    expect(await (await ask(always, 'GET /workspaces/check'))?.json()).toEqual({ detail: 'Too busy.' })
})
