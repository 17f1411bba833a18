import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLayout } from '../runs/testing/fake-runs.ts'
import { answer, INSTANCE, openAt, WAIT } from './testing/serve-instances.ts'

vi.setConfig({ testTimeout: 60_000 })

beforeEach(() => {
  localStorage.clear()
  stubLayout()
})
afterEach(() => vi.unstubAllGlobals())

test('what was deleted is not asked for once more', async () => {
  const { server, user } = openAt(`/inferenceModel/instance/${INSTANCE.id}`, {
    [`DELETE /instances/${INSTANCE.id}`]: () => ({ id: INSTANCE.id }),
  })
  await user.click(await screen.findByRole('button', { name: 'More for vision-line-3' }, WAIT))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }, WAIT))
  const asked = () => server.calls(`GET /instances/${INSTANCE.id}`).length
  const before = asked()
  await answer(user, 'Delete selected item(s)?', 'Delete')
  await answer(user, 'Deleted Successfully!', 'OK')
  await screen.findByRole('heading', { name: 'Instances', level: 1 }, WAIT)
  expect(asked()).toBe(before)
})
