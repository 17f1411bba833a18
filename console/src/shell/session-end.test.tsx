import { readSession } from '@podium/contract/calls/auth.ts'
import { readVersions } from '@podium/contract/calls/system.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake } from '../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../testing/open-console.tsx'
import { VERSIONS } from '../testing/samples.ts'

const WARNING = 'Your session ends in two minutes'
const person = personWith([workspaceCalled('poc')])

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens the console with a session that lasts as long as `now` says; `asked` records who asked for it. */
function openWith(now: { left: number; after: number }) {
  const asked: ('person' | 'background')[] = []
  serve({
    ...fake(readVersions, VERSIONS),
    ...fake(readSession, ({ headers }) => {
      const isPerson = headers['x-podium-background'] === undefined
      asked.push(isPerson ? 'person' : 'background')
      return { ...person, ends_in_s: isPerson ? now.after : now.left }
    }),
  })
  const session = openConsole('/settings/account/editProfile', person)
  session.choose(workspaceCalled('poc'))
  asked.length = 0
  return asked
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

test('warns two minutes before a session ends, and keeps it at a press', async () => {
  const now = { left: 600, after: 3600 }
  const asked = openWith(now)
  await pass(61)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  now.left = 120
  await pass(480)
  await screen.findByRole('alertdialog', { name: WARNING })
  expect(asked).not.toContain('person')
  now.left = 3600
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
  await pass(1)
  expect(asked).toContain('person')
  expect(screen.queryByRole('alertdialog', { name: WARNING })).toBeNull()
})

test('closes the warning when another tab has kept the session', async () => {
  const now = { left: 100, after: 3600 }
  openWith(now)
  await pass(61)
  await screen.findByRole('alertdialog', { name: WARNING })
  now.left = 3600
  await pass(101)
  expect(screen.queryByRole('alertdialog', { name: WARNING })).toBeNull()
})

test('says that a session has reached its longest duration', async () => {
  openWith({ left: 100, after: 90 })
  await pass(61)
  fireEvent.click(await screen.findByRole('button', { name: 'Stay signed in' }))
  await screen.findByRole('alertdialog', { name: /^A session lasts 12 hours at most/ })
})
