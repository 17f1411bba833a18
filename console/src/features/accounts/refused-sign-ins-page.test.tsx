import { listRefusedSignIns } from '@podium/contract/calls/sign-in.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { openAsAdmin } from './testing/accounts-fixture.ts'

const refused = {
  id: 'l1',
  account_id: 'a7',
  username: 'kim',
  result: '001',
  kind: 'browser' as const,
  address: '10.20.7.3',
  user_agent: '',
  created_at: '2026-11-20T09:31:00.000Z',
}

test('lists refused sign-ins since the instant in the address, each with its account', async () => {
  const asked: string[] = []
  openAsAdmin(
    '/settings/account/refused?from=2026-11-20T08:00:00.000Z',
    fake(listRefusedSignIns, ({ search }) => {
      asked.push(search)
      return { logins: [refused], total: 1 }
    }),
  )
  const table = await screen.findByRole('table', { name: 'Refused Sign-ins' })
  const link = await within(table).findByRole('link', { name: 'kim' })
  expect(link.getAttribute('href')).toBe('/settings/account/edit/a7')
  expect(link.closest('tr')?.textContent).toContain('Wrong password10.20.7.3with a browser')
  expect(asked[0]).toBe('page=1&page_size=20&sort=-created_at&from=2026-11-20T08%3A00%3A00.000Z')
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter From' }))
  await waitFor(() => expect(asked.at(-1)).toBe('page=1&page_size=20&sort=-created_at'))
})

test('says that no sign-in was refused', async () => {
  openAsAdmin('/settings/account/refused', fake(listRefusedSignIns, { logins: [], total: 0 }))
  expect(await screen.findByText('No refused sign-ins')).toBeTruthy()
  expect(screen.getByText('None in the last 180 days.')).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search refused sign-ins' })).toBeTruthy()
})
