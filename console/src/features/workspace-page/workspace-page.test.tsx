import { listAudit } from '@podium/contract/calls/audit.ts'
import { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import { readMemberSummary, readWorkspaceUse } from '@podium/contract/calls/workspace-use.ts'
import { listMembers, readWorkspace } from '@podium/contract/calls/workspaces.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { formatDateTime } from '../../format/date-time.ts'
import { type FakeServer, fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { memberCalled, recordCalled, serverWith, summary } from '../workspaces/testing/sample-workspaces.ts'

const poc = recordCalled('poc', {
  created_at: '2026-07-14T09:00:00.000Z',
  first_members: [{ account_id: 'id-kim', display_name: 'Kim of Aster', role: 'MANAGER' }],
})
const asked: string[] = []
const kim = memberCalled('kim', {
  role: 'MANAGER',
  department: '',
  usage: [
    { service_name: 'Training', amount: 1204.5, unit: 'hours' },
    { service_name: 'Inference', amount: 0, unit: 'hours' },
    { service_name: 'Storage', amount: 0.25, unit: 'GiB' },
  ],
})
const event = {
  id: 7,
  at: '2026-11-20T10:04:00.000Z',
  actor_id: 'a1',
  actor_name: 'mina',
  address: '10.0.0.7',
  request_id: 'req-1',
  action: 'workspace.edit',
  object_kind: 'workspace',
  object_id: 'id-poc',
  object_name: 'poc-ws',
  workspace_id: 'id-poc',
  workspace_name: 'poc-ws',
  before: { execution_specs: [{ name: 'high', instance: 'm5.2xlarge' }] },
  after: { execution_specs: [{ name: 'high', instance: 'm5.4xlarge' }] },
}

afterEach(() => {
  asked.length = 0
})

function open(search = '', server: FakeServer = {}, person = personWith([workspaceCalled('poc')])) {
  serve({
    ...serverWith(poc, person),
    ...fake(listMembers, { id: 'id-poc' }, ({ query, search }) => {
      asked.push(search)
      const members = query.q === 'zzz' ? [] : [kim]
      return { members, total: members.length === 0 ? 0 : 41 }
    }),
    ...fake(listAudit, ({ search }) => {
      asked.push(search)
      return { events: [event], total: 1 }
    }),
    ...server,
  })
  openConsole(`/settings/workspace/detail/id-poc${search}`, person)
  return userEvent.setup()
}

const textsOf = (role: string, within_: HTMLElement) =>
  within(within_)
    .getAllByRole(role)
    .map((cell) => cell.textContent)

test('shows on the overview what is in use and what the workspace consists of', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'poc', level: 1 })).toBeTruthy()
  expect(screen.getAllByText('Manager')[0]).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Overview',
    'Members3',
    'Access',
    'Limits and use',
    'Storage',
    'Variables',
    'Schedules',
    'Notifications',
    'History',
  ])
  const panel = screen.getByRole('tabpanel')
  expect(textsOf('definition', panel)).toEqual([
    '6 of 8 runs',
    '38.24 of 40 hours',
    '512.00 MB',
    '2 of 3 members',
    'm5.4xlarge',
    'm5.xlarge',
    'not offered',
    'aster-poc',
    'c7f1e0',
    '–',
    formatDateTime(poc.updated_at),
    formatDateTime(poc.created_at),
  ])
  expect(panel.textContent).toContain('Kim of Aster')
  expect(await accessibilityFaults()).toEqual([])
})

test('shows members with role and use, and keeps page, order and search in the address', async () => {
  const user = open('?tab=members&page=2&sort=-role')
  const table = await screen.findByRole('table', { name: 'Members' })
  await within(table).findByText('kim')
  expect(textsOf('columnheader', table)).toEqual([
    'ID',
    'Role in Workspace',
    'User Name',
    'Email',
    'Company',
    'Department',
    'Service Name',
    'Amount',
  ])
  expect(textsOf('cell', table)).toEqual([
    'kim',
    'Manager',
    'kim of Aster',
    'kim@aster.example',
    'Aster Works',
    '–',
    'TrainingStorage',
    '1,204.50 hours0.25 GiB',
  ])
  expect(asked[0]).toBe('page=2&page_size=20&sort=-role')
  expect(screen.getByText('21–40 of 41 members')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('searchbox', { name: 'Search members' }))
  await user.paste('zzz')
  expect(await screen.findByText('No member matches “zzz”')).toBeTruthy()
  expect(window.location.search).toBe('?tab=members&sort=-role&q=zzz')
})

