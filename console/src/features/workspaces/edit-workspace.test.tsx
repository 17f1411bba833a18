import { readEngine } from '@podium/contract/calls/system.ts'
import { editWorkspace, readWorkspace } from '@podium/contract/calls/workspaces.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type FakeServer, fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../testing/open-console.tsx'
import { ENGINE } from '../../testing/samples.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { recordCalled, serverWith } from './testing/sample-workspaces.ts'

const poc = recordCalled('poc', { edge_conductor_url: 'https://edge.poc.example' })
const bodies: unknown[] = []

afterEach(() => {
  bodies.length = 0
})

async function openForm(server: FakeServer = {}) {
  const user = userEvent.setup()
  const person = personWith([workspaceCalled('poc')])
  serve({
    ...serverWith(poc, person),
    ...fake(editWorkspace, ({ body, query }) => {
      bodies.push([query.workspace_id, body])
      return poc
    }),
    ...server,
  })
  openConsole('/settings/workspace/edit/id-poc', person, workspaceCalled('poc'))
  const form = await screen.findByRole('form', { name: 'Edit Workspace' })
  const field = (name: string) => within(form).getByLabelText(name, { exact: true })
  const fill = async (name: string, text: string) => {
    await user.clear(field(name))
    if (text !== '') await enterText(user, field(name), text)
  }
  const save = () => user.click(within(form).getByRole('button', { name: 'Save' }))
  const agree = async () => {
    const question = await screen.findByRole('alertdialog', { name: 'Save the changes?' })
    const asked = question.textContent
    await user.click(within(question).getByRole('button', { name: 'Save' }))
    return asked
  }
  return { user, form, field, fill, save, agree }
}

