import {
  clearCache,
  clearEnvironment,
  type EngineNode,
  type EngineRight,
  listCaches,
  listEnvironments,
  listNodes,
  listQueue,
  type QueuedWorkspace,
  readEngine,
  readEngineRights,
} from '@podium/contract/calls/system.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeServer, fake, refused } from '../../testing/fake.ts'
import { ENGINE } from '../../testing/samples.ts'

import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { openInWorkspace } from '../solutions/testing/solutions-fixture.ts'

const NOW = Date.parse('2026-11-20T10:30:00.000Z')
const AWAY = 'The engine does not answer right now.'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  return () => vi.useRealTimers()
})

function node(name: string, part: Partial<EngineNode> = {}): EngineNode {
  return {
    name,
    refusal: null,
    instance_type: 'gpu-small',
    capacity: { cpu: 64, memory_mib: 262_144, gpu: 4 },
    free: { cpu: 20, memory_mib: 77_824, gpu: 0 },
    ...part,
  }
}

const down = node('gpu-2', {
  refusal: 'The node was drained: new disks.',
  instance_type: null,
  capacity: { cpu: 8, memory_mib: 16_384, gpu: 0 },
  free: { cpu: 8, memory_mib: 16_384, gpu: 0 },
})

function nodesWith(nodes: EngineNode[]): ReplyOf<typeof listNodes> {
  const ready = nodes.filter(({ refusal }) => refusal === null)
  const { capacity, free } = ready[0] ?? { capacity: down.capacity, free: down.free }
  return { nodes, total: nodes.length, ready: ready.length, capacity, free }
}

const quality: QueuedWorkspace = {
  workspace_id: 'id-quality',
  workspace_name: 'quality-ws',
  queued: 2,
  starting: 1,
  running: 7,
  granted: { cpu: 14.5, memory_mib: 30_720, gpu: 4 },
  waiting_since: '2026-11-20T10:06:00.000Z',
  waits_for: 'Waits for a GPU: 4 of 4 in use, this run needs 1.',
}
const poc: QueuedWorkspace = {
  ...quality,
  workspace_id: 'id-poc',
  workspace_name: 'poc-ws',
  queued: 0,
  starting: 0,
  running: 1,
  granted: { cpu: 1, memory_mib: 1024, gpu: 0 },
  waiting_since: null,
  waits_for: '',
}

function queueWith(workspaces: QueuedWorkspace[]): ReplyOf<typeof listQueue> {
  const sum = (what: 'queued' | 'starting' | 'running') => workspaces.reduce((all, one) => all + one[what], 0)
  const waiting_since = workspaces[0]?.waiting_since ?? null
  return {
    workspaces,
    total: workspaces.length,
    queued: sum('queued'),
    starting: sum('starting'),
    running: sum('running'),
    waiting_since,
  }
}

function rightFor(
  purpose: string,
  name: string,
  part: Partial<EngineRight> = {},
  is_allowed = false,
): EngineRight {
  return { purpose, asks: [{ name, is_allowed }], place: 'namespace team', without: null, ...part }
}

const remedy = {
  file: 'podium-rights.yaml',
  content: 'kind: Role\nmetadata:\n  name: podium-1a2b3c4d\n',
  command: 'kubectl apply -f podium-rights.yaml',
}
const LOST =
  'The reason why the cluster refuses a pod, or cannot start it, is not shown, and before Kubernetes 1.26 that it ends one is not seen.'
const someMissing: ReplyOf<typeof readEngineRights> = {
  rights: [
    rightFor('Follow the state of runs', 'list pods', {}, true),
    rightFor('Read why the cluster refuses or ends a pod', 'list events', { without: LOST }),
    rightFor('Start runs', 'create jobs'),
  ],
  remedy,
}

const answers: FakeServer = {
  ...fake(readEngine, { ...ENGINE, engine: 'kubernetes', containers: true }),
  ...fake(listNodes, () => nodesWith([down, node('gpu-1')])),
  ...fake(listQueue, () => queueWith([quality, poc])),
  ...fake(readEngineRights, { rights: null, remedy: null }),
  ...fake(listEnvironments, () => ({ environments: [], total: 0, size: 0 })),
  ...fake(listCaches, () => ({ caches: [], total: 0, size: 0 })),
}