test('says what a run of each tier really gets here, and shows the use by service', {
  tags: ['long'],
}, async () => {
  open('?tab=use')
  const tiers = await screen.findByRole('table', { name: 'Tiers' })
  await waitFor(() =>
    expect(textsOf('cell', tiers).slice(0, 4)).toEqual([
      'High',
      'm5.4xlarge',
      '4 vCPU, 16 GiB',
      '2 vCPU, 4 GiBlimited by this machine',
    ]),
  )
  const use = await screen.findByRole('region', { name: 'Use by month' })
  expect(use.textContent).toContain(
    'In all: Training 1,204.50 hours, Inference 0.00 hours, Storage 512.00 MB.',
  )
  expect(await accessibilityFaults()).toEqual([])
})

test('says in place of what a run gets that no run can have the tier', async () => {
  const type = {
    instance_type: 'm5.4xlarge',
    vcpu: 1,
    memory_gib: 1,
    gpu_count: 1,
    gpu_name: 'T4',
    source: 'x',
  }
  open('?tab=use', fake(readInstanceType, type))
  const tiers = await screen.findByRole('table', { name: 'Tiers' })
  await waitFor(() => expect(textsOf('cell', tiers)[3]).toBe('No run gets a GPU on this machine.'))
})

test('shows use by month in figures, with bars beside them', { tags: ['long'] }, async () => {
  open('?tab=use')
  const months = await screen.findByRole('table', { name: 'Use by month' })
  const [, first, , third, , fifth, ...before] = within(months).getAllByRole('row')
  expect(textsOf('cell', first as HTMLElement)).toEqual([
    '2026/11 so far',
    '4.50 hours',
    '3.00 hours',
    '1.50 hours',
  ])
  expect(textsOf('cell', fifth as HTMLElement)).toEqual(['2026/07', '–', '–', '–'])
  // The workspace was created in July.
  expect(before).toEqual([])
  // 1,806.75 of a round 2,000 hours
  const bar = third?.querySelector('svg')
  expect(bar?.style.width).toBe('90.3375%')
  const widths = [...(bar?.querySelectorAll('rect') ?? [])].map((rect) => rect.getAttribute('width'))
  expect(widths).toEqual(['1204.5', '602.25'])
  expect(await accessibilityFaults()).toEqual([])
})

test('draws no bar for a single month', async () => {
  const months = [
    { month: '2026-11', usage: [{ service_name: 'Training' as const, amount: 0.72, unit: 'hours' }] },
  ]
  open('?tab=use', fake(readWorkspaceUse, { id: 'id-poc' }, { months }))
  const use = await screen.findByRole('region', { name: 'Use by month' })
  expect(textsOf('cell', use)).toEqual(['2026/11 so far', '0.72 hours', '0.72 hours', '–'])
  expect(use.querySelector('svg')).toBeNull()
})

test('says that use by month cannot be read, and still shows the rest', async () => {
  open('?tab=use', fake(readWorkspaceUse, { id: 'id-poc' }, refused(500, 'The database did not answer.')))
  expect(await screen.findByText('The use by month could not be read')).toBeTruthy()
  expect(screen.getByText('The database did not answer.')).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'Tiers' })).toBeTruthy()
})

const priced = (service_name: 'Training' | 'Inference' | 'Storage', amount: number, exact: number) => ({
  service_name,
  amount,
  exact,
  unit: 'EUR',
})

test('shows amounts as money, truncated to a multiple of 10 and exact in the tooltip, if there are prices', async () => {
  const usage = [priced('Training', 9740, 9748.3), priced('Inference', 0, 0.32), priced('Storage', 0, 0)]
  const summary = { total: 1, by_role: { MANAGER: 1, DEVELOPER: 0, MEMBER: 0 }, active_30_days: 1, usage }
  open('?tab=use', fake(readMemberSummary, { id: 'id-poc' }, summary))
  expect(await screen.findByText('9,740 EUR')).toBeTruthy()
  expect(
    screen.getByText(
      /^In all: .*; amounts in EUR, rounded down to a multiple of 10; point at one to see the exact amount\.$/,
    ),
  ).toBeTruthy()
})

