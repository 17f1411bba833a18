import { readQuotas } from '@podium/contract/calls/quotas.ts'
import {
  applyRetention,
  editRetention,
  emptyTrash,
  listTrash,
  previewRetention,
  type RetainedRun,
  type Retention,
  readRetention,
  readStorage,
  restoreTrash,
  type TrashedRun,
} from '@podium/contract/calls/retention.ts'
import { listRunNames } from '@podium/contract/calls/run-list.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, callsOf, type FakeServer, fake, refused } from '../../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../../testing/open-console.tsx'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { NO_NAMES } from '../../runs/testing/sample-objects.ts'
import { quotas, recordCalled, serverWith } from '../../workspaces/testing/sample-workspaces.ts'

const MB = 1024 ** 2
const AS_OF = '2026-11-24T09:00:00.000Z'
const NO_BYTES = { solutions: 0, data_sets: 0, uploads: 0, artifacts: 0, logs: 0, trash: 0 }
const NOW = { ...NO_BYTES, solutions: MB, artifacts: 6 * MB, logs: 2 * MB, trash: MB }
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const told = (days: number) => dayAgo(days).replaceAll('-', '/')
const storage = {
  now: NOW,
  days: [
    { day: dayAgo(3), bytes: { ...NO_BYTES, artifacts: 4 * MB } },
    { day: dayAgo(1), bytes: { ...NO_BYTES, artifacts: 5 * MB } },
    // Measured this morning, before what is stored now.
    { day: dayAgo(0), bytes: { ...NO_BYTES, artifacts: 6 * MB } },
  ],
}
const none: Retention = {
  logs: null,
  artifacts: null,
  trash_days: 14,
  revision: 1,
  updated_by: '',
  updated_at: null,
  next_at: null,
}
const RULE = { last: 10, best: null, aliased: true, days: null }
const saved: Retention = {
  ...none,
  artifacts: RULE,
  revision: 2,
  updated_by: 'Mina',
  updated_at: AS_OF,
  next_at: '2026-11-24T10:00:00.000Z',
}
const going: RetainedRun = {
  run_id: 'r1',
  run_name: 'line-3-12',
  solution_name: 'labels',
  stream_name: 'line-3',
  model_name: '',
  ended_at: AS_OF,
  logs_bytes: 0,
  artifacts_bytes: 3 * MB,
}
const trashed: TrashedRun[] = ['line-3-1', 'line-3-2'].map((run_name, at) => ({
  ...going,
  run_id: `t${at}`,
  run_name,
  logs_bytes: MB,
  trashed_at: AS_OF,
  removed_at: '2026-12-08T09:00:00.000Z',
}))

const POC = { id: 'id-poc' }

function open(retention = saved, more: FakeServer = {}, role: 'MANAGER' | 'DEVELOPER' = 'MANAGER') {
  const person = personWith([workspaceCalled('poc', { role })], { role: 'DEVELOPER' })
  let now = retention
  serve({
    ...serverWith(recordCalled('poc', { role }), person),
    ...fake(readStorage, POC, storage),
    ...fake(listRunNames, { ...NO_NAMES, figures: [{ name: 'loss', runs: 4 }] }),
    ...fake(readRetention, POC, () => now),
    ...fake(editRetention, POC, ({ body }) => {
      now = { ...saved, ...(body as Partial<Retention>), revision: retention.revision + 1 }
      return now
    }),
    ...fake(previewRetention, POC, ({ body }) => {
      const isKept = body.artifacts === null
      return {
        runs: isKept ? [] : [going],
        total: isKept ? 0 : 31,
        logs_bytes: 0,
        artifacts_bytes: isKept ? 0 : 90 * MB,
        as_of: AS_OF,
        unmeasured: isKept ? 0 : 2,
      }
    }),
    ...fake(applyRetention, POC, { runs: 31, logs_bytes: 0, artifacts_bytes: 90 * MB }),
    ...fake(listTrash, POC, { trashed, total: 2, logs_bytes: 2 * MB, artifacts_bytes: 6 * MB, as_of: AS_OF }),
    ...fake(restoreTrash, POC, { done: 1, failed: [] }),
    ...fake(emptyTrash, POC, { done: 1, failed: [], bytes: 4 * MB }),
    ...more,
  })
  openConsole('/settings/workspace/detail/id-poc?tab=storage', person)
  return userEvent.setup()
}