const open = (part: FakeServer = {}, href = '/settings/engine') =>
  openInWorkspace(href, { ...answers, ...part })

async function rowsOf(name: string) {
  const table = await screen.findByRole('table', { name })
  await waitFor(() => expect(within(table).getAllByRole('row').length).toBeGreaterThan(1))
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
}

const factOf = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent

test('shows an administrator the engine in the menu, and its nodes with their use', async () => {
  open({}, '/overview')
  await userEvent.click(await screen.findByRole('link', { name: 'Settings' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Engine' }))
  expect(await screen.findByText('Runs of all workspaces start on Kubernetes.')).toBeDefined()
  expect(await rowsOf('Nodes')).toEqual(
    [
      ['gpu-2', 'not readyThe node was drained: new disks.', '0 of 8', '0 of 16 GiB', '–'],
      ['gpu-1gpu-small', 'ready', '44 of 64', '180 of 256 GiB', '4 of 4'],
    ].map(([name, state, ...inUse]) => [
      name,
      state,
      ...inUse.map((words) => expect.stringContaining(words)),
    ]),
  )
  expect(screen.getByRole('progressbar', { name: 'CPU of gpu-1 in use' }).getAttribute('value')).toBe('68.75')
  expect(factOf('State')).toBe('1 node not ready')
  expect(factOf('Free')).toBe('20 vCPU, 76 GiB')
  expect(document.title).toBe('Engine · Podium')
  expect(await accessibilityFaults()).toEqual([])
})

test('shows for each workspace how many runs are running, and since when and why the first one waits', async () => {
  open()
  expect(await rowsOf('Queue by workspace')).toEqual([
    ['quality', '71 starting', '2', '14.5 vCPU, 30 GiB, 4 GPU', `24 min${quality.waits_for}`],
    ['poc', '1', '0', '1 vCPU, 1 GiB', '–'],
  ])
  expect(screen.getByRole('link', { name: 'quality' }).getAttribute('href')).toBe(
    '/settings/workspace/detail/id-quality',
  )
  expect([factOf('Running'), factOf('Waiting')]).toEqual(['8 runs, 1 starting', '2 runs, longest 24 min'])
})

test('keeps the pages of nodes and queue apart in the address', async () => {
  const asked: string[] = []
  const many = { total: 60, ready: 60 }
  open(
    {
      ...fake(listNodes, ({ search }) => {
        asked.push(`nodes ${search}`)
        return { ...nodesWith([node('gpu-1')]), ...many }
      }),
      ...fake(listQueue, ({ search }) => {
        asked.push(`queue ${search}`)
        return { ...queueWith([quality]), total: 60 }
      }),
    },
    '/settings/engine?page=2',
  )
  await rowsOf('Nodes')
  const [nextNodes] = await screen.findAllByRole('button', { name: 'Next page' })
  await userEvent.click(nextNodes as HTMLElement)
  await waitFor(() => expect(window.location.search).toBe('?page=2&nodes_page=2'))
  await waitFor(() => expect(asked).toContain('nodes page=2&page_size=20'))
  expect(asked.filter((call) => call.startsWith('queue'))).toEqual(['queue page=2&page_size=20'])
})

test('reads nodes and queue again at an interval', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] })
  let nodes = [node('gpu-1')]
  let queue = [quality]
  open({
    ...fake(listNodes, () => nodesWith(nodes)),
    ...fake(listQueue, () => queueWith(queue)),
  })
  await rowsOf('Nodes')
  nodes = [down]
  queue = [poc]
  vi.advanceTimersByTime(5_000)
  expect(await screen.findByText('The node was drained: new disks.')).toBeDefined()
  expect((await rowsOf('Queue by workspace')).map(([name]) => name)).toEqual(['poc'])
})

