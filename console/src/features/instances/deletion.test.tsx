import { deleteInstance } from '@podium/contract/calls/instances.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { stubLayout } from '../runs/testing/fake-runs.ts'
import { answer, INSTANCE, openAt } from './testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})

test('does not read a deleted record again', async () => {
  const { server, user } = openAt(
    `/inferenceModel/instance/${INSTANCE.id}`,
    fake(deleteInstance, INSTANCE, { id: INSTANCE.id }),
  )
  await user.click(await screen.findByRole('button', { name: 'More for vision-line-3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const asked = () => server.calls(`GET /instances/${INSTANCE.id}`).length
  const before = asked()
  await answer(user, 'Delete selected item(s)?', 'Delete')
  await answer(user, 'Deleted Successfully!', 'OK')
  await screen.findByRole('heading', { name: 'Instances', level: 1 })
  expect(asked()).toBe(before)
})