test('shows storage by kind, now and by day, with the limit', async () => {
  const user = open(saved, fake(readQuotas, POC, { ...quotas, storage_gib: 250 }))
  const card = await screen.findByRole('region', { name: 'Storage by kind' })
  expect(card.textContent).toContain('10.00 MB')
  expect(await within(card).findByText('Limit: 0.5 of 250 GiB used')).toBeTruthy()
  expect(
    within(card)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['Solutions', 'Data sets', 'Uploads', 'Artifacts and models', 'Logs', 'Trash'])
  expect(
    within(card).getByRole('img', {
      name: `From ${told(3)} with 4.00 MB to ${told(0)} with 10.00 MB`,
    }),
  ).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
  await user.click(within(card).getByRole('button', { name: 'Show Storage by day as a table' }))
  const rows = within(within(card).getByRole('table', { name: 'Storage by day' })).getAllByRole('row')
  expect(rows[1]?.textContent).toContain(told(0))
  expect(rows[3]?.textContent).toContain('4.00 MB')
})

test('draws storage by day from the third day on', async () => {
  open(
    saved,
    fake(readStorage, POC, () => ({ ...storage, days: storage.days.slice(1) })),
  )
  expect(await screen.findByText('A daily chart appears after three days of data.')).toBeTruthy()
})

test('previews typed rules, saves them, and applies them as previewed', {
  tags: ['long'],
}, async () => {
  const user = open(none)
  const form = await screen.findByRole('form', { name: 'Rules' })
  const preview = screen.getByRole('region', { name: 'Preview' })
  expect(await within(preview).findByText('No rules set. Everything is kept.')).toBeTruthy()
  const keep = within(form).getByRole('group', { name: 'Keep artifacts and models' })
  await user.click(within(keep).getByRole('radio', { name: 'Keep only what the rules select' }))
  expect(await within(preview).findByText(/^The rules are not complete/)).toBeTruthy()
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  expect(await within(form).findByText('Fill in at least one rule, or choose Keep everything.')).toBeTruthy()
  await user.type(within(form).getByRole('textbox', { name: 'Newest runs of each stream' }), '10')
  await user.type(within(form).getByRole('textbox', { name: 'Best runs of each stream' }), '3')
  await user.type(within(form).getByRole('combobox', { name: 'Figure that tells the best' }), 'loss')
  expect(within(form).getByRole<HTMLSelectElement>('combobox', { name: 'The best has' }).value).toBe('lowest')
  await waitFor(() =>
    expect(bodiesOf(previewRetention).at(-1)).toEqual({
      logs: null,
      artifacts: {
        last: 10,
        best: { figure: 'loss', direction: 'lowest', count: 3 },
        aliased: false,
        days: null,
      },
    }),
  )
  expect(await within(preview).findByText('90.00 MB of artifacts')).toBeTruthy()
  expect(within(preview).getByText(/The files of 2 runs are not measured yet/)).toBeTruthy()
  // One request once typing pauses, not one per key.
  expect(bodiesOf(previewRetention).length).toBeLessThan(8)
  const apply = within(preview).getByRole('button', { name: 'Apply now' })
  expect(apply.getAttribute('aria-disabled')).toBe('true')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(
    'the newest 10 of each stream, the best 3 of each stream by the lowest loss',
  )
  await user.click(within(question).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/The rules are saved/)).toBeTruthy()
  expect(bodiesOf(editRetention)[0]).toMatchObject({ logs: null, trash_days: 14, revision: 1 })
  await waitFor(() => {
    const again = screen.getByRole('button', { name: 'Apply now' })
    expect(again.isSameNode(apply)).toBe(false)
    expect(again.getAttribute('aria-disabled')).toBeNull()
  })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
  await user.click(screen.getByRole('button', { name: 'Apply now' }))
  const move = await screen.findByRole('alertdialog', { name: 'Move the files of 31 runs to the trash?' })
  expect(move.textContent).toContain('90.00 MB of artifacts go to the trash.')
  await user.click(within(move).getByRole('button', { name: 'Apply now' }))
  expect(await screen.findByText('Files of 31 runs went to the trash: 90.00 MB of artifacts.')).toBeTruthy()
  expect(bodiesOf(applyRetention)[0]).toEqual({ as_of: AS_OF, revision: 2 })
})

test('says that another person saved first, and keeps what was typed', { tags: ['long'] }, async () => {
  const theirs = { ...saved, trash_days: 30, revision: 3 }
  const user = open(
    saved,
    fake(
      editRetention,
      POC,
      Response.json(
        { code: 'EDIT.STALE', detail: 'Ines saved other rules first.', current: theirs },
        { status: 409 },
      ),
    ),
  )
  const form = within(await screen.findByRole('form', { name: 'Rules' }))
  const last = form.getByRole<HTMLInputElement>('textbox', { name: 'Newest runs of each stream' })
  await user.clear(last)
  await user.type(last, '5')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Ines saved other rules first.')).toBeTruthy()
  expect(last.value).toBe('5')
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Days in trash' }).value).toBe('30')
})

