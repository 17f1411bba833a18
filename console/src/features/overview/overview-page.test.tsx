import { createInstance, listInstances } from '@podium/contract/calls/instances.ts'
import { noteOverviewVisit, readOverview } from '@podium/contract/calls/overview.ts'
import { startRun } from '@podium/contract/calls/runs.ts'
import { readVersion, registerSample } from '@podium/contract/calls/solutions.ts'
import { createStream, listStreams } from '@podium/contract/calls/streams.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { formatTime } from '../../format/date-time.ts'
import { type CallOf, type FakeServer, fake } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { instanceCalled, REGISTERED, runCalled } from '../runs/testing/sample-objects.ts'
import { run, stream, versionDetail } from '../solutions/testing/sample.ts'
import { openInWorkspace, streamOfEvents } from '../solutions/testing/solutions-fixture.ts'
import { emptyHome, fullHome } from './testing/sample-home.ts'
import type { Cards } from './use-home.ts'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

/** A server with that overview; `asked` collects the queries of the calls. */
function serverOf(home: () => Cards, part: FakeServer = {}) {
  const asked: CallOf<typeof readOverview>['query'][] = []
  const answers: FakeServer = {
    ...fake(readOverview, ({ query }) => {
      asked.push(query)
      const names = query.cards?.split(',')
      const cards = Object.entries(home()).filter(([name]) => !names || names.includes(name))
      return Object.fromEntries(cards) as Cards
    }),
    ...fake(noteOverviewVisit, {}),
    ...part,
  }
  return { asked, answers }
}

const cardCalled = (name: string) => within(screen.getByRole('region', { name }))
const hrefOf = (link: HTMLElement) => link.getAttribute('href')

