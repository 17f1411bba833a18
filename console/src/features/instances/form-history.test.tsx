import { createInstance } from '@podium/contract/calls/instances.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { stubLayout } from '../runs/testing/fake-runs.ts'
import { answer, INSTANCE, openAt } from './testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})

test('leads Back from a new record to the page the person came from', async () => {
  const { user } = openAt('/inferenceModel?view=instances', fake(createInstance, INSTANCE))
  await user.click(await screen.findByRole('button', { name: 'New Instance' }))
  await user.click(await screen.findByRole('radio', { name: 'vision' }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('This name is available.')
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await answer(user, 'Saved Successfully.', 'OK')
  await screen.findByRole('heading', { name: 'vision-line-3', level: 1 })
  window.history.back()
  expect(await screen.findByRole('heading', { name: 'Instances', level: 1 })).toBeTruthy()
})

test('does not lead Back to the form after an edit', { tags: ['long'] }, async () => {
  const { user } = openAt(`/inferenceModel/instance/${INSTANCE.id}`)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await screen.findByRole('form', { name: 'Edit Instance' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: 'Edit' })
  const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.back()
  await gone
  expect(window.location.search).not.toContain('edit')
})
