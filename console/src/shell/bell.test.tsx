import {
  listNotifications,
  markNotificationsRead,
  type Notification,
} from '@podium/contract/calls/notifications.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, type FakeServer, fake } from '../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../testing/open-console.tsx'
import { accessibilityFaults } from '../ui/testing/axe.ts'

const poc = workspaceCalled('poc')
const person = personWith([poc])
const failed: Notification = {
  id: 'n1',
  event: 'run.failed',
  workspace_id: poc.id,
  workspace_name: 'poc',
  run_id: 'r1',
  group: null,
  title: 'line-3-10 failed',
  detail: 'Out of memory.',
  created_at: '2026-11-20T10:04:00.000Z',
  read_at: null,
}
const full: Notification = {
  ...failed,
  id: 'n2',
  event: 'quota.reached',
  run_id: null,
  title: 'Use of the storage has reached 80 % of the limit',
  read_at: failed.created_at,
}

function open(server: FakeServer) {
  serve({ ...signedIn(person), ...server })
  openConsole('/settings/account/editProfile', person, poc)
  return userEvent.setup()
}

test('counts unread notifications, lists the newest, and marks all as read', async () => {
  let kept = [failed, full]
  const user = open({
    ...fake(listNotifications, () => ({
      notifications: kept,
      total: 2,
      unread: kept.filter(({ read_at }) => read_at === null).length,
    })),
    ...fake(markNotificationsRead, () => {
      kept = kept.map((one) => ({ ...one, read_at: failed.created_at }))
      return {}
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }))
  const links = panel.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/inferenceModel/run/r1?ws=id-poc',
    '/settings/workspace/detail/id-poc?tab=use',
    '/settings/account/editProfile?tab=notifications',
  ])
  expect(await accessibilityFaults()).toEqual([])
  await user.click(panel.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy())
  expect(bodiesOf(markNotificationsRead)).toEqual([{}])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('leads from a group of runs to the list of them', async () => {
  const group = {
    stream_id: 's1',
    stream_name: 'line-3',
    from: '2026-11-20T10:00:00.000Z',
    to: '2026-11-20T10:04:00.001Z',
    total: 24,
    succeeded: 23,
    failed: 1,
    stopped: 0,
  }
  const ended: Notification = { ...failed, event: 'run.group', run_id: null, group }
  const user = open(fake(listNotifications, { notifications: [ended], total: 1, unread: 1 }))
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }))
  const [link] = panel.getAllByRole('link').map((each) => each.getAttribute('href') ?? '')
  const { searchParams, pathname } = new URL(link ?? '', location.origin)
  expect(pathname).toBe('/inferenceModel')
  const { stream_id, from, to } = group
  expect(Object.fromEntries(searchParams)).toEqual({
    ws: poc.id,
    view: 'runs',
    person: 'me',
    stream_id,
    from,
    to,
  })
})