test('reads the page with one request, and links every number to its list', async () => {
  const { asked, answers } = serverOf(() => fullHome())
  const made = openInWorkspace('/overview', answers)
  await screen.findByRole('region', { name: 'Administration' })
  const calls = made.filter((call) => !/versions|session|events|visits|notifications/.test(call))
  expect(calls).toEqual(['GET /overview'])
  expect(asked[0]?.days).toBe('7')
  expect(asked[0]?.time_zone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)

  const needs = cardCalled('Needs you')
  expect(hrefOf(needs.getByRole('link', { name: 'See the failed runs' }))).toBe(
    '/inferenceModel?view=runs&state=failed&ended_from=2026-11-16T09%3A42%3A00.000Z&sort=-ended_at',
  )
  expect(needs.getByText('1 run waiting for 18 min')).toBeTruthy()
  expect(hrefOf(needs.getByRole('link', { name: 'See the queue' }))).toBe(
    '/inferenceModel?view=runs&state=queued&sort=created_at',
  )
  expect(hrefOf(needs.getByRole('link', { name: 'Review and unlock' }))).toBe('/settings/account?locked=true')
  expect(needs.getByText('Runs are not kept apart on this host.')).toBeTruthy()

  const runs = cardCalled('Runs by state')
  expect(hrefOf(runs.getByRole('link', { name: '2026/11/16: 3 succeeded, 1 failed' }))).toBe(
    '/inferenceModel?view=runs&from=2026-11-16T00%3A00%3A00.000Z&to=2026-11-17T00%3A00%3A00.000Z',
  )
  expect(hrefOf(runs.getByRole('link', { name: 'failed 1' }))).toBe(
    '/inferenceModel?view=runs&state=failed&from=2026-11-16T00%3A00%3A00.000Z',
  )
  const capacity = cardCalled('Capacity per tier')
  expect(capacity.getByText(/1 running here, 2 in other workspaces/)).toBeTruthy()
  expect(hrefOf(capacity.getByRole('link', { name: 'See the queue' }))).toBe('/settings/engine')
  expect(hrefOf(cardCalled('Recent runs').getByRole('link', { name: 'line-1' }))).toBe(
    '/inferenceModel/run/run-line-1?ws=id-poc',
  )
  const administration = cardCalled('Administration')
  expect(administration.getAllByRole('link').map(hrefOf).slice(2)).toEqual([
    '/settings/account/refused?from=2026-11-16T09%3A42%3A00.000Z',
    '/settings/account?workspaces=none&role=DEVELOPER',
    '/settings/audit?action=installation.export',
  ])
  expect(hrefOf(screen.getByRole('link', { name: '1,204 models' }))).toBe('/inferenceModel?view=models')
  expect(screen.getByText(/^In poc: /).textContent).toBe(
    'In poc: 2 solutions, 5 versions, 3 instances, 4 streams, 1,204 models',
  )
  expect(screen.queryByRole('list', { name: 'First steps' })).toBeNull()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('shows the bars as a table, and keeps their time span in the address', async () => {
  const { asked, answers } = serverOf(() => fullHome())
  openInWorkspace('/overview', answers)
  await userEvent.click(await screen.findByRole('radio', { name: 'Table' }))
  const rows = within(screen.getByRole('table', { name: 'Runs by state' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Day'),
    '2026/11/1700010',
    '2026/11/1631000',
  ])
  await userEvent.click(screen.getByRole('radio', { name: '30 d' }))
  await waitFor(() => expect(window.location.search).toBe('?days=30'))
  await waitFor(() => expect(asked.at(-1)?.days).toBe('30'))
})

test('says that all is clear if nothing needs attention', async () => {
  const { answers } = serverOf(() => fullHome({ needs: emptyHome().needs, administration: undefined }))
  openInWorkspace('/overview', answers, { role: 'DEVELOPER' })
  expect(await screen.findByText(/^All clear, checked \d\d:\d\d\.$/)).toBeTruthy()
})

test.each([
  ['a manager', 'DEVELOPER', '/settings/requests?workspace_id=id-poc&state=open&sort=created_at'],
  ['an administrator', 'ADMIN', '/settings/requests?state=open&sort=created_at'],
] as const)('shows %s the requests for access, and the memberships that end soon', async (_, role, href) => {
  const at = '2026-11-17T09:42:00.000Z'
  const { needs } = emptyHome()
  const told = {
    requests: { count: 3, oldest: { username: 'kim', workspace_name: 'poc', at } },
    ending: { count: 1, next: { username: 'lea', ends_at: at } },
    own_ends_at: at,
  }
  const full = needs?.content && { ...needs, content: { ...needs.content, ...told } }
  const { answers } = serverOf(() => fullHome({ needs: full || undefined, administration: undefined }))
  openInWorkspace('/overview', answers, { role })
  const link = await screen.findByRole('link', { name: 'Review them' })
  expect(hrefOf(link)).toBe(href)
  expect(screen.getByText('kim asks to join poc, and there are 2 others.')).toBeTruthy()
  expect(screen.getByText(/^lea is a member until 17 Nov/)).toBeTruthy()
  expect(hrefOf(screen.getByRole('link', { name: 'Manage the members' }))).toBe(
    '/settings/workspace/members/id-poc',
  )
  expect(screen.getByText(/^You are a member until 17 Nov/)).toBeTruthy()
})

test('links a single failed run to its own page', async () => {
  const home = fullHome()
  const failed = home.needs?.content?.failed
  if (failed) failed.count = 1
  const { answers } = serverOf(() => home)
  openInWorkspace('/overview', answers)
  const link = await screen.findByRole('link', { name: 'View run' })
  expect(hrefOf(link)).toBe('/inferenceModel/run/run-weld-1?ws=id-poc')
  expect(hrefOf(screen.getByRole('link', { name: 'weld-1' }))).toBe(hrefOf(link))
  expect(screen.getByText(': Out of memory.')).toBeTruthy()
})

test('lists tiers without runs or room in one line', async () => {
  const full = { own: 0, others: 0, waiting: 0, free: 0 }
  const home = fullHome()
  const tiers = home.capacity?.content?.tiers ?? []
  for (const tier of ['high', 'high-gpu'] as const)
    tiers.push({ tier, instance_type: 'big', asks: { cpu: 64, memory_mib: 4096, gpu: 0 }, ...full })
  const { answers } = serverOf(() => home)
  openInWorkspace('/overview', answers)
  expect(await screen.findByText('There is no room for High and High-GPU now.')).toBeTruthy()
  expect(cardCalled('Capacity per tier').queryByRole('link', { name: 'High' })).toBeNull()
})

test('shows in the header when the page was read, and on an older card its own time', async () => {
  const home = fullHome()
  if (home.administration) home.administration.at = '2026-11-17T09:20:00.000Z'
  const { answers } = serverOf(() => home)
  openInWorkspace('/overview', answers)
  const at = (time: string) => formatTime(`2026-11-17T${time}:00.000Z`)
  expect(await screen.findByText(`Updated ${at('09:42')}`)).toBeTruthy()
  await screen.findByRole('region', { name: 'Administration' })
  const ageIn = (name: string) =>
    cardCalled(name).getByRole('button', { name: `Refresh ${name}` }).parentElement
  expect(ageIn('Administration')?.textContent).toBe(`${at('09:20')} Refresh`)
  expect(ageIn('Administration')?.className).not.toContain('quiet')
  expect(ageIn('Recent runs')?.className).toContain('quiet')
})

test('shows the failures since the last visit, and reports this visit to the server', async () => {
  const since = '2026-11-10T08:00:00.000Z'
  const { needs } = fullHome()
  const told: string[] = []
  const { asked, answers } = serverOf(
    () =>
      fullHome({ needs: needs?.content ? { ...needs, content: { ...needs.content, since } } : undefined }),
    fake(noteOverviewVisit, ({ query }) => {
      told.push(query.workspace_id ?? '')
      return {}
    }),
  )
  openInWorkspace('/overview', answers)
  expect(await screen.findByText(/^since your last visit/)).toBeTruthy()
  expect(asked.map((query) => query.since)).toEqual([undefined])
  const link = screen.getByRole('link', { name: 'See the failed runs' })
  expect(hrefOf(link)).toContain('ended_from=2026-11-10T08%3A00%3A00.000Z')
  await waitFor(() => expect(told).toEqual(['id-poc']))
  await userEvent.click(screen.getByRole('button', { name: 'Refresh Needs you' }))
  await waitFor(() => expect(asked.at(-1)?.since).toBe(since))
  expect(told).toEqual(['id-poc'])
})

test('shows the failure of a single card, and retries only that card', async () => {
  let isBroken = true
  const broken = {
    at: '2026-11-17T09:42:00.000Z',
    problem: 'This could not be read.',
    content: null,
  }
  const { asked, answers } = serverOf(() => fullHome(isBroken ? { capacity: broken } : {}))
  openInWorkspace('/overview', answers)
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('Capacity per tier could not be readThis could not be read.')
  expect(cardCalled('Recent runs').getByRole('link', { name: 'line-1' })).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  isBroken = false
  await userEvent.click(within(failure).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/1 running here/)).toBeTruthy()
  expect(asked.at(-1)?.cards).toBe('capacity')
})

test('follows a run live without a request for each event', { tags: ['long'] }, async () => {
  const { asked, answers } = serverOf(() => fullHome())
  openInWorkspace('/overview', answers)
  const send = streamOfEvents()
  const runs = await screen.findByRole('table', { name: 'Recent runs' })
  await within(runs).findByText('training')
  for (let event = 0; event < 5; event += 1)
    send('run', {
      ...run('line-1', { state: 'failed', ended_at: '2026-11-17T09:20:00.000Z' }),
      progress: null,
    })
  expect(await within(runs).findByText('failed')).toBeTruthy()
  await waitFor(() => expect(asked.length).toBe(2))
  expect(asked[1]?.cards).toBe('needs,runs,capacity,recent,models,counts')
})

test('registers the sample in an empty workspace, trains it and opens its curve with a click each', async () => {
  let home = emptyHome()
  const started = { at: '2026-11-17T09:42:00.000Z', problem: '' }
  const counted = (solutions: number, running: number): Cards['counts'] => {
    const { counts } = emptyHome()
    return counts?.content
      ? {
          ...counts,
          content: {
            ...counts.content,
            solutions,
            versions: solutions,
            runs: { ...counts.content.runs, running },
          },
        }
      : counts
  }
  const { answers } = serverOf(() => home, {
    ...fake(registerSample, () => {
      home = { ...home, counts: counted(1, 0), versions: fullHome().versions }
      return { ...REGISTERED, id: 'solution-penguins', name: 'penguins' }
    }),
    ...fake(readVersion, { id: 'solution-penguins', n: 2 }, versionDetail(2)),
    ...fake(listInstances, { instances: [], total: 0 }),
    ...fake(createInstance, instanceCalled('1', { id: 'instance-1' })),
    ...fake(listStreams, { streams: [], total: 0 }),
    ...fake(createStream, stream('1')),
    ...fake(startRun, { id: 'stream-1' }, () => {
      home = {
        ...home,
        counts: counted(1, 1),
        recent: { ...started, content: { own: [run('line-1')], all: [run('line-1')] } },
      }
      return runCalled('line-1', { id: 'run-line-1' })
    }),
  })
  openInWorkspace('/overview', answers)
  const steps = within(await screen.findByRole('list', { name: 'First steps' }))
  expect(screen.getByRole('button', { name: 'New Run' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('region', { name: 'Runs by state' })).toBeNull()
  expect(hrefOf(steps.getByRole('link', { name: 'Download a template' }))).toBe('/template/my-solution.tgz')
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await userEvent.click(steps.getByRole('button', { name: 'Register the sample' }))
  expect(await steps.findByRole('heading', { name: 'Register the sample, done' })).toBeTruthy()
  await userEvent.click(steps.getByRole('button', { name: 'Start training' }))
  expect(hrefOf(await steps.findByRole('link', { name: 'Open the curve' }))).toBe(
    '/inferenceModel/run/run-line-1?ws=id-poc&tab=figures',
  )
})

test('warns an administrator of a disk that fills up, until a refresh finds room', async () => {
  const GIB = 1024 ** 3
  let free = 1.4 * GIB
  const { answers } = serverOf(() => {
    const home = fullHome()
    const content = home.administration?.content
    if (content) content.disk = { free, total: 20 * GIB, reserve: GIB }
    return home
  })
  openInWorkspace('/overview', answers)
  expect(await screen.findByText(/The disk is nearly full: 1.4 GiB of 20 GiB are free./)).toBeTruthy()
  free = 10 * GIB
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(screen.queryByText(/The disk is/)).toBeNull())
})
