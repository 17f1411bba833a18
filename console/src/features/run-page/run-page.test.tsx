import { readSession } from '@podium/contract/calls/auth.ts'
import { listArtifacts, previewArtifact, readLog, readLogIndex } from '@podium/contract/calls/run-files.ts'
import { readMonitoring, readRun, retryRun, startRun, stopRun } from '@podium/contract/calls/runs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type CallOf, fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, sessionOf, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { MANAGER, serveRuns, stubLayout } from '../runs/testing/fake-runs.ts'
import { openRun } from '../runs/testing/open-run.ts'
import { RUNNING, runCalled } from '../runs/testing/sample-objects.ts'

const at = '2026-11-20T09:40:00.000Z'

beforeEach(() => {
  stubLayout()
})

test.each([
  ['/inferenceModel/run/new', 'See the runs'],
  ['/inferenceModel/instance/new', 'See the instances'],
])('says at %s why a member who may only look sees no form', async (address, link) => {
  const workspace = workspaceCalled('poc', { role: 'MEMBER', members_may_only_look: true })
  const person = personWith([workspace], { role: 'DEVELOPER' })
  serveRuns(fake(readSession, sessionOf(person)))
  openConsole(address, person, workspace)
  expect(await screen.findByText(/only look/)).toBeTruthy()
  expect(screen.getByRole('link', { name: link })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
})

test('estimates the remaining time of a run, less exactly the longer it is', async () => {
  const { become } = await openRun({ ...RUNNING, remaining_seconds: 8 })
  screen.getByText('A few seconds left.')
  for (const [remaining_seconds, sentence] of [
    [40, 'Less than a minute left.'],
    [80, 'About 1 minute left.'],
    [5000, 'About 83 minutes left.'],
    [7300, 'About 2 hours left.'],
  ] as const) {
    become({ remaining_seconds })
    await screen.findByText(sentence)
  }
})

test('updates progress, state and log lines of a running run', async () => {
  const { server, become } = await openRun({
    ...RUNNING,
    progress: { fraction: 0.1, step: 'train', message: 'epoch 1/10' },
  })
  screen.getByText('In step train: epoch 1/10.')
  await screen.findByText('No lines yet')
  become({ progress: { fraction: 0.5, step: 'train', message: 'epoch 5/10' } })
  await screen.findByText('In step train: epoch 5/10.')
  expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveProperty('value', 50)
  await waitFor(() => {
    server.writeLog(0, 'epoch 5/10 loss 0.4\n')
    screen.getByText('epoch 5/10 loss 0.4')
  })
  become({ state: 'succeeded', ended_at: at, model_version: '4.12' })
  await screen.findByText('Succeeded after 39 min 00 s and produced the model v 4.12.')
})

test('stops a live run after a question, and does not offer to retry it', async () => {
  let run = runCalled('line-3-12', RUNNING)
  const { server, user, path } = await openRun(RUNNING, {
    ...fake(readRun, { id: 'id-line-3-12' }, () => run),
    ...fake(stopRun, { id: 'id-line-3-12' }, () => {
      run = { ...run, stop_requested_at: at }
      return run
    }),
  })
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Stop line-3-12?' })
  await user.click(within(dialog).getByRole('button', { name: 'Stop' }))
  await screen.findByText('Stopping. The run ends as soon as its processes have ended.')
  expect(server.calls(`POST ${path}/stop`)).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Stop' }).getAttribute('aria-disabled')).toBe('true')
})

test('shows the queue position of a run, and why it waits', async () => {
  await openRun({
    state: 'queued',
    started_at: null,
    ended_at: null,
    queue_place: 2,
    detail: '1 run ahead. 2 CPU are in use by poc.',
  })
  const card = await screen.findByRole('region', { name: 'State' })
  within(card).getByText('1 run ahead. 2 CPU are in use by poc.')
  within(card).getByText('Place 2 in the queue.')
  await screen.findByText('No lines yet')
  expect(await accessibilityFaults()).toEqual([])
})

test('offers the next larger tier with the same data and parameters after a lack of memory', async () => {
  const program = { command: ['python', 'train.py'], arguments: 'flags', working_directory: 'demo' }
  const { server, user } = await openRun(
    {
      state: 'failed',
      failure: {
        key: 'k',
        title: 'Out of memory at 1.0 GiB: choose a larger tier.',
        place: null,
        log_type: null,
        line: null,
        alike: 1,
      },
      model_version: '',
      detail: 'Out of memory at 1.0 GiB: choose a larger tier.',
      exit_code: 137,
      raw: { oom_kills: 1, last_lines: ['Killed: worker 3'] },
      tier_given: 'low',
      metadata_json: { pipeline: [{ type: 'train', ...program }] },
    },
    fake(startRun, { id: 'id-line-3' }, runCalled('line-3-13', RUNNING)),
  )
  const card = await screen.findByRole('region', { name: 'Why it failed' })
  within(card).getByText('Killed: worker 3')
  expect(screen.getByText('Exit code').nextSibling?.textContent).toBe('137')
  await within(card).findByRole('button', { name: 'Retry on Standard' })
  expect(await accessibilityFaults()).toEqual([])
  expect(screen.getByRole('region', { name: 'Command' }).textContent).toContain('train.py --epochs 40')
  await user.click(within(card).getByRole('button', { name: 'Retry on Standard' }))
  await waitFor(() => expect(server.calls('POST /streamhistories/id-line-3')).toHaveLength(1))
  expect(server.calls('POST /streamhistories/id-line-3')[0]?.body).toEqual({
    pipeline: 'train',
    parameters: { train: { train: { epochs: 40, backbone: 'resnet18' } } },
    dataset_uri: ['datasets/line3/'],
    execution_spec: 'standard',
    solution_version_id: 'id-vision-4',
    program,
  })
})

test('offers a retry once, beside the reason, if the machine was lost', async () => {
  const { server, user, path } = await openRun(
    {
      state: 'failed',
      detail: 'The run ended without an exit status, so its cause is unknown.',
      exit_code: null,
    },
    fake(retryRun, { id: 'id-line-3-12' }, runCalled('line-3-13', RUNNING)),
  )
  const card = await screen.findByRole('region', { name: 'Why it failed' })
  within(card).getByText('Same data, tier and parameters.')
  expect(screen.queryByRole('progressbar', { name: 'Progress' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(server.calls(`POST ${path}/retry`)).toHaveLength(1))
})

test('shows figures, changed parameters, files and the model of a successful run', async () => {
  const { user } = await openRun(
    {
      metrics: { accuracy: 0.98837209, rows: 10344, loss: 0.25 },
      parameters: { train: { epochs: 5000, backbone: 'resnet18' } },
    },
    {
      ...fake(
        previewArtifact,
        { id: 'id-line-3-12', path: 'model/model.json' },
        {
          kind: 'text',
          language: 'json',
          text: '{}',
          more: false,
        },
      ),
      ...fake(
        previewArtifact,
        { id: 'id-line-3-12', path: 'metrics.json' },
        {
          kind: 'text',
          language: 'json',
          text: '{}',
          more: false,
        },
      ),
      ...fake(
        listArtifacts,
        { id: 'id-line-3-12' },
        {
          artifacts: [
            { path: 'model/model.json', size: 2048, modified_at: at },
            { path: 'metrics.json', size: 100, modified_at: at },
          ],
          total_bytes: 2148,
        },
      ),
    },
  )
  const figures = screen.getByRole('region', { name: 'Figures' })
  const figure = (name: string) => within(figures).getByRole('cell', { name }).parentElement?.lastElementChild
  expect(figure('accuracy')?.outerHTML).toContain('title="0.98837209">0.988372</td>')
  expect(figure('rows')?.textContent).toBe('10,344')
  expect(figure('loss')?.innerHTML).toBe('0.25')
  const parameters = screen.getByRole('region', { name: 'Parameters' })
  expect(within(parameters).getByText('(default 30)').parentElement?.textContent).toBe('5,000 (default 30)')
  expect(screen.getByRole('button', { name: 'Copy run ID' }).previousElementSibling?.outerHTML).toContain(
    'title="id-line-3-12"',
  )
  const model = screen.getByRole('link', { name: 'Model v 4.11' })
  expect(model.getAttribute('download')).toBe('vision-line-3-v4.11.tar.gz')
  expect(model.getAttribute('href')).toBe(
    '/api/v1/workspaces/id-poc/objects/streams/id-line-3/id-line-3-12/1/model.tar.gz?direct=1',
  )
  await user.click(screen.getByRole('tab', { name: /^Artifacts/ }))
  const artifacts = await screen.findByRole('region', { name: 'Artifacts' })
  const use = await within(artifacts).findByRole('link', { name: 'Use this model' })
  expect(within(artifacts).getByText('vision-line-3-v4.11.tar.gz').parentElement?.textContent).toBe(
    '1 file, downloads as vision-line-3-v4.11.tar.gz',
  )
  expect(use.getAttribute('href')).toContain('pipeline=inference&model=id-line-3-12')
  expect(
    within(artifacts).getByRole('link', { name: 'Download model/model.json' }).getAttribute('href'),
  ).toBe('/api/v1/streamhistories/id-line-3-12/artifacts/model/model.json?direct=1')
  expect(await accessibilityFaults()).toEqual([])
})

test('keeps the shown log and the marked lines in the address', async () => {
  const text = 'one\ntwo\nthree\n'
  const { user } = await openRun(
    { log_types: [{ log_type: 'process', size: text.length }] },
    {
      ...fake(readLogIndex, { id: 'id-line-3-12' }, () => ({
        size: text.length,
        lines: 3,
        every: 100,
        from: 0,
        offsets: [0],
      })),
      ...fake(readLog, { id: 'id-line-3-12' }, () => new Response(text, { status: 206 })),
    },
    '?log=process#L2',
  )
  expect(screen.getByRole('tab', { name: /^process.log/ }).getAttribute('aria-selected')).toBe('true')
  await screen.findByText('Line 2 marked')
  await user.click(await screen.findByRole('link', { name: 'Line 3' }))
  await screen.findByText('Line 3 marked')
  expect(window.location.hash).toBe('#L3')
  await user.click(screen.getByRole('tab', { name: /^pipeline.log/ }))
  await waitFor(() => expect(window.location.search).toContain('log=pipeline'))
})

test('opens the monitoring of a run in a new tab', async () => {
  await openRun(
    {},
    fake(
      readMonitoring,
      { id: 'id-line-3-12' },
      {
        url: 'https://grafana.example.org/d/x',
        detail: '',
      },
    ),
  )
  const link = await screen.findByRole('link', { name: 'Open monitoring' })
  await waitFor(() => expect(link.getAttribute('href')).toBe('https://grafana.example.org/d/x'))
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
})

test.each([
  [
    'This function is not working',
    'No monitoring is configured here. An administrator of the server can set up Grafana.',
  ],
  ['This workspace has no Dashboard Hash.', 'This workspace has no Dashboard Hash.'],
])('says why the link does not work if a run has no monitoring (%s)', async (detail, reason) => {
  const { user } = await openRun({}, fake(readMonitoring, { id: 'id-line-3-12' }, { url: null, detail }))
  const link = await screen.findByRole('link', { name: 'Open monitoring' })
  await waitFor(() => expect(link.getAttribute('aria-busy')).toBe('false'))
  await user.click(link)
  const alert = await screen.findByRole('alertdialog', { name: 'This function is not working' })
  within(alert).getByText(reason)
  expect(link.getAttribute('target')).toBeNull()
})

const LOG = { size: 8, lines: 2, every: 100, from: 0, offsets: [0] }
const BOTH_LOGS = {
  log_types: ['pipeline', 'process'].map((log_type) => ({ log_type, size: LOG.size })),
}

test('reads the log of an ended run once, however often the tabs are switched', {
  tags: ['long'],
}, async () => {
  const { server, user, path } = await openRun(BOTH_LOGS, {
    ...fake(readLogIndex, { id: 'id-line-3-12' }, LOG),
    ...fake(
      readLog,
      { id: 'id-line-3-12' },
      ({ query }: CallOf<typeof readLog>) =>
        new Response(`${query.log_type?.slice(0, 3)}\nend\n`, { status: 206 }),
    ),
  })
  await screen.findByText('pip')
  for (const [type, line] of [
    ['process', 'pro'],
    ['pipeline', 'pip'],
    ['process', 'pro'],
    ['pipeline', 'pip'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: new RegExp(`^${type}.log`) }))
    await screen.findByText(line)
  }
  expect(server.calls(`GET ${path}/log/index`)).toHaveLength(2)
  expect(server.calls(`GET ${path}/log`)).toHaveLength(2)
})

test('shows the server’s message and the request id if a log cannot be read, and offers to try again', {
  tags: ['long'],
}, async () => {
  let isBroken = true
  const { server, user, path } = await openRun(BOTH_LOGS, {
    ...fake(readLogIndex, { id: 'id-line-3-12' }, ({ query }) =>
      isBroken && query.log_type === 'pipeline'
        ? Response.json(
            { detail: 'The object store does not answer right now.' },
            { status: 503, headers: { 'x-request-id': 'req-7' } },
          )
        : LOG,
    ),
    ...fake(readLog, { id: 'id-line-3-12' }, () => new Response('one\ntwo\n', { status: 206 })),
  })
  const title = await screen.findByText('The log could not be read')
  const problem = title.parentElement as HTMLElement
  within(problem).getByText('The object store does not answer right now.')
  within(problem).getByText('req-7')
  expect(screen.queryByText(/0 lines/)).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('tab', { name: /^process.log/ }))
  await screen.findByText('two')
  await user.click(screen.getByRole('tab', { name: /^pipeline.log/ }))
  await screen.findByText('The object store does not answer right now.')
  expect(server.calls(`GET ${path}/log/index`)).toHaveLength(2)
  isBroken = false
  await user.click(
    within(screen.getByRole('region', { name: 'Logs' })).getByRole('button', { name: 'Retry' }),
  )
  await screen.findByText('two')
  expect(screen.queryByText('The log could not be read')).toBeNull()
})

test('says that a run to retry was deleted meanwhile, and shows that on the page', {
  tags: ['long'],
}, async () => {
  const nothing = refused(404, 'There is nothing here that you may see.')
  let isThere = true
  const { user } = await openRun(
    {},
    {
      ...fake(readRun, { id: 'id-line-3-12' }, () => (isThere ? runCalled('line-3-12') : nothing)),
      ...fake(retryRun, { id: 'id-line-3-12' }, nothing),
    },
  )
  isThere = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  const alert = await screen.findByRole('alertdialog', { name: 'line-3-12 could not be started again.' })
  within(alert).getByText('This run was deleted in the meantime.')
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
  await screen.findByText('There is nothing here that you may see.')
})

test('says that a run to stop was deleted meanwhile', {
  tags: ['long'],
}, async () => {
  const nothing = refused(404, 'There is nothing here that you may see.')
  const { user } = await openRun(RUNNING, fake(stopRun, { id: 'id-line-3-12' }, nothing))
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: /^Stop/ }))
  const alert = await screen.findByRole('alertdialog', { name: 'line-3-12 could not be stopped.' })
  within(alert).getByText('This run was deleted in the meantime.')
})

test('says that a run does not exist', async () => {
  serveRuns()
  openConsole('/inferenceModel/run/none', MANAGER)
  await screen.findByText('Nothing here.')
  expect(await accessibilityFaults()).toEqual([])
})

test('lists the configuration that the program wrote, and searches it when it is long', async () => {
  const layers = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`model.layers.${at}`, at * 1000]))
  const { user } = await openRun({
    ...runCalled('line-3-12'),
    raw: { configuration: { 'optimizer.name': 'adam', ...layers } },
  })
  const card = within(await screen.findByRole('region', { name: 'Configuration' }))
  expect(card.getByText('optimizer.name').nextElementSibling?.textContent).toBe('adam')
  expect(card.getByText('model.layers.11').nextElementSibling?.textContent).toBe('11,000')
  await user.type(card.getByRole('searchbox', { name: 'Search the configuration' }), 'ADAM')
  await waitFor(() => expect(card.queryByText('model.layers.11')).toBeNull())
  expect(card.getByText('adam')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})
