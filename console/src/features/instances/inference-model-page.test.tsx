import { checkInstanceDeletion, deleteInstance, listInstances } from '@podium/contract/calls/instances.ts'
import { listStreamsByInstance } from '@podium/contract/calls/streams.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type FakeServer, fake, refused } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { MEMBER, stubLayout } from '../runs/testing/fake-runs.ts'
import { instanceCalled } from '../runs/testing/sample-objects.ts'
import { answer, DRAFT, INSTANCE, NOTHING_BELOW, openAt } from './testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})

const ADDRESS = '/inferenceModel?view=instances'

async function openList(over: FakeServer = {}, address = ADDRESS, person?: typeof MEMBER) {
  const opened = openAt(address, over, person)
  const table = await screen.findByRole('table', { name: 'Instances' })
  return { ...opened, table: within(table) }
}

test('lists every instance with its version, tags and state, and shows markup as text', async () => {
  const { table } = await openList()
  const link = await table.findByRole('link', { name: 'vision-line-3' })
  expect(link.getAttribute('href')).toBe(`/inferenceModel/instance/${INSTANCE.id}?ws=id-poc`)
  const row = within(link.closest('tr') as HTMLElement)
  row.getByRole('link', { name: 'vision' })
  row.getByText('v 4')
  row.getByText('north')
  row.getByTitle(/<img src=x onerror=alert\(1\)>/)
  row.getByText(/^decoupled/)
  row.getByText('idle')
  expect(document.querySelector('table img')).toBeNull()
  within(table.getByRole('link', { name: 'drafted' }).closest('tr') as HTMLElement).getByText('draft')
  expect(screen.getByRole('button', { name: 'New Instance' })).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test('sends search, filters and order to the server and keeps them in the address', async () => {
  const { server, table, user } = await openList()
  await table.findByRole('link', { name: 'vision-line-3' })
  const asked = () => new URLSearchParams(server.calls('GET /instances').at(-1)?.query)
  expect(asked().get('sort')).toBe('-updated_at')
  await user.click(screen.getByRole('button', { name: 'Status' }))
  await user.click(await screen.findByRole('menuitem', { name: 'failed' }))
  await waitFor(() => expect(asked().get('status')).toBe('failed'))
  await user.click(await screen.findByRole('button', { name: 'Tag' }))
  await user.click(await screen.findByRole('menuitem', { name: 'plant=north' }))
  await waitFor(() => expect(asked().get('tag')).toBe('plant=north'))
  expect(screen.getByTitle('plant=north').textContent).toBe('plant=north')
  await user.type(screen.getByRole('searchbox', { name: 'Search instances' }), 'vis')
  await waitFor(() => expect(asked().get('q')).toBe('vis'))
  await user.click(table.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(asked().get('sort')).toBe('name'))
  const saved = new URLSearchParams(window.location.search)
  expect(Object.fromEntries(saved)).toMatchObject({
    view: 'instances',
    status: 'failed',
    tag: 'plant=north',
    q: 'vis',
    sort: 'name',
  })
})

test('links the views of the models to each other', async () => {
  const { user } = await openList(fake(listStreamsByInstance, { instances: [], total: 0 }))
  await user.click(screen.getByRole('tab', { name: 'Streams' }))
  await screen.findByRole('table', { name: 'Streams' })
  await user.click(screen.getByRole('tab', { name: 'Instances' }))
  await screen.findByRole('table', { name: 'Instances' })
})

test('deletes many after one question that counts what goes, and says what stays', async () => {
  const { server, table, user } = await openList({
    ...fake(deleteInstance, INSTANCE, { id: INSTANCE.id }),
    ...fake(deleteInstance, DRAFT, refused(409, 'A run has not ended yet.')),
  })
  await user.click(await table.findByRole('checkbox', { name: 'Select vision-line-3' }))
  await user.click(table.getByRole('checkbox', { name: 'Select drafted' }))
  await user.click(screen.getByRole('button', { name: 'Delete 2' }))
  const question = await answer(user, 'Delete selected item(s)?', 'Delete')
  expect(question).toContain(
    'Deleting the selection (vision-line-3 and drafted) also deletes 1 stream and 2 runs',
  )
  expect(question).toContain('line-3')
  const outcome = await answer(user, 'Failed to delete.', 'OK')
  expect(outcome).toContain('Done for 1 instance, not for 1:')
  expect(outcome).toContain('drafted: A run has not ended yet.')
  expect(server.calls(`DELETE /instances/${INSTANCE.id}`)).toHaveLength(1)
  await screen.findByText('1 instance selected')
})

test('names each that cannot be deleted with its reason, and offers nothing to confirm if none can', async () => {
  const live = { ...NOTHING_BELOW, deletable: false, reasons: ['1 run has not ended yet.'] }
  const { server, table, user } = await openList({
    ...fake(checkInstanceDeletion, INSTANCE, live),
    ...fake(checkInstanceDeletion, DRAFT, live),
  })
  await user.click(await table.findByRole('checkbox', { name: 'Select vision-line-3' }))
  await user.click(table.getByRole('checkbox', { name: 'Select drafted' }))
  await user.click(screen.getByRole('button', { name: 'Delete 2' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete selected item(s)?' }))
  question.getByText('vision-line-3')
  question.getByText('drafted')
  expect(question.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true')
  expect(server.calls(`DELETE /instances/${DRAFT.id}`)).toEqual([])
})

test('deletes the others if one of several is gone already', { tags: ['long'] }, async () => {
  const { server, table, user } = await openList({
    ...fake(checkInstanceDeletion, INSTANCE, refused(404, 'There is no such instance.')),
    ...fake(deleteInstance, INSTANCE, refused(404, 'There is no such instance.')),
    ...fake(deleteInstance, DRAFT, { id: DRAFT.id }),
  })
  await user.click(await table.findByRole('checkbox', { name: 'Select vision-line-3' }))
  await user.click(table.getByRole('checkbox', { name: 'Select drafted' }))
  await user.click(screen.getByRole('button', { name: 'Delete 2' }))
  await answer(user, 'Delete selected item(s)?', 'Delete')
  await answer(user, 'Deleted Successfully!', 'OK')
  expect(server.calls(`DELETE /instances/${DRAFT.id}`)).toHaveLength(1)
})

test('disables the deletion with the reason for a person who may not delete the instance', async () => {
  const { table, user } = await openList({}, ADDRESS, MEMBER)
  await user.click(await table.findByRole('button', { name: 'More for vision-line-3' }))
  const remove = await screen.findByRole('menuitem', { name: 'Delete' })
  within(remove).getByText(/^Only a manager of this workspace, or the person who created it/)
  expect(screen.getByRole('menuitem', { name: 'Edit' }).getAttribute('aria-disabled')).toBeNull()
})

test('disables runs of a draft, and deletes it without a word about other records', async () => {
  const { table, user } = await openList({
    ...fake(deleteInstance, DRAFT, { id: DRAFT.id }),
    ...fake(checkInstanceDeletion, DRAFT, NOTHING_BELOW),
  })
  await user.click(await table.findByRole('button', { name: 'More for drafted' }))
  const run = await screen.findByRole('menuitem', { name: 'New Run' })
  within(run).getByText('This instance is a draft. Complete it before using it.')
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(await answer(user, 'Delete selected item(s)?', 'Delete')).toContain('Only drafted is deleted.')
  await answer(user, 'Deleted Successfully!', 'OK')
})

test.each([
  ['No instances yet', ADDRESS, () => ({ instances: [], total: 0 })],
  ['No instance matches “zz”', `${ADDRESS}&q=zz`, () => ({ instances: [], total: 0 })],
  ['No instance matches the filters', `${ADDRESS}&tag=zz`, () => ({ instances: [], total: 0 })],
  ['There is no such page', `${ADDRESS}&page=9`, () => ({ instances: [], total: 2 })],
  ['The database is away.', ADDRESS, () => refused(503, 'The database is away.')],
])('shows instead of rows: %s', async (words, address, reply) => {
  await openList(fake(listInstances, reply), address)
  await screen.findByText(words)
  expect(await accessibilityFaults()).toEqual([])
})

test('pages a full list', { tags: ['long'] }, async () => {
  const rows = Array.from({ length: 20 }, (_, at) => instanceCalled(`one-${at}`))
  const { server, user } = await openList(fake(listInstances, { instances: rows, total: 41 }))
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() =>
    expect(new URLSearchParams(server.calls('GET /instances').at(-1)?.query).get('page')).toBe('2'),
  )
})
