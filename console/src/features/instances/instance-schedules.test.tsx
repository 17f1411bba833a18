import { listSchedules, type Schedule } from '@podium/contract/calls/schedules.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type FakeServer, fake } from '../../testing/fake.ts'
import { personWith, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { stubLayout } from '../runs/testing/fake-runs.ts'
import { INSTANCE, openAt } from './testing/serve-instances.ts'

beforeEach(() => stubLayout())

const SCHEDULE: Schedule = {
  id: 'id-nightly',
  workspace_id: INSTANCE.workspace_id,
  stream_id: 'id-line-3',
  stream_name: 'line-3',
  instance_id: INSTANCE.id,
  solution_id: INSTANCE.solution_id,
  solution_name: INSTANCE.solution_name,
  version_num: INSTANCE.version_num,
  pipeline: 'train',
  model_from: '',
  cron: '0 6 * * 1-5',
  time_zone: 'Europe/Berlin',
  active: true,
  when_missed: 'skip',
  when_running: 'skip',
  detail: '',
  runs_as: 'lea',
  next: ['2026-11-24T05:00:00.000Z'],
  last: null,
  created_by: 'lea',
  created_at: '2026-11-23T05:00:00.000Z',
  updated_at: '2026-11-23T05:00:00.000Z',
  revision: 1,
}

async function openCard(over: FakeServer = {}, person?: ReturnType<typeof personWith>) {
  const opened = openAt(`/inferenceModel/instance/${INSTANCE.id}`, over, person)
  // Wait for the card itself, which replaces its placeholder once its code is loaded.
  await screen.findByRole('button', { name: /New Schedule/ })
  return { ...opened, card: within(screen.getByRole('region', { name: 'Schedules' })) }
}

test('shows the schedules of the streams: when, the next time, and what keeps one back', async () => {
  const paused = {
    ...SCHEDULE,
    id: 'id-2',
    stream_name: 'line-4',
    active: false,
    detail: 'dario has left poc.',
  }
  const { server, card } = await openCard(fake(listSchedules, { schedules: [SCHEDULE, paused], total: 2 }))
  const link = await card.findByRole('link', { name: 'line-3' })
  expect(link.getAttribute('href')).toContain('/settings/schedule/id-nightly')
  card.getByRole('row', { name: /line-3.*Mon to Fri at 06:00.*Europe\/Berlin/ })
  card.getByRole('row', { name: /line-4.*paused.*dario has left poc\./ })
  expect(server.calls('GET /schedules')[0]?.query).toContain(`instance_id=${INSTANCE.id}`)
  expect(await accessibilityFaults()).toEqual([])
})

test('explains schedules while there are none, and makes one for the only stream', async () => {
  const { user, card } = await openCard()
  await card.findByText(/^A schedule starts runs of a stream by itself/)
  await user.click(card.getByRole('button', { name: 'New Schedule' }))
  await waitFor(() => expect(window.location.search).toContain('stream=id-line-3'))
  expect(window.location.pathname).toContain(`/settings/workspace/schedule/${INSTANCE.workspace_id}`)
})

test('says why a person who may only look cannot make a schedule', async () => {
  const looking = personWith([workspaceCalled('poc', { role: 'MEMBER', members_may_only_look: true })], {
    role: 'DEVELOPER',
  })
  const { card } = await openCard({}, looking)
  const button = await card.findByRole('button', { name: /New Schedule/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.closest('section')?.textContent).toMatch(/only look/)
})
