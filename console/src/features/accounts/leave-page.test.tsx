import {
  type Holding,
  type Holdings,
  offBoardAccount,
  readHoldings,
} from '@podium/contract/calls/off-boarding.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, fake, refused } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { openAsAdmin } from './testing/accounts-fixture.ts'

const holdings = (running: number, held: Partial<Holding> = {}): Holdings => ({
  revision: `seen-${running}`,
  username: 'kim',
  display_name: 'Kim Sol',
  locked: false,
  sessions: 2,
  access_tokens: 1,
  password_link: false,
  workspaces: [
    {
      id: 'id-quality',
      display_name: 'quality',
      role: 'MANAGER',
      only_manager: true,
      successors: [{ account_id: 'id-lea', username: 'lea', display_name: 'Lea Sol', role: 'MEMBER' }],
      queued: 0,
      running,
      drafts: 0,
      solutions: 4,
      instances: 0,
      streams: 0,
      data_sets: 0,
      schedules: 0,
      webhooks: 0,
      files: 0,
      ...held,
    },
  ],
})

const button = (name: string) => screen.findByRole('button', { name })

test('settles nothing until a successor is chosen, and then all of it at once', async () => {
  const user = userEvent.setup()
  openAsAdmin('/settings/account/leave/id-kim', {
    ...fake(readHoldings, { id: 'id-kim' }, () => holdings(3)),
    ...fake(
      offBoardAccount,
      { id: 'id-kim' },
      {
        handed_over: [{ workspace_id: 'id-quality', display_name: 'quality', username: 'lea' }],
        memberships: 1,
        sessions: 2,
        access_tokens: 1,
        webhooks: 0,
        runs: { stopped: 0, going_on: 3, failed: [] },
      },
    ),
  })
  await user.click(await button('Lock Kim Sol'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole('tooltip').textContent).toBe('Choose a new manager of quality first.')
  expect(screen.getByRole('link', { name: '3 runs queued or running' }).getAttribute('href')).toContain(
    'person=kim',
  )
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await user.selectOptions(screen.getByLabelText('New manager of quality'), 'lea, Lea Sol')
  await user.click(screen.getByRole('radio', { name: /^Delete it/ }))
  await user.click(await button('Delete Kim Sol'))
  const question = await screen.findByRole('alertdialog', { name: 'Delete Kim Sol?' })
  expect(question.textContent).toContain(
    '2 sessions and 1 access token end at once. 3 runs will keep running.',
  )
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await screen.findByRole('heading', { name: 'Kim Sol is deleted' })
  expect(bodiesOf(offBoardAccount)).toEqual([
    {
      revision: 'seen-3',
      managers: [{ workspace_id: 'id-quality', account_id: 'id-lea' }],
      runs: 'keep',
      account: 'delete',
    },
  ])
  expect(screen.getByText('3 runs keep running.')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('says that the holdings changed in between, and shows them as they are now', async () => {
  const user = userEvent.setup()
  let running = 1
  openAsAdmin('/settings/account/leave/id-kim', {
    ...fake(readHoldings, { id: 'id-kim' }, () => holdings(running)),
    ...fake(offBoardAccount, { id: 'id-kim' }, () => {
      running = 2
      return refused(409, 'This changed since you opened the page: its runs. Check it, then decide again.')
    }),
  })
  await user.selectOptions(await screen.findByLabelText('New manager of quality'), 'mina (you)')
  await user.click(await button('Lock Kim Sol'))
  const question = await screen.findByRole('alertdialog', { name: 'Lock Kim Sol?' })
  await user.click(within(question).getByRole('button', { name: 'Lock' }))
  const told = await screen.findByRole('alertdialog', { name: 'Nothing was done.' })
  expect(told.textContent).toContain('This changed since you opened the page: its runs.')
  await user.click(within(told).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.getByText('Kim Sol has 2 runs queued or running')).toBeTruthy())
})

test('says before what ends with the account, and after it which runs could not be checked', async () => {
  const user = userEvent.setup()
  const held = { only_manager: false, queued: 1, data_sets: 1, schedules: 1, webhooks: 2 }
  openAsAdmin('/settings/account/leave/id-kim', {
    ...fake(readHoldings, { id: 'id-kim' }, () => holdings(2, held)),
    ...fake(
      offBoardAccount,
      { id: 'id-kim' },
      {
        handed_over: [],
        memberships: 0,
        sessions: 2,
        access_tokens: 1,
        webhooks: 2,
        runs: null,
      },
    ),
  })
  await screen.findByText('Their 2 webhooks are deleted. Their 1 schedule pauses.')
  const linksTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linksTo('3 runs queued or running')).toContain('state=queued%2Cstarting%2Crunning')
  expect(linksTo('1 data set')).toBe('/dataSet?ws=id-quality')
  expect(linksTo('1 schedule')).toBe('/settings/workspace/detail/id-quality?tab=schedules')
  expect(linksTo('2 webhooks')).toBe('/settings/workspace/detail/id-quality?tab=notifications')
  screen.getByText('Kim Sol has 3 runs queued or running')
  screen.getByText('Workspaces and account change together or not at all.')
  await user.click(screen.getByRole('radio', { name: /^Stop them/ }))
  screen.getByText('Workspaces and account change together or not at all; then the runs are asked to stop.')
  await user.click(await button('Lock Kim Sol'))
  const question = await screen.findByRole('alertdialog', { name: 'Lock Kim Sol?' })
  expect(question.textContent).toContain(
    '3 runs will be stopped. Their 2 webhooks are deleted. Their 1 schedule pauses. Everything else is kept.',
  )
  await user.click(within(question).getByRole('button', { name: 'Lock' }))
  await screen.findByRole('heading', { name: 'Kim Sol is locked' })
  screen.getByText('2 webhooks were deleted.')
  screen.getByText('What became of the runs is not known. Look at them in each workspace.')
})
