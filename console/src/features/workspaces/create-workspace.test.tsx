import { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import { readEngine, readVersions } from '@podium/contract/calls/system.ts'
import { checkWorkspace, createWorkspace } from '@podium/contract/calls/workspaces.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeServer, fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, serve, signedIn } from '../../testing/open-console.tsx'
import { ENGINE, VERSIONS } from '../../testing/samples.ts'
import { browserPage } from '../../ui/browser-page.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { recordCalled } from './testing/sample-workspaces.ts'

const person = personWith([])
const bodies: unknown[] = []
const asked: string[] = []

const calm: FakeServer = {
  ...signedIn(person),
  ...fake(readEngine, ENGINE),
  ...fake(checkWorkspace, ({ query }) => ({ duplicate: query.name === 'poc' })),
  ...fake(readInstanceType, ({ query: { instance_type = '' } }) => {
    asked.push(instance_type)
    const type = {
      instance_type,
      vcpu: 4,
      memory_gib: 16,
      gpu_count: 0,
      gpu_name: '',
      source: 'table' as const,
    }
    return instance_type.startsWith('m5.') ? type : refused(404, 'Invalid instance type.')
  }),
  ...fake(createWorkspace, ({ body }) => {
    bodies.push(body)
    return recordCalled('quality')
  }),
}

async function openDialog(server: FakeServer = calm) {
  const user = userEvent.setup()
  const made = serve(server)
  openConsole('/overview', person)
  const dialog = await screen.findByRole('dialog', { name: 'Welcome, Create a Workspace!' })
  const field = (name: string) => within(dialog).getByLabelText(name, { exact: true })
  const fill = async (input: HTMLElement, text: string) => {
    await user.click(input)
    await user.paste(text)
  }
  const save = () => user.click(within(dialog).getByRole('button', { name: 'Save' }))
  return { user, made, dialog, field, fill, save }
}

const messageUnder = (field: HTMLElement) =>
  document.getElementById(`${field.id}-message`)?.textContent ?? null

beforeEach(() => {
  vi.spyOn(browserPage, 'open').mockImplementation(() => {})
})
afterEach(() => {
  bodies.length = 0
  asked.length = 0
})

test('does not send an empty form, marks what is missing, and focuses the first field', async () => {
  const { field, save, made, dialog } = await openDialog()
  await save()
  expect([messageUnder(field('Workspace Name')), messageUnder(field('Bucket Name'))]).toEqual([
    'This field is required.',
    'This field is required.',
  ])
  expect(document.activeElement).toBe(field('Workspace Name'))
  expect(within(dialog).getByText('2 fields need attention')).toBeTruthy()
  expect(made).not.toContain('POST /workspaces')
  expect(await accessibilityFaults(dialog)).toEqual([])
})

test('refuses one character as too short, and removes the message at the next key', {
  tags: ['long'],
}, async () => {
  const { field, fill, save } = await openDialog()
  await fill(field('Workspace Name'), 'q')
  await fill(field('Bucket Name'), 'b')
  await save()
  expect(messageUnder(field('Workspace Name'))).toBe('Workspace name needs to be at least 2 characters.')
  expect(messageUnder(field('Bucket Name'))).toBe('Bucket name needs to be at least 2 characters.')
  await fill(field('Bucket Name'), 'u')
  expect(messageUnder(field('Bucket Name'))).toBeNull()
})

test('ignores Check Duplicate on an empty name, and removes the verdict when the name changes', {
  tags: ['long'],
}, async () => {
  const { user, field, fill, dialog, made } = await openDialog()
  const check = within(dialog).getByRole('button', { name: 'Check Duplicate' })
  await user.click(check)
  expect(made).not.toContain('GET /workspaces/check')
  await fill(field('Workspace Name'), 'poc')
  await user.click(check)
  await waitFor(() =>
    expect(messageUnder(field('Workspace Name'))).toBe(
      'This is a duplicate ID. Please enter a different ID.',
    ),
  )
  await fill(field('Workspace Name'), '2')
  expect(messageUnder(field('Workspace Name'))).toBeNull()
  await user.click(check)
  await waitFor(() => expect(messageUnder(field('Workspace Name'))).toBe('This ID is available.'))
})

test('checks instance types one by one, and stops at the first that is invalid', {
  tags: ['long'],
}, async () => {
  const { field, fill, save, made } = await openDialog()
  await fill(field('Workspace Name'), 'quality')
  await fill(field('Bucket Name'), 'aster-quality')
  await fill(field('High'), 'm5.xlarge')
  await fill(field('Standard'), '0')
  await fill(field('Low'), 'm5.large')
  await save()
  await waitFor(() => expect(messageUnder(field('Standard'))).toBe('Invalid instance type.'))
  expect(asked).toEqual(['m5.xlarge', '0'])
  const help = document.getElementById(`${field('Standard').id}-help`)
  expect(help?.textContent).toContain('For this machine write a type such as 2cpu-4gib.')
  expect(help?.textContent).toContain('PODIUM_INSTANCE_TYPES_FILE')
  expect(help?.querySelector('a')?.getAttribute('href')).toBe(
    '/guide/make-a-workspace.html#types-of-another-cloud',
  )
  expect(screen.getByText('Runs get 2 vCPU, 4 GiB here')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(made).not.toContain('POST /workspaces')
})

test('asks, creates the workspace, stores the person as MANAGER, restarts the console, and leaves out empty entries', async () => {
  const { user, field, fill, save } = await openDialog()
  await waitFor(() => expect(field('High').getAttribute('placeholder')).toBe('e.g. 2cpu-4gib'))
  await fill(field('Workspace Name'), 'quality-ws')
  await fill(field('Bucket Name'), 'aster-quality')
  await fill(field('Standard'), 'm5.xlarge')
  await save()
  const question = await screen.findByRole('alertdialog', { name: 'Create the item(s)?' })
  expect(question.textContent).toContain('Workspace quality, bucket aster-quality')
  await user.click(within(question).getByRole('button', { name: 'Create' }))
  const told = await screen.findByRole('alertdialog', { name: 'Created Successfully!' })
  expect(browserPage.open).not.toHaveBeenCalled()
  await user.click(within(told).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(browserPage.open).toHaveBeenCalledExactlyOnceWith('/overview'))
  expect(bodies).toEqual([
    {
      name: 'quality-ws',
      s3_bucket_name: 'aster-quality',
      execution_specs: [{ name: 'standard', instance: 'm5.xlarge' }],
    },
  ])
  expect(JSON.parse(localStorage.getItem('currWorkspace') ?? '')).toEqual({
    id: 'id-quality',
    name: 'quality-ws',
    role: 'MANAGER',
    display_name: 'quality',
  })
  expect(JSON.parse(localStorage.getItem('workspaceList') ?? '')).toHaveLength(1)
})

test("shows the server's refusal in its words, and keeps the text", { tags: ['long'] }, async () => {
  const { user, field, fill, save } = await openDialog({
    ...calm,
    ...fake(createWorkspace, refused(409, 'Another workspace already uses this bucket.')),
  })
  await fill(field('Workspace Name'), 'quality')
  await fill(field('Bucket Name'), 'aster-quality')
  await save()
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  const told = await screen.findByRole('alertdialog', { name: 'Failed to create.' })
  expect(told.textContent).toContain('Another workspace already uses this bucket.')
  await user.click(within(told).getByRole('button', { name: 'OK' }))
  expect(field('Workspace Name')).toHaveProperty('value', 'quality')
  await waitFor(() => expect(document.activeElement).toBe(field('Bucket Name')))
  expect(messageUnder(field('Bucket Name'))).toBe('Another workspace already uses this bucket.')
})

test('never calls an impossible name available, nor says how it would be stored', {
  tags: ['long'],
}, async () => {
  const { user, field, fill, dialog, made } = await openDialog()
  const check = within(dialog).getByRole('button', { name: 'Check Duplicate' })
  for (const name of ['Vision-WS', 'Ärger Team_1', 'Beta Team']) {
    await user.clear(field('Workspace Name'))
    await fill(field('Workspace Name'), name)
    await user.click(check)
    expect(messageUnder(field('Workspace Name'))).toMatch(/^Use lower-case letters/)
    expect(within(dialog).queryByText(/Stored as/)).toBeNull()
  }
  expect(made).not.toContain('GET /workspaces/check')
  await user.clear(field('Workspace Name'))
  await fill(field('Workspace Name'), 'vision')
  expect(within(dialog).getByText(/Stored as/).textContent).toBe('Stored as vision-ws')
})

test('disables Save for a taken name and an invalid address before any question', {
  tags: ['long'],
}, async () => {
  const { user, field, fill, dialog, save, made } = await openDialog()
  await fill(field('Workspace Name'), 'poc')
  await fill(field('Bucket Name'), 'aster-quality')
  await user.click(within(dialog).getByRole('button', { name: 'Check Duplicate' }))
  const taken = 'This is a duplicate ID. Please enter a different ID.'
  await waitFor(() => expect(messageUnder(field('Workspace Name'))).toBe(taken))
  await save()
  expect(messageUnder(field('Workspace Name'))).toBe(taken)
  expect(document.activeElement).toBe(field('Workspace Name'))
  await fill(field('Workspace Name'), '-2')
  await fill(field('Edge Conductor URL'), 'javascript:alert(1)')
  await save()
  expect(messageUnder(field('Edge Conductor URL'))).toBe(
    'Give an address that begins with http:// or https://.',
  )
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(made).not.toContain('POST /workspaces')
})

test('shows a message of the server at its field', async () => {
  const problem = { loc: ['body', 's3_bucket_name'], msg: 'Not like this.', type: 'value_error' }
  const { user, field, fill, save } = await openDialog({
    ...calm,
    ...fake(createWorkspace, refused(422, [problem])),
  })
  await fill(field('Workspace Name'), 'quality')
  await fill(field('Bucket Name'), 'aster-quality')
  await save()
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await waitFor(() => expect(messageUnder(field('Bucket Name'))).toBe('Not like this.'))
  expect(screen.queryByRole('alertdialog', { name: 'Invalid Request.' })).toBeNull()
})

test('asks for the dashboard hash only if runs are monitored with Grafana', async () => {
  const { dialog } = await openDialog()
  expect(within(dialog).queryByLabelText('Dashboard Hash')).toBeNull()
})

test('requires the dashboard hash with Grafana', { tags: ['long'] }, async () => {
  const { field, fill, save } = await openDialog({
    ...calm,
    ...fake(readVersions, { ...VERSIONS, release: { mlops_engine: 'local', monitoring: 'grafana' } }),
  })
  await save()
  expect(messageUnder(field('Dashboard Hash'))).toBe('This field is required.')
  await fill(field('Dashboard Hash'), 'c')
  await save()
  expect(messageUnder(field('Dashboard Hash'))).toBe('Dashboard hash needs to be at least 2 characters.')
})

test('suggests types of a machine without a GPU for the tiers without GPU only', async () => {
  const { field } = await openDialog()
  await waitFor(() => expect(field('High').getAttribute('placeholder')).toBe('e.g. 2cpu-4gib'))
  expect(field('Standard').getAttribute('placeholder')).toBe('e.g. 1cpu-2gib')
  expect(field('Low').getAttribute('placeholder')).toBe('e.g. 0.5cpu-1gib')
  const suggested = [...((field('Low') as HTMLInputElement).list?.options ?? [])]
  expect(suggested.map(({ value, text }) => [value, text])).toEqual([
    ['2cpu-4gib', '2 vCPU, 4 GiB, all of this machine'],
    ['1cpu-2gib', '1 vCPU, 2 GiB, half of this machine'],
    ['0.5cpu-1gib', '0.5 vCPU, 1 GiB, a quarter of this machine'],
  ])
  for (const tier of ['High-GPU', 'Standard-GPU', 'Low-GPU'])
    expect(field(tier).getAttribute('placeholder')).toBe('instance type')
  expect(screen.getByText('Empty tiers are not offered. No run gets a GPU on this machine.')).toBeTruthy()
})
