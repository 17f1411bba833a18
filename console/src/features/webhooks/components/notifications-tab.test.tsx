import {
  createWebhook,
  type Delivery,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  testWebhook,
  type Webhook,
} from '@podium/contract/calls/webhooks.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type FakeServer, fake, refused } from '../../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../../testing/open-console.tsx'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { enterText } from '../../../ui/testing/enter-text.ts'
import { recordCalled, serverWith } from '../../workspaces/testing/sample-workspaces.ts'

const poc = recordCalled('poc')
const at = '2026-11-20T10:04:00.000Z'
const cmms: Webhook = {
  id: 'w1',
  kind: 'json',
  url: 'https://cmms.aster.example/podium',
  events: ['run.ended'],
  created_by: 'Kim',
  created_at: at,
}
const chat: Webhook = { ...cmms, id: 'w2', kind: 'slack', url: 'https://hooks.slack.example/x' }
const delivered: Delivery = {
  id: 'd1',
  event: 'run.ended',
  run_id: 'r1',
  run_name: 'line-3-10',
  state: 'delivered',
  tries: 1,
  answer: 200,
  trouble: '',
  took_ms: 92,
  created_at: at,
  tried_at: at,
  next_at: null,
}
const waiting: Delivery = {
  ...delivered,
  id: 'd2',
  run_name: 'weld-seam-14',
  state: 'waiting',
  tries: 4,
  answer: null,
  trouble: 'no answer in 10 seconds',
  next_at: '2026-11-20T10:34:00.000Z',
}

function open(server: FakeServer, role: 'MANAGER' | 'DEVELOPER' = 'MANAGER') {
  const person = personWith([workspaceCalled('poc', { role })], { role: 'DEVELOPER' })
  serve({ ...serverWith({ ...poc, role }, person), ...server })
  openConsole('/settings/workspace/detail/id-poc?tab=notifications', person)
  return userEvent.setup()
}
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('lists the webhooks, with the deliveries and responses of each', async () => {
  const user = open({
    ...fake(listWebhooks, { id: 'id-poc' }, { webhooks: [cmms, chat] }),
    ...fake(
      listDeliveries,
      { id: 'id-poc', webhook_id: 'w1' },
      { deliveries: [waiting, delivered], total: 2 },
    ),
    ...fake(listDeliveries, { id: 'id-poc', webhook_id: 'w2' }, { deliveries: [], total: 0 }),
  })
  const table = await screen.findByRole('table', { name: 'Deliveries' })
  await within(table).findByText('weld-seam-14')
  const cells = cellsOf(table)
  expect([cells[0], ...cells.slice(2, 6)]).toEqual([
    'weld-seam-14run.ended',
    'waiting',
    '4 of 6',
    'no answer in 10 seconds',
    '92 ms',
  ])
  expect(cells[11]).toBe('200')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('link', { name: chat.url }))
  expect(await screen.findByText('Nothing sent yet')).toBeTruthy()
  expect(window.location.search).toBe('?tab=notifications&webhook=w2')
})

test('creates a webhook, shows mistakes at their fields, and shows the secret once', async () => {
  const bodies: unknown[] = []
  const made: Webhook[] = []
  const user = open({
    ...fake(listWebhooks, { id: 'id-poc' }, { webhooks: made }),
    ...fake(createWebhook, { id: 'id-poc' }, ({ body }) => {
      bodies.push(body)
      const problem = {
        loc: ['body', 'url'],
        msg: 'Podium may not send to this address.',
        type: 'value_error',
      }
      if (bodies.length === 1) return refused(422, [problem])
      made.push(cmms)
      return { ...cmms, secret: 'violet-heron' }
    }),
    ...fake(listDeliveries, { id: 'id-poc', webhook_id: 'w1' }, { deliveries: [], total: 0 }),
  })
  expect(await screen.findByText('No webhooks yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New Webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New Webhook' }))
  for (const event of [/^A run failed/, /^A run waits/]) await user.click(dialog.getByLabelText(event))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(dialog.getByText('Please fill out this field.')).toBeTruthy()
  expect(dialog.getByText('Choose at least one event.')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
  await enterText(user, dialog.getByLabelText('Address'), cmms.url)
  await user.click(dialog.getByLabelText(/^A run ended/))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Podium may not send to this address.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('violet-heron')).toBeTruthy()
  expect(bodies[1]).toEqual({ kind: 'json', url: cmms.url, events: ['run.ended'], secret: '' })
  await user.click(screen.getByRole('button', { name: 'Hide it' }))
  expect(screen.queryByText('violet-heron')).toBeNull()
})

test('reports the outcome of a test, and asks before a deletion', async () => {
  let kept = [cmms]
  const user = open({
    ...fake(listWebhooks, { id: 'id-poc' }, () => ({ webhooks: kept })),
    ...fake(listDeliveries, { id: 'id-poc', webhook_id: 'w1' }, { deliveries: [], total: 0 }),
    ...fake(
      testWebhook,
      { id: 'id-poc', webhook_id: 'w1' },
      { ...delivered, event: 'webhook.test', state: 'given_up', answer: 503 },
    ),
    ...fake(deleteWebhook, { id: 'id-poc', webhook_id: 'w1' }, () => {
      kept = []
      return {}
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('cmms.aster.example did not accept the test: 503.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: `More for ${cmms.url}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/list of deliveries is deleted too/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No webhooks yet')).toBeTruthy()
})

test('says why nothing is shown to a person who does not manage the workspace', async () => {
  open({}, 'DEVELOPER')
  const panel = await screen.findByRole('tabpanel')
  expect(await within(panel).findByText('Only a manager of this workspace may do this.')).toBeTruthy()
})
