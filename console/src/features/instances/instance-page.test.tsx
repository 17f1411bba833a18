import { listAudit } from '@podium/contract/calls/audit.ts'
import {
  checkInstanceDeletion,
  deleteInstance,
  editInstance,
  type InstanceDetail,
  readInstance,
} from '@podium/contract/calls/instances.ts'
import { readLogIndex } from '@podium/contract/calls/run-files.ts'
import { listInstanceRuns, readRun } from '@podium/contract/calls/runs.ts'
import {
  checkStreamDeletion,
  createStream,
  deleteStream,
  editStream,
  listStreams,
  readStream,
  type Stream,
} from '@podium/contract/calls/streams.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type FakeServer, fake, inTurn, refused } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { MEMBER, stubLayout } from '../runs/testing/fake-runs.ts'
import { listedRun, runCalled, runsOf, streamCalled } from '../runs/testing/sample-objects.ts'
import { answer, DRAFT, INSTANCE, NOTHING_BELOW, ONE_STREAM, openAt } from './testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})

const PAGE = `/inferenceModel/instance/${INSTANCE.id}`
const EDIT = `PATCH /instances/${INSTANCE.id}`

async function openPage(over: FakeServer = {}, search = '', person?: typeof MEMBER) {
  const opened = openAt(PAGE + search, over, person)
  await screen.findByRole('heading', { name: 'vision-line-3', level: 1 })
  return opened
}

async function openEdit(over: FakeServer = {}) {
  const opened = openAt(`${PAGE}?edit=1`, over)
  const form = await screen.findByRole('form', { name: 'Edit Instance' })
  return { ...opened, form: within(form) }
}

async function retype(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}

test('separates a description without a full stop from the solution', { tags: ['long'] }, async () => {
  await openPage(fake(readInstance, INSTANCE, { ...INSTANCE, description: 'For the north' }))
  const lead = await screen.findByText(/^For the north/, { selector: 'p[class*=lead]' })
  expect(lead.textContent).toMatch(/^For the north\. On /)
})

test('shows what another client chose as its runs get it', { tags: ['long'] }, async () => {
  const selected_user_parameters = [{ step: 'train', args: { epochs: 99 } }]
  const metadata_json = { pipeline: [{ type: 'train', parameters: { selected_user_parameters } }] }
  const made = { ...INSTANCE, modes: {}, execution_specs: {}, train_resource: 'standard', metadata_json }
  await openPage(fake(readInstance, INSTANCE, made))
  await screen.findByText('Train: Standard (from instance) · Inference: Standard (default)')
  const received = screen.getByRole('region', { name: 'Default training parameters' })
  expect(received.textContent).toContain('epochs99')
})

test('shows solution, modes, parameters, tags and streams, and markup as text', async () => {
  await openPage()
  await screen.findByText('on, 6 parameters, 1 of them changed')
  screen.getByText('Train: Low (from instance) · Inference: Standard (default)')
  screen.getByText('<img src=x onerror=alert(1)>')
  expect(document.querySelector('main img')).toBeNull()
  screen.getByText('Pipeline, Data Wrangler, Dev Mode')
  const received = screen.getByRole('region', { name: 'Default training parameters' })
  expect(received.textContent).toMatch(/epochs40 was \d+/)
  expect(received.textContent).toContain('titleReport')
  const streams = within(screen.getByRole('table', { name: 'Streams' }))
  await streams.findByRole('link', { name: 'line-3' })
  streams.getByText('v 4.11')
  expect(await accessibilityFaults()).toEqual([])
})

test("shows a stream's own values with the stream", async () => {
  const streams = [
    streamCalled('line-3', { parameters: { train: { train: { epochs: 70 } } } }),
    streamCalled('line-4', { parameters: { train: { train: { epochs: 70, title: 'A' } }, inference: {} } }),
    streamCalled('line-5', { parameters: { train: { train: {} } } }),
  ]
  await openPage(fake(listStreams, { streams, total: 3 }))
  const table = within(screen.getByRole('table', { name: 'Streams' }))
  const cellOf = async (name: string) => (await table.findByRole('link', { name })).closest('td')?.textContent
  expect(await cellOf('line-3')).toBe('line-31 value of its own')
  expect(await cellOf('line-4')).toBe('line-42 values of its own')
  expect(await cellOf('line-5')).toBe('line-5')
  await screen.findByRole('heading', { name: 'Default training parameters' })
})

