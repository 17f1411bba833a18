import {
  createSchedule,
  editSchedule,
  listSchedules,
  readNextTimes,
  type Schedule,
} from '@podium/contract/calls/schedules.ts'
import { listStreams, readStream } from '@podium/contract/calls/streams.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, type FakeServer, fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { stream } from '../solutions/testing/sample.ts'
import { recordCalled, serverWith } from '../workspaces/testing/sample-workspaces.ts'

const poc = recordCalled('poc')
const NEXT = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'].map(
  (day) => `${day}T05:00:00.000Z`,
)

function scheduleCalled(stream_name: string, part: Partial<Schedule> = {}): Schedule {
  return {
    id: `id-${stream_name}`,
    workspace_id: 'id-poc',
    stream_id: 'stream-1',
    stream_name,
    instance_id: 'instance-1',
    solution_id: 'solution-1',
    solution_name: 'penguins',
    version_num: 3,
    pipeline: 'train',
    model_from: '',
    cron: '0 6 * * 1-5',
    time_zone: 'Europe/Berlin',
    active: true,
    when_missed: 'skip',
    when_running: 'skip',
    detail: '',
    runs_as: 'lea',
    next: NEXT,
    last: null,
    created_by: 'lea',
    created_at: NEXT[0] ?? '',
    updated_at: NEXT[0] ?? '',
    revision: 1,
    ...part,
  }
}

const paused = scheduleCalled('label-ocr', {
  active: false,
  detail: 'dario has left poc.',
  runs_as: 'dario',
  next: [],
})

const off = scheduleCalled('yearly', { active: false, next: [] })

const streamOf = (name: string, at: number) => stream(name, { id: `stream-${at}`, version_num: 3 })

function open(path: string, server: FakeServer = {}) {
  const person = personWith([workspaceCalled('poc')])
  serve({
    ...serverWith(poc, person),
    ...fake(listSchedules, () => ({ schedules: [scheduleCalled('weekly'), paused, off], total: 3 })),
    ...fake(readNextTimes, { next: NEXT }),
    ...fake(readStream, { id: 'stream-1' }, () => streamOf('weekly', 1)),
    ...fake(listStreams, ({ query }) => ({
      streams: query.q === 'night' ? [streamOf('nightly', 900)] : [streamOf('daily', 0)],
      total: query.q === 'night' ? 1 : 901,
    })),
    ...server,
  })
  return openConsole(path, person)
}

test('lists what starts when, next and as whom, and turns a schedule on again', async () => {
  open(
    '/settings/workspace/detail/id-poc?tab=schedules',
    fake(editSchedule, { id: 'id-label-ocr' }, { ...paused, active: true, runs_as: 'mina' }),
  )
  const table = await screen.findByRole('table', { name: 'Schedules' })
  const row = await within(table).findByRole('row', { name: /weekly/ })
  expect(row.textContent).toContain('Mon to Fri at 06:00Europe/BerlinTue, 2026/11/24 06:00')
  expect(row.textContent).toContain('lea')
  expect(within(table).getByRole('row', { name: /yearly/ }).textContent).toContain('Europe/Berlin––lea')
  const other = within(table).getByRole('row', { name: /label-ocr/ })
  expect(other.textContent).toContain('pauseddario has left poc.')
  await userEvent.click(within(other).getByRole('switch', { name: 'label-ocr on' }))
  await screen.findByText('The schedule of label-ocr is on and runs as mina.')
  expect(bodiesOf(editSchedule)).toEqual([{ active: true }])
  expect(await accessibilityFaults()).toEqual([])
})

test('shows the next five times of a new schedule in its time zone before it is created', async () => {
  open('/settings/workspace/schedule/id-poc?stream=stream-1', fake(createSchedule, scheduleCalled('weekly')))
  await userEvent.selectOptions(await screen.findByLabelText('When'), 'Mon to Fri at 06:00')
  await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Tokyo')
  await screen.findByText('Tue, 2026/11/24 14:00')
  await waitFor(() => expect(screen.getByLabelText('Stream')).toHaveProperty('value', 'stream-1'))
  await userEvent.click(screen.getByRole('radio', { name: /^Queue/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }))
  await waitFor(() => expect(bodiesOf(createSchedule)).toHaveLength(1))
  expect(bodiesOf(createSchedule)[0]).toEqual({
    stream_id: 'stream-1',
    pipeline: 'train',
    model_from: '',
    cron: '0 6 * * 1-5',
    time_zone: 'Asia/Tokyo',
    when_running: 'queue',
    when_missed: 'skip',
  })
})

test('refuses a half-typed schedule beside the field, which keeps the focus', async () => {
  const detail = 'No day of the week is called 8.'
  open('/settings/workspace/schedule/id-poc', fake(readNextTimes, refused(422, detail)))
  const cron = await screen.findByLabelText('Cron')
  await userEvent.clear(cron)
  await userEvent.click(cron)
  await userEvent.paste('0 6 * * 8')
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(cron)
})

test('finds a stream that is not among the first by a search on the server', {
  tags: ['long'],
}, async () => {
  open('/settings/workspace/schedule/id-poc', {
    ...fake(readStream, { id: 'stream-900' }, () => streamOf('nightly', 900)),
    ...fake(createSchedule, scheduleCalled('nightly')),
  })
  await enterText(userEvent, await screen.findByRole('searchbox', { name: 'Find another stream' }), 'night')
  await screen.findByRole('option', { name: 'nightly, penguins v 3' })
  await userEvent.selectOptions(screen.getByLabelText('Stream'), 'stream-900')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }))
  await waitFor(() => expect(bodiesOf(createSchedule)).toMatchObject([{ stream_id: 'stream-900' }]))
})
