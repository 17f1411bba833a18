import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { openProfile, wrongLogin } from '../testing/profile-stage.ts'

vi.setConfig({ testTimeout: 20_000 })
const WAIT = { timeout: 15_000 }
const LOGINS = 'GET /settings/accounts/a1/logins'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['ok', 'Signed in'],
  ['000', 'Deleted account'],
  ['001', 'Wrong password'],
  ['002', 'Locked'],
  ['003', 'Unused for too long'],
  ['004', 'Directory out of reach'],
  ['otp', 'Wrong one-time code'],
])('%s is %s', async (result, words) => {
  openProfile('?tab=history', { [LOGINS]: () => [200, { logins: [{ ...wrongLogin, result }], total: 1 }] })
  const row = (await screen.findByText(words, {}, WAIT)).closest('tr')
  expect(row?.textContent).toContain('Chrome 142 on Windows')
  expect(row?.textContent).toContain('10.20.7.3')
})

test('a page behind the end is none, and counts nothing', async () => {
  const user = userEvent.setup()
  openProfile('?tab=history&page=9', {
    [LOGINS]: ({ query }) => [200, { logins: query.get('page') === '9' ? [] : [wrongLogin], total: 1 }],
  })
  expect(await screen.findByText('There is no such page', {}, WAIT)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'First page' }))
  expect(await screen.findByText('Wrong password', {}, WAIT)).toBeTruthy()
  expect(screen.getByText('1 of 1 sign-in')).toBeTruthy()
})

test('the history is read by page, and the page stands in the address', async () => {
  const user = userEvent.setup()
  const pages: (string | null)[] = []
  openProfile('?tab=history', {
    [LOGINS]: ({ query }) => {
      pages.push(query.get('page'))
      return [200, { logins: [wrongLogin], total: 41 }]
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Next page' }, WAIT))
  await vi.waitFor(() => expect(pages.at(-1)).toBe('2'), WAIT)
  expect(window.location.search).toBe('?tab=history&page=2')
  expect(await accessibilityFaults()).toEqual([])
})