test('shows the cost of the month and the storage beside the hours and the size, if there are prices', async () => {
  const months = [
    { month: '2026-10', usage: [priced('Training', 500, 503), priced('Inference', 0, 0)] },
    { month: '2026-11', usage: [priced('Training', 40, 46.2), priced('Inference', 0, 5.1)] },
  ]
  const usage = [priced('Training', 540, 549.2), priced('Inference', 0, 5.1), priced('Storage', 0, 0.32)]
  open('', {
    ...fake(readWorkspaceUse, { id: 'id-poc' }, { months }),
    ...fake(readMemberSummary, { id: 'id-poc' }, { ...summary, usage }),
  })
  expect(await screen.findByText('50 EUR')).toHaveProperty('title', '51.30 EUR')
  expect(textsOf('definition', screen.getByRole('tabpanel')).slice(1, 3)).toEqual([
    '38.24 of 40 hours, 50 EUR',
    '512.00 MB, under 10 EUR',
  ])
})

test('names in the history the run that was retried and the one it became', async () => {
  const retry = {
    ...event,
    action: 'run.retry',
    object_kind: 'run',
    object_name: 'flaky-v1-41',
    before: null,
    after: { pipeline: 'train', retry_of: 'id-28', retry_of_name: 'flaky-v1-28' },
  }
  const before = { ...retry, id: 6, after: { retry_of: 'id-28' } }
  open('?tab=history', fake(listAudit, { events: [retry, before], total: 2 }))
  const list = await screen.findByRole('list', { name: 'History' })
  await within(list).findAllByText('mina')
  expect(list.textContent).toContain('mina started flaky-v1-28 again, as flaky-v1-41')
  expect(list.textContent).toContain('mina retried a run as flaky-v1-41')
})

test('shows a manager who changed what, before and after, and leads to the whole audit log', {
  tags: ['long'],
}, async () => {
  const user = open('?tab=history', {}, personWith([workspaceCalled('poc')], { role: 'DEVELOPER' }))
  const list = await screen.findByRole('list', { name: 'History' })
  await within(list).findByText('mina')
  expect(list.textContent).toContain('mina changed workspace pocHigh')
  expect(list.textContent).not.toContain('req-1')
  await user.click(within(list).getByText('mina'))
  await within(list).findByRole('button', { name: 'Copy request ID' })
  expect(within(list).getByText('m5.2xlarge').tagName).toBe('DEL')
  expect(within(list).getByText('m5.4xlarge').tagName).toBe('INS')
  expect(list.textContent).toContain('Address10.0.0.7Request IDreq-1')
  expect(asked).toEqual(['page=1&page_size=20&sort=-at&workspace_id=id-poc'])
  const link = screen.getByRole('link', { name: 'Open in audit' })
  expect(link.getAttribute('href')).toBe('/settings/audit?workspace_id=id-poc')
  expect(await accessibilityFaults()).toEqual([])
})

test('leads from a page of the history behind the end to the first', async () => {
  const user = open(
    '?tab=history&page=9',
    fake(listAudit, ({ query }) => ({ events: query.page === '9' ? [] : [event], total: 1 })),
  )
  expect(await screen.findByText('There is no such page')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'First page' }))
  expect(await screen.findByText(/^1 change,/)).toBeTruthy()
})

test('says why there is no history and why buttons are disabled to a person who is not a manager', async () => {
  const person = personWith([workspaceCalled('poc', { role: 'MEMBER' })], { role: 'DEVELOPER' })
  const record = recordCalled('poc', { role: 'MEMBER' })
  open('?tab=history', fake(readWorkspace, { ...record, ecr_base_path: '', specs: [] }), person)
  const panel = await screen.findByRole('tabpanel', { name: 'History' })
  expect(panel.textContent).toBe('Only a manager of this workspace may do this.')
  expect(asked).toEqual([])
  expect(screen.getByRole('button', { name: 'Manage Members' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Edit Workspace' }).getAttribute('aria-disabled')).toBe('true')
})

test('keeps the chosen tab in the address', async () => {
  const user = open()
  await user.click(await screen.findByRole('tab', { name: 'Limits and use' }))
  await waitFor(() => expect(window.location.search).toBe('?tab=use'))
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(window.location.search).toBe('?tab=storage'))
})

test('says that an id names nothing, or nothing the person may see', async () => {
  const person = personWith([workspaceCalled('poc')])
  serve(serverWith(poc, person))
  openConsole('/settings/workspace/detail/other', person)
  expect(await screen.findByText('There is nothing here that you may see.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All workspaces' })).toBeTruthy()
})