test('lists problems before notes', async () => {
  const gaps = ['Memory of runs is not limited: control groups cannot be used.']
  open(fake(readEngine, { ...ENGINE, gaps, notices: [...gaps, 'Each run may write 4 GiB.'] }))
  const card = await screen.findByRole('region', { name: 'Problems and notes' })
  await waitFor(() =>
    expect(
      within(card)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([...gaps, 'Each run may write 4 GiB.']),
  )
  const capacity = screen.getByRole('region', { name: 'Capacity' })
  expect(within(capacity).getByText('2 vCPU, 4 GiB')).toBeDefined()
})

test('says that nothing runs and no problem was found', async () => {
  open({
    ...fake(listNodes, () => nodesWith([])),
    ...fake(listQueue, () => queueWith([])),
  })
  expect(await screen.findByText('No run is waiting or running')).toBeDefined()
  expect(await screen.findByText('The engine has no nodes')).toBeDefined()
  expect(await screen.findByText('No problems found.')).toBeDefined()
  expect([factOf('State'), factOf('Waiting')]).toEqual(['no node is ready', '0 runs'])
})

test('still shows the queue when the engine does not answer', async () => {
  open({
    ...fake(readEngine, refused(500, AWAY)),
    ...fake(listNodes, refused(500, AWAY)),
  })
  expect(await screen.findByText('The nodes could not be read')).toBeDefined()
  expect(await screen.findAllByText('The state of the engine could not be read')).toHaveLength(2)
  expect((await rowsOf('Queue by workspace'))[0]?.[0]).toBe('quality')
  expect(factOf('State')).toBe('does not answer')
  expect(await accessibilityFaults()).toEqual([])
})

test('shows what each right is for, what fails without it, and how to grant the missing ones', async () => {
  const written: string[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => written.push(text) },
  })
  open(fake(readEngineRights, someMissing))
  expect(await rowsOf('Rights')).toEqual([
    ['Start runs', 'missingWithout it runs do not work.', 'create jobs missing', 'namespace team'],
    ['Read why the cluster refuses or ends a pod', `missing${LOST}`, 'list events missing', 'namespace team'],
    ['Follow the state of runs', 'allowed', 'list pods', 'namespace team'],
  ])
  const card = within(screen.getByRole('region', { name: 'Rights' }))
  expect(card.getByText('2 of 3 missing')).toBeDefined()
  expect(card.getByText('Runs do not work until the missing rights are granted.')).toBeDefined()
  expect(card.getByRole('region', { name: remedy.file }).textContent).toBe(remedy.content)
  for (const copy of card.getAllByRole('button', { name: 'Copy' })) await userEvent.click(copy)
  expect(written).toEqual([remedy.content, remedy.command])
  expect(await accessibilityFaults()).toEqual([])
})

test('checks the rights again and shows the ones granted since', async () => {
  let reply = { ...someMissing, rights: someMissing.rights?.slice(0, 2) ?? null }
  open(fake(readEngineRights, () => reply))
  const card = within(await screen.findByRole('region', { name: 'Rights' }))
  await card.findByText('Runs work without the missing rights. The table says what does not work.')
  reply = { rights: someMissing.rights?.slice(0, 1) ?? null, remedy: null }
  const answer = holdAnswers()
  const again = card.getByRole('button', { name: 'Check again' })
  await userEvent.click(again)
  expect(again.getAttribute('aria-busy')).toBe('true')
  answer()
  await card.findByText('Kubernetes grants Podium every right it needs.')
  expect(card.getByText('all allowed')).toBeDefined()
  expect(card.queryByText('Grant the missing rights')).toBeNull()
})

/** Holds back all answers from now on, until the returned function is called. */
function holdAnswers(): () => void {
  const served = fetch
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => answered.then(() => served(...call)))
  return answer
}

test('says that the rights cannot be read, and offers to try again', async () => {
  let isAway = true
  open(fake(readEngineRights, () => (isAway ? refused(500, AWAY) : someMissing)))
  const card = within(await screen.findByRole('region', { name: 'Rights' }))
  expect(await card.findByText('The rights could not be read')).toBeDefined()
  isAway = false
  await userEvent.click(card.getByRole('button', { name: 'Check again' }))
  expect(await rowsOf('Rights')).toHaveLength(3)
})

test('shows no rights for an engine that needs none', async () => {
  open()
  await rowsOf('Nodes')
  expect(screen.queryByRole('region', { name: 'Rights' })).toBeNull()
})