test('shows what is stored, disables the name, and enables Save after a change', {
  tags: ['long'],
}, async () => {
  const { form, field } = await openForm()
  expect(screen.getByText('Resources and storage of poc. The name cannot be changed.')).toBeTruthy()
  expect(within(form).queryByLabelText('Workspace Name')).toBeNull()
  expect(field('Bucket Name')).toHaveProperty('value', 'aster-poc')
  expect(field('High')).toHaveProperty('value', 'm5.4xlarge')
  expect(field('Low')).toHaveProperty('value', '')
  const save = within(form).getByRole('button', { name: 'Save' })
  expect(document.getElementById(save.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Nothing is changed.',
  )
  await waitFor(() => expect(document.title).toBe('poc, Edit Workspace · Podium'))
  expect(await accessibilityFaults()).toEqual([])
})

test('asks about and sends only what was changed, with its revision', async () => {
  const { user, fill, save, agree } = await openForm()
  await fill('Edge Conductor URL', '')
  await fill('High', '')
  await save()
  expect(await agree()).toContain('Edge Conductor URLhttps://edge.poc.example–Highm5.4xlarge–')
  const told = await screen.findByRole('alertdialog', { name: 'Edited Successfully!' })
  await user.click(within(told).getByRole('button', { name: 'OK' }))
  expect(bodies).toEqual([
    [
      'id-poc',
      { edge_conductor_url: '', execution_specs: [{ name: 'standard', instance: 'm5.xlarge' }], revision: 4 },
    ],
  ])
  await waitFor(() => expect(window.location.pathname).toBe('/settings/workspace/detail/id-poc'))
})

test('stops at an instance type that nobody knows', async () => {
  const { field, fill, save } = await openForm()
  await fill('Low', 'nonsense')
  await save()
  await waitFor(() =>
    expect(document.getElementById(`${field('Low').id}-message`)?.textContent).toBe('Invalid instance type.'),
  )
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test("shows another person's change, keeps the own text, and bases the next save on their record", async () => {
  const theirs = {
    ...poc,
    s3_bucket_name: 'aster-other',
    edge_conductor_url: 'https://theirs.example',
    revision: 5,
  }
  const sentence = 'Someone else changed this in the meantime. Review their change, then save again.'
  const { field, fill, form, save, agree } = await openForm(
    fake(editWorkspace, ({ body }) => {
      bodies.push(body)
      return body.revision === 4
        ? Response.json({ detail: sentence, current: theirs }, { status: 409 })
        : theirs
    }),
  )
  await fill('Edge Conductor URL', 'https://mine.example')
  await save()
  await agree()
  const note = await within(form).findByRole('status')
  expect(note.textContent).toContain(sentence)
  expect(note.textContent).toContain('Bucket Nameaster-pocaster-other')
  expect(field('Bucket Name')).toHaveProperty('value', 'aster-other')
  expect(field('Edge Conductor URL')).toHaveProperty('value', 'https://mine.example')
  expect(await accessibilityFaults()).toEqual([])
  await save()
  expect(await agree()).toContain('https://theirs.examplehttps://mine.example')
  expect(await screen.findByRole('alertdialog', { name: 'Edited Successfully!' })).toBeTruthy()
  expect(bodies.at(-1)).toEqual({ edge_conductor_url: 'https://mine.example', revision: 5 })
})

test("shows any other refusal in the server's words, and keeps the text", async () => {
  const detail = 'The bucket aster-poc already holds files. Its name can be changed only while it is empty.'
  const { field, fill, save, agree } = await openForm(fake(editWorkspace, refused(409, detail)))
  await fill('Bucket Name', 'aster-new')
  await save()
  await agree()
  const told = await screen.findByRole('alertdialog', { name: 'Failed to edit.' })
  expect(told.textContent).toContain(detail)
  expect(field('Bucket Name')).toHaveProperty('value', 'aster-new')
})

const SETTINGS: (typeof ENGINE)['heeds'] = [
  'network',
  'queue',
  'pending_limit_minutes',
  'system_user',
  'stop_grace_seconds',
]
const heeding = (heeds: (typeof ENGINE)['heeds']) => fake(readEngine, { ...ENGINE, heeds })

test('shows the settings for starting runs that the engine applies', async () => {
  const { form } = await openForm()
  const runs = await within(form).findByRole('group', { name: 'Runs' })
  expect(within(runs).queryByRole('checkbox')).toBeNull()
  expect(runs.textContent).toContain('Runs here can reach the network')
})

test('shows the only setting that an engine applies', async () => {
  const { form } = await openForm(heeding(['system_user']))
  const runs = await within(form).findByRole('group', { name: 'Runs' })
  expect(within(runs).getAllByRole('textbox')).toHaveLength(1)
  expect(within(runs).getByLabelText('Runs as', { exact: false })).toHaveProperty('value', '')
  expect(within(runs).queryByRole('checkbox')).toBeNull()
})

test('asks about and sends the settings for starting runs', { tags: ['long'] }, async () => {
  const { user, form, save, agree } = await openForm(heeding(SETTINGS))
  const runs = await within(form).findByRole('group', { name: 'Runs' })
  await user.click(within(runs).getByRole('checkbox', { name: /Runs may reach the network/ }))
  await enterText(user, within(runs).getByLabelText(/^Queue/), 'team-a')
  await user.type(within(runs).getByLabelText(/^Pending limit in minutes/), '45')
  await user.type(within(runs).getByLabelText(/^Runs as/), 'ml')
  await user.type(within(runs).getByLabelText(/^Seconds to save when stopped/), '120')
  expect(await accessibilityFaults()).toEqual([])
  await save()
  const asked = await agree()
  for (const change of [
    'the network–yes',
    'Queue–team-a',
    'Pending limit in minutes–45',
    'Runs as–ml',
    'when stopped–120',
  ])
    expect(asked).toContain(change)
  await screen.findByRole('alertdialog', { name: 'Edited Successfully!' })
  const settings = {
    network: true,
    queue: 'team-a',
    pending_limit_minutes: 45,
    system_user: 'ml',
    stop_grace_seconds: 120,
  }
  expect(bodies).toEqual([['id-poc', { ...settings, revision: 4 }]])
})

test('takes back the settings for starting runs', async () => {
  const said = {
    network: true,
    queue: 'team',
    pending_limit_minutes: 45,
    system_user: 'ml',
    stop_grace_seconds: 90,
  }
  const record = { ...poc, ...said }
  const { user, form, save, agree } = await openForm({
    ...heeding(SETTINGS),
    ...fake(readWorkspace, { ...record, ecr_base_path: 'registry/', specs: [] }),
  })
  const runs = await within(form).findByRole('group', { name: 'Runs' })
  const network = within(runs).getByRole('checkbox')
  expect(network).toHaveProperty('checked', true)
  await user.click(network)
  for (const box of within(runs).getAllByRole('textbox')) await user.clear(box)
  await save()
  await agree()
  await screen.findByRole('alertdialog', { name: 'Edited Successfully!' })
  const nothing = {
    network: false,
    queue: '',
    pending_limit_minutes: null,
    system_user: '',
    stop_grace_seconds: null,
  }
  expect(bodies).toEqual([['id-poc', { ...nothing, revision: 4 }]])
})

test.each([
  [/^Queue/, 'Team A', 'Use lower-case letters'],
  [/^Pending limit in minutes/, '1.5', 'Give whole minutes'],
  [/^Pending limit in minutes/, 'soon', 'Give whole minutes'],
  [/^Runs as/, 'root', 'Runs never run as root.'],
  [/^Seconds to save/, '601', 'Give whole seconds, from 1 to 600'],
])('refuses in %s the value %s before it is sent', async (label, typed, sentence) => {
  const { user, form, save } = await openForm(heeding(SETTINGS))
  const runs = await within(form).findByRole('group', { name: 'Runs' })
  const box = within(runs).getByLabelText(label)
  await enterText(user, box, typed)
  await save()
  await waitFor(() => expect(document.getElementById(`${box.id}-message`)?.textContent).toContain(sentence))
  expect(bodies).toEqual([])
})
