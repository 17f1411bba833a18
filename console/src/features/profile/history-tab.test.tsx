import { listLogins } from '@podium/contract/calls/sign-in.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { openProfile, wrongLogin } from './testing/profile-fixture.ts'

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
  openProfile(
    '?tab=history',
    fake(listLogins, { id: 'a1' }, { logins: [{ ...wrongLogin, result }], total: 1 }),
  )
  const row = (await screen.findByText(words)).closest('tr')
  expect(row?.textContent).toContain('Chrome 142 on Windows')
  expect(row?.textContent).toContain('10.20.7.3')
})

test('counts nothing on a page behind the end', async () => {
  const user = userEvent.setup()
  openProfile(
    '?tab=history&page=9',
    fake(listLogins, { id: 'a1' }, ({ query }) => ({
      logins: query.page === '9' ? [] : [wrongLogin],
      total: 1,
    })),
  )
  expect(await screen.findByText('There is no such page')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'First page' }))
  expect(await screen.findByText('Wrong password')).toBeTruthy()
  expect(screen.getByText('1 sign-in')).toBeTruthy()
})

test('reads the history by page, and keeps the page in the address', async () => {
  const user = userEvent.setup()
  const pages: (string | undefined)[] = []
  openProfile(
    '?tab=history',
    fake(listLogins, { id: 'a1' }, ({ query }) => {
      pages.push(query.page)
      return { logins: [wrongLogin], total: 41 }
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(pages.at(-1)).toBe('2'))
  expect(window.location.search).toBe('?tab=history&page=2')
  expect(await accessibilityFaults()).toEqual([])
})
