import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { openProfile, wrongLogin } from './testing/profile-fixture.ts'

const LOGINS = 'GET /settings/accounts/a1/logins'

test.each([
  ['ok', 'Signed in'],
  ['000', 'Deleted account'],
  ['001', 'Wrong password'],
  ['directory-775', 'Locked in the directory (775)'],
  ['directory-53', 'Refused by the directory (53)'],
  ['002', 'Locked'],
  ['003', 'Unused for too long'],
  ['004', 'Directory out of reach'],
  ['otp', 'Wrong one-time code'],
])('shows %s as %s', async (result, words) => {
  openProfile('?tab=history', { [LOGINS]: () => [200, { logins: [{ ...wrongLogin, result }], total: 1 }] })
  const row = (await screen.findByText(words)).closest('tr')
  expect(row?.textContent).toContain('Chrome 142 on Windows')
  expect(row?.textContent).toContain('10.20.7.3')
})

test('counts nothing on a page behind the end', async () => {
  const user = userEvent.setup()
  openProfile('?tab=history&page=9', {
    [LOGINS]: ({ query }) => [200, { logins: query.get('page') === '9' ? [] : [wrongLogin], total: 1 }],
  })
  expect(await screen.findByText('There is no such page')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'First page' }))
  expect(await screen.findByText('Wrong password')).toBeTruthy()
  expect(screen.getByText('1 sign-in')).toBeTruthy()
})

test('reads the history by page, and keeps the page in the address', async () => {
  const user = userEvent.setup()
  const pages: (string | null)[] = []
  openProfile('?tab=history', {
    [LOGINS]: ({ query }) => {
      pages.push(query.get('page'))
      return [200, { logins: [wrongLogin], total: 41 }]
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(pages.at(-1)).toBe('2'))
  expect(window.location.search).toBe('?tab=history&page=2')
  expect(await accessibilityFaults()).toEqual([])
})