test('does not apply rules unseen that another person saved since the form opened', {
  tags: ['long'],
}, async () => {
  let now = saved
  const user = open(saved, {
    ...fake(readRetention, POC, () => now),
    ...fake(applyRetention, POC, () =>
      Response.json(
        { code: 'EDIT.STALE', detail: 'Ines saved other rules first.', current: now },
        { status: 409 },
      ),
    ),
  })
  const table = await screen.findByRole('table', { name: 'Trash' })
  now = { ...saved, artifacts: { ...RULE, last: 1 }, revision: 3, updated_by: 'Ines' }
  await user.click(await within(table).findByRole('button', { name: /line-3-1/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
  expect(await screen.findByText(/by Ines/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Apply now' }))
  const move = await screen.findByRole('alertdialog', { name: 'Move the files of 31 runs to the trash?' })
  await user.click(within(move).getByRole('button', { name: 'Apply now' }))
  expect(await screen.findByText(/Ines saved other rules first/)).toBeTruthy()
  expect(bodiesOf(applyRetention)[0]).toEqual({ as_of: AS_OF, revision: 2 })
})

test('shows a refusal at its field', { tags: ['long'] }, async () => {
  const detail = [{ loc: ['body', 'artifacts', 'last'], msg: 'Keep at least 2.', type: 'value' }]
  const user = open(saved, fake(editRetention, POC, refused(422, detail)))
  const form = within(await screen.findByRole('form', { name: 'Rules' }))
  await user.type(form.getByRole('textbox', { name: 'Newest runs of each stream' }), '0')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Keep at least 2.')).toBeTruthy()
})

test('searches the trash on the server, restores one run, and removes several for good', async () => {
  const user = open()
  const table = await screen.findByRole('table', { name: 'Trash' })
  await within(table).findByText('line-3-1')
  await user.click(within(table).getByRole('button', { name: /line-3-1/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
  expect(await screen.findByText('line-3-1 restored.')).toBeTruthy()
  expect(bodiesOf(restoreTrash)[0]).toEqual({ ids: ['t0'] })
  for (const box of within(table).getAllByRole('checkbox').slice(1)) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Remove 2 now' }))
  const question = await screen.findByRole('alertdialog', { name: 'Remove the files of 2 runs?' })
  expect(question.textContent).toContain('This frees 8.00 MB and cannot be undone.')
  await user.click(within(question).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(bodiesOf(emptyTrash)[0]).toEqual({ ids: ['t0', 't1'], as_of: AS_OF }))
  await user.click(screen.getByRole('button', { name: 'Empty trash' }))
  const all = await screen.findByRole('alertdialog', { name: 'Remove the files of all 2 runs?' })
  await user.click(within(all).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(bodiesOf(emptyTrash)[1]).toEqual({ as_of: AS_OF }))
  await user.click(screen.getByRole('searchbox', { name: 'Search runs' }))
  await user.paste('line-3-2')
  await waitFor(() => expect(callsOf(listTrash).at(-1)?.query.q).toBe('line-3-2'))
  expect(window.location.search).toBe('?tab=storage&q=line-3-2')
  expect(screen.getByRole('button', { name: 'Restore all' }).getAttribute('aria-disabled')).toBe('true')
})

test('names what could not be restored', { tags: ['long'] }, async () => {
  const user = open(
    saved,
    fake(restoreTrash, POC, {
      done: 1,
      failed: [{ id: 't1', detail: 'It was removed in the meantime.' }],
    }),
  )
  const table = await screen.findByRole('table', { name: 'Trash' })
  await within(table).findByText('line-3-1')
  for (const box of within(table).getAllByRole('checkbox').slice(1)) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Restore 2' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText(/line-3-2: It was removed in the meantime./)).toBeTruthy()
})

test('shows the rules to a person who may not edit, with the reason on each button', {
  tags: ['long'],
}, async () => {
  const user = open(saved, {}, 'DEVELOPER')
  const form = within(await screen.findByRole('form', { name: 'Rules' }))
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Newest runs of each stream' }).value).toBe('10')
  expect(form.getByRole('textbox', { name: 'Days in trash' }).matches(':disabled')).toBe(true)
  for (const name of ['Save', 'Apply now', 'Restore all', 'Empty trash']) {
    const button = screen.getByRole('button', { name })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Only a manager of this workspace may do this.',
    )
    await user.unhover(button)
  }
  expect(await accessibilityFaults()).toEqual([])
})

test('says that the trash is empty, or that one part cannot be read', async () => {
  open(saved, {
    ...fake(listTrash, POC, { trashed: [], total: 0, logs_bytes: 0, artifacts_bytes: 0, as_of: AS_OF }),
    ...fake(previewRetention, POC, refused(500, 'The database did not answer.')),
  })
  expect(
    await screen.findByText('The trash is empty. Files removed by the rules stay here for 14 days.'),
  ).toBeTruthy()
  expect(await screen.findByText('The preview could not be read')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Storage by kind' })).toBeTruthy()
})
