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

test('Back from what was made leads to where the person came from', async () => {
  const { user } = openAt('/inferenceModel?view=instances', { 'POST /instances': () => INSTANCE })
  await user.click(await screen.findByRole('button', { name: 'New Instance' }, WAIT))
  await user.click(await screen.findByRole('radio', { name: 'vision' }, WAIT))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('This name is available.', {}, WAIT)
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await answer(user, 'Saved Successfully.', 'OK')
  await screen.findByRole('heading', { name: 'vision-line-3', level: 1 }, WAIT)
  window.history.back()
  expect(await screen.findByRole('heading', { name: 'Instances', level: 1 }, WAIT)).toBeTruthy()
})

test('Back after an edit does not lead to the form once more', async () => {
  const { user } = openAt(`/inferenceModel/instance/${INSTANCE.id}`)
  await user.click(await screen.findByRole('button', { name: 'Edit' }, WAIT))
  await screen.findByRole('form', { name: 'Edit Instance' }, WAIT)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: 'Edit' }, WAIT)
  const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.back()
  await gone
  expect(window.location.search).not.toContain('edit')
})