test('hides the entry from anybody but administrators, and redirects them', async () => {
  openInWorkspace('/settings/engine', answers, { role: 'DEVELOPER' })
  expect(await screen.findByText('You do not have permission to access.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Engine' })).toBeNull()
})

const OF_POC = { workspace_id: 'id-poc', workspace_name: 'poc-ws', python: '3.11.2', packages: 12 }
const OF_ALL = { workspace_id: null, workspace_name: null, python: '3.13.1', packages: 0 }

test.each([
  [OF_POC, ['poc01234567', '3.11.2', '12'], 'poc 01234567', '12 packages of poc', 'installs them again'],
  [
    OF_ALL,
    ['All workspacesPython 3.13.1', '3.13.1', '–'],
    'all workspaces Python 3.13.1',
    'Python 3.13.1',
    'fetches it again',
  ],
])(
  'clears packages and downloaded Pythons, but not while they are in use',
  async (kind, cells, name, words, detail) => {
    const used_at = '2026-11-20T09:30:00.000Z'
    const idle = { id: '0123456789ab', ...kind, size: 3 * 2 ** 20, used_at, in_use: false }
    let environments = [idle, { ...idle, id: 'ba9876543210', python: '3.9.2', in_use: true }]
    open({
      ...fake(listEnvironments, () => ({ environments, total: environments.length, size: 6 * 2 ** 20 })),
      ...fake(clearEnvironment, { id: '0123456789ab' }, () => {
        environments = environments.slice(1)
        return { id: idle.id }
      }),
    })
    const [first, second] = await rowsOf('Python packages')
    expect(first?.slice(0, 4)).toEqual([...cells, '3.00 MB'])
    expect(second?.[4] === 'now').toBe(kind === OF_POC)
    expect(await accessibilityFaults()).toEqual([])
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: /More for .*(ba987654|3\.9\.2)/ }))
    expect((await screen.findByRole('menuitem', { name: /Clear/ })).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: `More for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: /Clear/ }))
    const asked = await screen.findByRole('alertdialog')
    expect(asked.textContent).toContain(`Clear ${words}?`)
    expect(asked.textContent).toContain(detail)
    await user.click(within(asked).getByRole('button', { name: 'Clear' }))
    await screen.findByText(`${words} cleared.`)
    await waitFor(async () => expect(await rowsOf('Python packages')).toHaveLength(1))
  },
)

test('clears the caches of workspaces, but not while a run uses them', async () => {
  const of = { workspace_id: 'id-poc', workspace_name: 'poc-ws', used_at: '2026-11-20T09:30:00.000Z' }
  const idle = { id: 'packages-poc', ...of, kind: 'packages' as const, size: 3 * 2 ** 20, in_use: false }
  let caches = [idle, { ...idle, id: 'programs-poc', kind: 'programs' as const, in_use: true }] as ReplyOf<
    typeof listCaches
  >['caches']
  open({
    ...fake(listCaches, () => ({ caches, total: caches.length, size: 6 * 2 ** 20 })),
    ...fake(clearCache, { id: 'packages-poc' }, () => {
      caches = caches.slice(1)
      return { id: idle.id }
    }),
  })
  const [first, second] = await rowsOf('Caches')
  expect(first?.slice(0, 2)).toEqual(['pocDownloads of packages', '3.00 MB'])
  expect(second?.[2]).toBe('now')
  expect(await accessibilityFaults()).toEqual([])
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /More for Caches of programs of poc/ }))
  expect((await screen.findByRole('menuitem', { name: /Clear/ })).getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /More for Downloads of packages of poc/ }))
  await user.click(await screen.findByRole('menuitem', { name: /Clear/ }))
  const asked = await screen.findByRole('alertdialog')
  expect(asked.textContent).toContain('Clear the downloads of packages of poc?')
  expect(asked.textContent).toContain('fetches and builds them again')
  await user.click(within(asked).getByRole('button', { name: 'Clear' }))
  await screen.findByText('Downloads of packages of poc cleared.')
  await waitFor(async () => expect(await rowsOf('Caches')).toHaveLength(1))
})