test('starts New Run with the newest stream, and gives the stream a menu of its own', {
  tags: ['long'],
}, async () => {
  const { user } = await openPage()
  await user.click(await screen.findByRole('button', { name: 'More for line-3' }))
  await screen.findByRole('menuitem', { name: 'Edit' })
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'New Run' }))
  await waitFor(() => expect(window.location.search).toContain('stream=id-line-3'))
})

test('sends an edit with the revision, after a question that shows the change', async () => {
  const { server, form, user } = await openEdit(fake(editInstance, INSTANCE, INSTANCE))
  expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  expect(form.getByRole('textbox', { name: 'epochs' })).toHaveProperty('value', '40')
  await user.click(form.getByRole('button', { name: 'Check Duplicate' }))
  await form.findByText('This name is available.')
  await retype(user, form.getByRole('textbox', { name: 'epochs' }), '50')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await answer(user, 'Save the changes?', 'Save')).toContain('train.epochs 50')
  await answer(user, 'Edited Successfully!', 'OK')
  await screen.findByRole('heading', { name: 'vision-line-3', level: 1 })
  expect(server.calls(EDIT)[0]?.body).toMatchObject({
    name: 'vision-line-3',
    modes: { train: { on: true, parameters: { train: { epochs: 50 } } }, inference: { on: true } },
    execution_specs: { train: 'low' },
    draft: false,
    revision: 3,
  })
})

