import { createWorkspace } from '@podium/contract/calls/workspaces.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../testing/open-console.tsx'
import { browserPage } from '../../ui/browser-page.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { recordCalled, serverWith } from './testing/sample-workspaces.ts'

const RETURN = 'Are you sure you want to return to the previous page?'
const bodies: unknown[] = []

beforeEach(() => {
  vi.spyOn(browserPage, 'open').mockImplementation(() => {})
})
afterEach(() => {
  bodies.length = 0
})

async function openForm() {
  const user = userEvent.setup()
  const person = personWith([workspaceCalled('poc')])
  serve({
    ...serverWith(recordCalled('poc'), person),
    ...fake(createWorkspace, ({ body }) => {
      bodies.push(body)
      return recordCalled('quality')
    }),
  })
  openConsole('/settings/workspace', person)
  await user.click(await screen.findByRole('button', { name: 'New Workspace' }))
  const form = await screen.findByRole('form', { name: 'New Workspace' })
  const field = (name: string) => within(form).getByLabelText(name, { exact: true })
  const press = (name: string) => user.click(within(form).getByRole('button', { name }))
  return { user, form, field, press }
}

test('holds the same form as the empty state, with the tips word for word', {
  tags: ['long'],
}, async () => {
  const { user, form } = await openForm()
  expect(window.location.pathname).toBe('/settings/workspace/register')
  expect(document.title).toBe('New Workspace · Podium')
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toMatch(
    /^Settings.?Workspace.?New Workspace$/,
  )
  const tips: string[] = []
  for (const help of within(form).getAllByRole('button', { name: /^Help: / })) {
    await user.hover(help)
    tips.push((await screen.findByRole('tooltip')).textContent ?? '')
    await user.unhover(help)
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  }
  expect(tips).toEqual([
    'The workspace name is the namespace created for the project. A "-ws" suffix is stripped and saved automatically.',
    'The S3 bucket made during infrastructure install. All learning results are stored here. Here it is a folder of the server.',
    'The Edge Conductor URL can be entered later.',
    "0 is not allowed. Specs above the node group's maximum are trained at that maximum. Here that is this machine: 2 vCPU, 4 GiB.",
  ])
  expect(await accessibilityFaults()).toEqual([])
})

test('says while a tier is typed that this machine cannot provide it', { tags: ['long'] }, async () => {
  const { user, field, form } = await openForm()
  await user.type(field('High'), '8cpu-64gib')
  const line = () =>
    document.getElementById(field('High').getAttribute('aria-describedby') ?? '')?.textContent
  await waitFor(() => expect(line()).toBe('Runs get 2\u00a0vCPU, 4\u00a0GiB here'))
  expect(within(form).queryByText(/cannot start/)).toBeNull()
  await user.type(field('Low-GPU'), 'g4dn.xlarge')
  expect(
    within(form).getByText('No run gets a GPU on this machine. Runs on Low-GPU cannot start.'),
  ).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test('asks, creates the workspace, stores the person as MANAGER, and restarts the console at the overview', async () => {
  const { user, field, press } = await openForm()
  await enterText(user, field('Workspace Name'), 'quality')
  await enterText(user, field('Bucket Name'), 'aster-quality')
  const line = () => document.getElementById(field('Low').getAttribute('aria-describedby') ?? '')?.textContent
  expect(line()).toBeUndefined()
  await enterText(user, field('Low'), 'm5.large')
  expect(line()).toBe('checked at Save')
  await press('Save')
  const question = await screen.findByRole('alertdialog', { name: 'Create the item(s)?' })
  await user.click(within(question).getByRole('button', { name: 'Create' }))
  const told = await screen.findByRole('alertdialog', { name: 'Created Successfully!' })
  await user.click(within(told).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(browserPage.open).toHaveBeenCalledExactlyOnceWith('/overview'))
  expect(bodies).toEqual([
    {
      name: 'quality',
      s3_bucket_name: 'aster-quality',
      execution_specs: [{ name: 'low', instance: 'm5.large' }],
    },
  ])
  expect(JSON.parse(localStorage.getItem('currWorkspace') ?? '')).toMatchObject({
    name: 'quality-ws',
    role: 'MANAGER',
  })
})

test.each(['{Escape}', 'Cancel', 'Back'])(
  'asks on %s with unsaved text, and keeps the text',
  { tags: ['long'] },
  async (way) => {
    const { user, field, press } = await openForm()
    await enterText(user, field('Workspace Name'), 'quality')
    const leave = async () => {
      if (way === 'Cancel') await press('Cancel')
      else if (way === 'Back') window.history.back()
      else await user.keyboard(way)
    }
    await leave()
    const question = await screen.findByRole('alertdialog', { name: RETURN })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(field('Workspace Name')).toHaveProperty('value', 'quality')
    expect(window.location.pathname).toBe('/settings/workspace/register')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await leave()
    await user.click(await screen.findByRole('button', { name: 'Return' }))
    expect(await screen.findByRole('table', { name: 'Workspace' })).toBeTruthy()
  },
)

test('leaves on Escape without text', async () => {
  const { user, field } = await openForm()
  await user.click(field('Workspace Name'))
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('table', { name: 'Workspace' })).toBeTruthy()
})
