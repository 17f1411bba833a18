import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakeServer } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { run } from '../solutions/testing/sample.ts'
import { engineWith, openInWorkspace, streamOfEvents } from '../solutions/testing/solutions-fixture.ts'

const none = { queued: 0, running: 0, succeeded: 0, failed: 0, stopped: 0 }
const empty = { solutions: 0, versions: 0, instances: 0, streams: 0, models: 0, runs: none }
const full = {
  solutions: 2,
  versions: 5,
  instances: 3,
  streams: 4,
  models: 1204,
  runs: { ...none, running: 1, succeeded: 1300, failed: 6 },
}

function server(part: FakeServer = {}): FakeServer {
  return {
    'GET /solutions/overview/summary': () => [200, full],
    'GET /streamhistories/overview/recent': () => [200, { stream_histories: [run('line-1')] }],
    'GET /solutions/overview/versions/recent': () => [
      200,
      {
        solution_name_versions: [
          {
            solution_id: 'solution-penguins',
            solution_name: 'penguins',
            version_num: 2,
            created_at: '2026-11-17T09:15:00.000Z',
            created_by: 'Mina Sol',
          },
        ],
      },
    ],
    ...part,
  }
}

test('every number leads to the list that proves it, and what came last is there', async () => {
  openInWorkspace('/overview', server())
  expect((await screen.findByRole('link', { name: 'Models 1,204' })).getAttribute('href')).toBe(
    '/inferenceModel?view=models',
  )
  expect(screen.getByRole('link', { name: 'Instances 3' }).getAttribute('href')).toBe(
    '/inferenceModel?view=instances',
  )
  expect(screen.getByRole('link', { name: 'Streams 4' }).getAttribute('href')).toBe('/inferenceModel')
  expect(screen.getByRole('link', { name: 'Solutions 2' }).getAttribute('href')).toBe('/solution')
  expect(screen.getByRole('link', { name: 'failed 6' }).getAttribute('href')).toBe(
    '/inferenceModel?state=failed',
  )
  const runs = await screen.findByRole('table', { name: 'Recent runs' })
  expect((await within(runs).findByRole('link', { name: 'line-1' })).getAttribute('href')).toBe(
    '/inferenceModel/run/run-line-1?ws=id-poc',
  )
  expect(screen.getByRole('link', { name: 'All 1,307 runs' })).toBeTruthy()
  expect((await screen.findByRole('link', { name: /^v 2/ })).getAttribute('href')).toBe(
    '/solution/solution-penguins?ws=id-poc&version=2',
  )
  expect(screen.queryByText('First steps')).toBeNull()
  expect(screen.getByRole('button', { name: 'New Run' }).getAttribute('aria-disabled')).toBeNull()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('an empty workspace shows the first steps, and what New Run waits for', async () => {
  openInWorkspace(
    '/overview',
    server({
      'GET /solutions/overview/summary': () => [200, empty],
      'GET /streamhistories/overview/recent': () => [200, { stream_histories: [] }],
      'GET /solutions/overview/versions/recent': () => [200, { solution_name_versions: [] }],
    }),
  )
  expect(await screen.findByText('1 of 3 done')).toBeTruthy()
  expect(screen.getByText('Make the workspace poc')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Register a solution' }).getAttribute('href')).toBe(
    '/solution?register=1',
  )
  expect(screen.getByText('No runs yet')).toBeTruthy()
  const newRun = screen.getByRole('button', { name: 'New Run' })
  expect(newRun.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(newRun.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Register a solution first.',
  )
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('a run moves on as it happens, and the figures with it', async () => {
  let summary = full
  openInWorkspace('/overview', server({ 'GET /solutions/overview/summary': () => [200, summary] }))
  const send = streamOfEvents()
  const runs = await screen.findByRole('table', { name: 'Recent runs' })
  await within(runs).findByText('training')
  summary = { ...full, runs: { ...full.runs, running: 0, failed: 7 } }
  send('run', { ...run('line-1', { state: 'failed', ended_at: '2026-11-17T09:20:00.000Z' }), progress: null })
  expect(await within(runs).findByText('failed')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'failed 7' })).toBeTruthy()
})

test('each card fails and tries again alone', async () => {
  let isBroken = true
  openInWorkspace(
    '/overview',
    server({
      'GET /solutions/overview/summary': () => (isBroken ? [500, { detail: 'Too busy.' }] : [200, full]),
    }),
  )
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('The figures could not be readToo busy.')
  expect(await screen.findByRole('link', { name: 'line-1' })).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  isBroken = false
  await userEvent.click(within(failure).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Solutions 2' })).toBeTruthy()
})

test('what the engine has to say is for administrators', async () => {
  const notice = 'Runs are not kept apart on this host.'
  const answers = server({ 'GET /engine': () => [200, engineWith({ gaps: [notice] })] })
  const made = openInWorkspace('/overview', answers, { role: 'DEVELOPER' })
  await screen.findByRole('link', { name: 'Solutions 2' })
  expect(screen.queryByText(notice)).toBeNull()
  expect(made).not.toContain('GET /engine')
})

test('an administrator reads what the engine has to say', async () => {
  const notice = 'Runs are not kept apart on this host.'
  openInWorkspace('/overview', server({ 'GET /engine': () => [200, engineWith({ gaps: [notice] })] }))
  expect(await screen.findByText(notice)).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Overview' })).toBeTruthy())
})

test('an administrator is warned of a disk that is filling up, and sees after a refresh that there is room', async () => {
  const GIB = 1024 ** 3
  let free = 1.4 * GIB
  const disk = () => ({ free, total: 20 * GIB, reserve: GIB })
  openInWorkspace('/overview', server({ 'GET /engine': () => [200, engineWith({ disk: disk() })] }))
  expect(await screen.findByText('The disk is nearly full: 1.4 GiB of 20 GiB are free.')).toBeTruthy()
  free = 0.2 * GIB
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(
    await screen.findByText(
      'The disk is full: 204 MiB of 20 GiB are free. Runs wait and uploads are refused until there is room.',
    ),
  ).toBeTruthy()
  free = 10 * GIB
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(screen.queryByText(/The disk is/)).toBeNull())
})