test("shows another person's faster change, keeps what was typed, and bases the next save on it", {
  tags: ['long'],
}, async () => {
  const theirs = { ...INSTANCE, revision: 4, description: 'Theirs.', execution_specs: { train: 'standard' } }
  const stale = Response.json({ detail: 'Someone else changed this.', current: theirs }, { status: 409 })
  const { server, form, user } = await openEdit(
    fake(editInstance, INSTANCE, inTurn<Response | InstanceDetail>(stale, theirs)),
  )
  await retype(user, form.getByRole('textbox', { name: 'epochs' }), '50')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await answer(user, 'Save the changes?', 'Save')
  await form.findByText('Someone else changed this.')
  form.getByText('Theirs.', { selector: 'ins' })
  expect(form.getByRole('textbox', { name: 'epochs' })).toHaveProperty('value', '50')
  expect(form.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Theirs.')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(form.getByRole('button', { name: 'Save' }))
  await answer(user, 'Save the changes?', 'Save')
  await answer(user, 'Edited Successfully!', 'OK')
  expect(server.calls(EDIT)[1]?.body).toMatchObject({ description: 'Theirs.', revision: 4 })
})

test('asks before it leaves a typed form, and says that an edit failed', { tags: ['long'] }, async () => {
  const { form, user } = await openEdit(fake(editInstance, INSTANCE, refused(500, 'No disk.')))
  await retype(user, form.getByRole('textbox', { name: 'Description' }), 'Mine.')
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  await answer(user, 'Are you sure you want to return to the previous page?', 'Cancel')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await answer(user, 'Save the changes?', 'Save')
  expect(await answer(user, 'Failed to edit.', 'OK')).toContain('No disk.')
  expect(form.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Mine.')
})

test('says that the instance was deleted in the meantime, keeps what was typed, and disables Save with the reason', {
  tags: ['long'],
}, async () => {
  const { form, user } = await openEdit(
    fake(editInstance, INSTANCE, refused(404, 'There is nothing here that you may see.')),
  )
  await retype(user, form.getByRole('textbox', { name: 'Description' }), 'Mine.')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await answer(user, 'Save the changes?', 'Save')
  await form.findByText('vision-line-3 was deleted in the meantime.', { selector: 'b' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(form.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Mine.')
  expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  expect(form.getByRole('link', { name: 'All instances' })).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test('completes a draft, or keeps it as one', { tags: ['long'] }, async () => {
  const { server, user } = openAt(`/inferenceModel/instance/${DRAFT.id}`, {
    ...fake(editInstance, DRAFT, DRAFT),
    ...fake(listStreams, { streams: [], total: 0 }),
  })
  await screen.findByRole('heading', { name: 'drafted', level: 1 })
  expect(screen.getByRole('button', { name: 'New Run' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Complete' }))
  const form = within(await screen.findByRole('form', { name: 'Complete Instance' }))
  await user.click(form.getByRole('button', { name: 'Save as draft' }))
  await answer(user, 'Saved Successfully.', 'OK')
  await user.click(await screen.findByRole('button', { name: 'Complete' }))
  const again = within(await screen.findByRole('form', { name: 'Complete Instance' }))
  await user.click(again.getByRole('button', { name: 'Save' }))
  await answer(user, 'Create the item(s)?', 'Create')
  await answer(user, 'Created Successfully!', 'OK')
  const sent = server.calls(`PATCH /instances/${DRAFT.id}`).map(({ body }) => body.draft)
  expect(sent).toEqual([true, false])
})

test('makes a stream with the values that differ from the instance', async () => {
  const { server, user } = await openPage(fake(createStream, streamCalled('line-9')))
  await user.click(await screen.findByRole('button', { name: 'New Stream' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New Stream' }))
  expect(dialog.getByRole('textbox', { name: 'epochs' })).toHaveProperty('value', '40')
  await retype(user, dialog.getByRole('textbox', { name: 'Name' }), 'line-9')
  await retype(user, dialog.getByRole('textbox', { name: 'epochs' }), '60')
  dialog.getByText('was 40')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await answer(user, 'Create the item(s)?', 'Create')
  await answer(user, 'Created Successfully!', 'OK')
  expect(server.calls('POST /streams')[0]?.body).toEqual({
    instance_id: INSTANCE.id,
    name: 'line-9',
    parameters: { train: { train: { epochs: 60 } } },
  })
})

test('changes a stream, and shows a wrong value and a taken name at their fields', {
  tags: ['long'],
}, async () => {
  const own = streamCalled('line-3', { parameters: { train: { train: { epochs: 70 } } }, revision: 5 })
  const { server, user } = openAt(`${PAGE}?stream=id-line-3`, {
    ...fake(readStream, { id: 'id-line-3' }, own),
    ...fake(
      editStream,
      { id: 'id-line-3' },
      inTurn<Response | Stream>(
        refused(409, 'A stream named line-4 already exists on this instance. Choose another name.'),
        streamCalled('line-3'),
      ),
    ),
  })
  await screen.findByText('Back to the instance')
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Stream' }))
  expect(dialog.getByRole('textbox', { name: 'epochs' })).toHaveProperty('value', '70')
  await retype(user, dialog.getByRole('textbox', { name: 'epochs' }), '500')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  dialog.getByText('500 is above the highest allowed value 200.')
  await user.click(dialog.getByRole('button', { name: 'Back to the instance' }))
  expect(dialog.getByRole('textbox', { name: 'epochs' })).toHaveProperty('value', '40')
  await retype(user, dialog.getByRole('textbox', { name: 'Name' }), 'line-4')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await answer(user, 'Save the changes?', 'Save')
  await dialog.findByText('This name is not available.')
  await retype(user, dialog.getByRole('textbox', { name: 'Name' }), 'line-5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await answer(user, 'Save the changes?', 'Save')
  await answer(user, 'Edited Successfully!', 'OK')
  expect(server.calls('PATCH /streams/id-line-3')[1]?.body).toEqual({
    name: 'line-5',
    parameters: {},
    revision: 5,
  })
})

test('says what a deletion removes by count and by name, and leads to the list', async () => {
  const { server, user } = await openPage(fake(deleteInstance, INSTANCE, { id: INSTANCE.id }))
  await user.click(screen.getByRole('button', { name: 'More for vision-line-3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await answer(user, 'Delete selected item(s)?', 'Delete')
  expect(question).toContain('1 stream and 2 runs')
  expect(question).toContain('line-3')
  await answer(user, 'Deleted Successfully!', 'OK')
  await screen.findByRole('table', { name: 'Instances' })
  expect(server.calls(`DELETE /instances/${INSTANCE.id}`)).toHaveLength(1)
})

test('disables the deletion of an instance with a live run, and says why', { tags: ['long'] }, async () => {
  const live: Consequences = {
    ...ONE_STREAM,
    deletable: false,
    reasons: ['1 run has not ended yet.'],
  }
  const { server, user } = await openPage(fake(checkInstanceDeletion, INSTANCE, live))
  await user.click(screen.getByRole('button', { name: 'More for vision-line-3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete selected item(s)?' })
  const yes = within(dialog).getByRole('button', { name: 'Delete' })
  expect(yes.getAttribute('aria-disabled')).toBe('true')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(server.calls(`DELETE /instances/${INSTANCE.id}`)).toHaveLength(0)
})

test('deletes a stream of a decoupled instance alone, and says that it failed', {
  tags: ['long'],
}, async () => {
  const { user } = await openPage({
    ...fake(checkStreamDeletion, { id: 'id-line-3' }, NOTHING_BELOW),
    ...fake(deleteStream, { id: 'id-line-3' }, refused(409, '1 run has not ended yet. Stop it first.')),
  })
  await user.click(await screen.findByRole('button', { name: 'More for line-3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await answer(user, 'Delete selected item(s)?', 'Delete')
  expect(await answer(user, 'Failed to delete.', 'OK')).toContain('Stop it first.')
})

test('shows the logs of the latest run, or of an earlier one that is chosen', {
  tags: ['long'],
}, async () => {
  const runs = [listedRun('line-3-12'), listedRun('line-3-11')]
  const logs = runs.map((run) => ({
    ...fake(readRun, run, runCalled(run.name)),
    ...fake(readLogIndex, run, { size: 0, lines: 0, every: 100, from: 0, offsets: [] }),
  }))
  const { user } = await openPage(
    { ...fake(listInstanceRuns, INSTANCE, runsOf(...runs)), ...logs[0], ...logs[1] },
    '?tab=logs',
  )
  await screen.findByRole('tab', { name: /^pipeline.log/ })
  screen.getByRole('tab', { name: /^process.log/ })
  expect(screen.getByRole('link', { name: 'Open line-3-12' })).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Run' }), 'id-line-3-11')
  await screen.findByRole('link', { name: 'Open line-3-11' })
  expect(window.location.search).toContain('run=id-line-3-11')
})

test('says in the logs that there is no run, and tells each change in words in the history', {
  tags: ['long'],
}, async () => {
  const { user } = await openPage(
    fake(listAudit, {
      events: [
        {
          id: 1,
          at: '2026-11-20T10:00:00.000Z',
          actor_id: 'a1',
          actor_name: 'Mina Sol',
          address: '10.0.0.7',
          request_id: 'r1',
          action: 'instance.edit',
          object_kind: 'instance',
          object_id: INSTANCE.id,
          object_name: 'vision-line-3',
          workspace_id: 'id-poc',
          workspace_name: 'poc-ws',
          before: { modes: {}, description: null },
          after: { modes: { train: { on: false } }, description: 'Now said.' },
        },
      ],
      total: 1,
    }),
    '?tab=logs',
  )
  await screen.findByText('No run yet')
  await user.click(screen.getByRole('tab', { name: 'History' }))
  const history = within(await screen.findByRole('list', { name: 'History' }))
  await user.click(await history.findByText(/Train pipeline/))
  await history.findByText('Now said.')
  history.getByText('10.0.0.7')
  history.getByRole('button', { name: 'Copy request ID' })
  expect(await accessibilityFaults()).toEqual([])
})

test('disables the history, with the reason, for a person who may not read the audit log', {
  tags: ['long'],
}, async () => {
  const { server, user } = await openPage({}, '', MEMBER)
  const history = screen.getByRole('tab', {
    name: 'History',
    description: 'Only a manager of this workspace may do this.',
  })
  expect(history.getAttribute('aria-disabled')).toBe('true')
  await user.click(history)
  screen.getByRole('tab', { name: 'Logs' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(history)
  screen.getByRole('tab', { name: 'Logs', selected: true })
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Detail' }))
  expect(server.calls('GET /audit')).toEqual([])
  expect(await accessibilityFaults()).toEqual([])
})

test('says in place of the history that the person may not read the audit log', async () => {
  await openPage({}, '?tab=history', MEMBER)
  const panel = within(await screen.findByRole('tabpanel', { name: 'History' }))
  await panel.findByText(/^Only a manager of this workspace/)
})

test('says that an address names nothing', { tags: ['long'] }, async () => {
  openAt('/inferenceModel/instance/none')
  await screen.findByText('Nothing here.')
  expect(await accessibilityFaults()).toEqual([])
})
