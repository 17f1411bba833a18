import { keepPreferences, readPreferences } from '@podium/contract/calls/preferences.ts'
import {
  checkSolutionDeletion,
  deleteSolution,
  listSolutions,
  type Solution,
} from '@podium/contract/calls/solutions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { bodiesOf, fake, refused } from '../../testing/fake.ts'
import { PREFERENCES } from '../../testing/samples.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { consequences, run, solution, version } from './testing/sample.ts'
import { openInWorkspace, streamOfEvents } from './testing/solutions-fixture.ts'

const LONG = 'surface-defect-segmentation-multi-camera-line-07'
const two = [
  solution('penguins'),
  solution(LONG, {
    seq: 2,
    versions: [version(7, { pipelines: ['train'] })],
    updated_at: '2026-11-18T09:00:00.000Z',
    run_count: 1204,
    last_run_state: null,
    last_run_at: null,
    rating: { mean: 0, count: 0, own: null },
  }),
]
const listed = (solutions: Solution[]) => ({ solutions, total: solutions.length })
const table = () => screen.findByRole('table', { name: 'AI Solution' })

async function chooseFromMenu(user: ReturnType<typeof userEvent.setup>, row: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `More for ${row}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('shows number, newest version, pipelines and runs of every solution', async () => {
  openInWorkspace('/solution/list', fake(listSolutions, listed(two)))
  await screen.findByRole('link', { name: 'penguins' })
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1)
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  expect(cells.map((row) => row.slice(0, 4))).toEqual([
    ['penguins', '1', 'v 2', 'train, inference'],
    [LONG, '2', 'v 7', 'train'],
  ])
  for (const row of cells) expect(row[4]).toMatch(/^Mina Sol 2026\/11\/17/)
  expect(cells.map((row) => row.slice(6, 9))).toEqual([
    ['3', 'succeeded', '4.5 (2)4.5 of 5 stars from 2 members'],
    ['1,204', 'never run', '–'],
  ])
  expect(screen.getByRole('heading', { level: 1, name: 'AI Solution' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'penguins' }).getAttribute('href')).toBe(
    '/solution/solution-penguins?ws=id-poc',
  )
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('replaces the columns that do not fit on a phone with one line below the name', async () => {
  const phone = { matches: true, addEventListener: () => {}, removeEventListener: () => {} }
  const media = vi.spyOn(window, 'matchMedia').mockImplementation(() => phone as never)
  openInWorkspace('/solution', fake(listSolutions, listed(two)))
  const name = (await screen.findByRole('link', { name: 'penguins' })).closest('td')
  expect(name?.textContent).toBe('penguinsNo. 1 · train, inference · Mina Sol')
  media.mockRestore()
})

test('keeps page, sorting and search in the address, and has the server do them', async () => {
  const asked: string[] = []
  openInWorkspace(
    '/solution?page=2&sort=name&junk=1',
    fake(listSolutions, ({ query }) => {
      asked.push(`${query.page} ${query.sort} ${query.q ?? ''}`)
      return { solutions: two, total: 42 }
    }),
  )
  const user = userEvent.setup()
  expect(await screen.findByText(/21–40 of 42 solutions/)).toBeTruthy()
  expect(asked[0]).toBe('2 name ')
  await user.click(screen.getByRole('button', { name: 'Updated' }))
  await waitFor(() => expect(asked.at(-1)).toBe('1 updated_at '))
  await user.type(screen.getByRole('searchbox', { name: 'Search solutions' }), 'pen')
  await waitFor(() => expect(asked.at(-1)).toBe('1 updated_at pen'))
  expect(window.location.search).toContain('q=pen')
})

test('keeps filters in the address, has the server do them, and removes each with its chip', async () => {
  const asked: string[] = []
  openInWorkspace(
    '/solution?pipeline=train&state=junk',
    fake(listSolutions, ({ query }) => {
      asked.push([query.pipeline, query.state, query.mine].join(' '))
      return { solutions: query.mine ? [] : two, total: 2 }
    }),
  )
  const user = userEvent.setup()
  await screen.findByRole('link', { name: 'penguins' })
  expect(asked).toEqual(['train  '])
  await user.click(screen.getByRole('button', { name: 'Last run' }))
  await user.click(await screen.findByRole('menuitem', { name: 'training' }))
  await waitFor(() => expect(asked.at(-1)).toBe('train running '))
  await user.click(screen.getByRole('button', { name: 'Remove filter Pipeline' }))
  await waitFor(() => expect(asked.at(-1)).toBe(' running '))
  expect(window.location.search).toContain('state=running')
})

test('says that filters match nothing, and keeps the view when they are cleared', {
  tags: ['long'],
}, async () => {
  openInWorkspace(
    '/solution?view=thumbnails&mine=1',
    fake(listSolutions, ({ query }) =>
      query.mine ? { solutions: [], total: 0 } : { solutions: two, total: 2 },
    ),
  )
  expect(await screen.findByText('No solution matches the filters')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  expect(await screen.findByRole('list', { name: 'AI Solution' })).toBeTruthy()
  expect(window.location.search).toBe('?view=thumbnails')
})

test('shows on a thumbnail what a solution is for, without Markdown syntax', async () => {
  const marked = solution('penguins', { overview: '# With **gcr** before' })
  openInWorkspace('/solution?view=thumbnails', fake(listSolutions, listed([marked])))
  expect(await screen.findByText('With gcr before')).toBeTruthy()
})

test('shows the view that the person chose last, unless the address names another', async () => {
  const user = userEvent.setup()
  openInWorkspace('/solution', {
    ...fake(listSolutions, listed(two)),
    ...fake(readPreferences, { ...PREFERENCES, solution_view: 'thumbnails' }),
    ...fake(keepPreferences, PREFERENCES),
  })
  const pictures = await screen.findByRole('list', { name: 'AI Solution' })
  const first = within(pictures).getAllByRole('listitem')[0] as HTMLElement
  expect(within(first).getByRole('link', { name: 'penguins' }).getAttribute('href')).toBe(
    '/solution/solution-penguins?ws=id-poc',
  )
  expect(first.textContent).toContain('Tells three species apart.')
  expect(within(first).getByText('4.5 of 5 stars from 2 members')).toBeTruthy()
  expect(first.textContent).toContain('No. 1 · train, inference')
  expect(first.textContent).toContain('3 runs')
  expect(first.textContent).toMatch(/Mina Sol, 2026\/11\/17/)
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Best rated first')
  await waitFor(() => expect(window.location.search).toContain('sort=-rating'))
  await user.click(screen.getByRole('radio', { name: 'List' }))
  expect(await table()).toBeTruthy()
  expect(window.location.search).toContain('view=list')
  expect(bodiesOf(keepPreferences)).toEqual([{ solution_view: 'list' }])
})

test('says that a view cannot be kept, and still shows it', async () => {
  openInWorkspace('/solution', {
    ...fake(listSolutions, listed(two)),
    ...fake(keepPreferences, refused(500, 'Too busy.')),
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'Thumbnails' }))
  expect(await screen.findByRole('list', { name: 'AI Solution' })).toBeTruthy()
  expect(await screen.findByText('The view could not be saved for your next visit.')).toBeTruthy()
})

test('updates the state of the newest run, and reads a newer run', async () => {
  const [penguins = solution('penguins')] = two
  let page = [{ ...penguins, last_run_state: 'running' as const }] as Solution[]
  openInWorkspace(
    '/solution',
    fake(listSolutions, () => ({ solutions: page, total: 1 })),
  )
  const send = streamOfEvents()
  const rows = await table()
  await within(rows).findByText('training')
  const newest = run('line-1', { created_at: penguins.last_run_at ?? '' })
  send('run', { ...newest, state: 'failed', progress: null })
  expect(await within(rows).findByText('failed')).toBeTruthy()
  page = [{ ...penguins, last_run_state: 'queued', run_count: 4 } as never]
  send('run', {
    ...newest,
    id: 'run-2',
    created_at: '2026-11-18T09:15:00.000Z',
    state: 'queued',
    progress: null,
  })
  expect(await within(rows).findByText('queued')).toBeTruthy()
})

test('says how to begin in an empty workspace, and how to get back from a search without results', async () => {
  const user = userEvent.setup()
  openInWorkspace('/solution?q=nothing-like-it', fake(listSolutions, listed([])))
  expect(await screen.findByText('No solution matches “nothing-like-it”')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByText('No solutions yet')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('says why a list could not be read, and reads it again', async () => {
  let isBroken = true
  openInWorkspace(
    '/solution',
    fake(listSolutions, () =>
      isBroken ? refused(500, 'The database did not answer within 5 s.') : { solutions: two, total: 2 },
    ),
  )
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('The database did not answer within 5 s.')
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'penguins' })).toBeTruthy()
})

test('says why a list could not be read in the view with thumbnails too', async () => {
  openInWorkspace('/solution', {
    ...fake(listSolutions, refused(500, 'The database did not answer within 5 s.')),
    ...fake(readPreferences, { ...PREFERENCES, solution_view: 'thumbnails' }),
  })
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('The database did not answer within 5 s.')
})

test('says what a deletion removes, asks, and says that it is done', async () => {
  const user = userEvent.setup()
  let left = two
  const made = openInWorkspace('/solution', {
    ...fake(listSolutions, () => ({ solutions: left, total: left.length })),
    ...fake(checkSolutionDeletion, { id: 'solution-penguins' }, consequences()),
    ...fake(deleteSolution, { id: 'solution-penguins' }, () => {
      left = two.slice(1)
      return { id: 'solution-penguins' }
    }),
  })
  await chooseFromMenu(user, 'penguins', 'Delete')
  const question = await screen.findByRole('alertdialog', { name: 'Delete selected item(s)?' })
  expect(question.textContent).toContain(
    'Deleting penguins also deletes 2 versions, 1 instance, 2 streams and 3 runs, their logs, artifacts and models (20.00 k).',
  )
  expect(question.textContent).toContain('Instancesline-instanceStreamsline-1 and line-2')
  expect(await accessibilityFaults(question)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  const done = await screen.findByRole('alertdialog', { name: 'Deleted Successfully!' })
  await user.click(within(done).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'penguins' })).toBeNull())
  expect(made).toContain('DELETE /solutions/solution-penguins')
})

test.each([
  ['before it was asked', 404, 200],
  ['while it was asked', 200, 404],
])(
  'says that a solution is gone that another person deleted %s, and removes its row',
  async (_, check, gone) => {
    const user = userEvent.setup()
    let left = two
    const answer = <T,>(status: number, body: T) => {
      if (status === 200) return body
      left = two.slice(1)
      return refused(404, 'There is nothing here that you may see.')
    }
    openInWorkspace('/solution', {
      ...fake(listSolutions, () => ({ solutions: left, total: left.length })),
      ...fake(checkSolutionDeletion, { id: 'solution-penguins' }, () => answer(check, consequences())),
      ...fake(deleteSolution, { id: 'solution-penguins' }, () => answer(gone, { id: 'solution-penguins' })),
    })
    await chooseFromMenu(user, 'penguins', 'Delete')
    if (check === 200) await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const sentence = 'penguins was deleted in the meantime.'
    const alert = await screen.findByRole('alertdialog', { name: sentence })
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'penguins' })).toBeNull())
  },
)

test('says why a deletion is refused, and removes nothing', { tags: ['long'] }, async () => {
  const user = userEvent.setup()
  openInWorkspace('/solution', {
    ...fake(listSolutions, listed(two)),
    ...fake(checkSolutionDeletion, { id: 'solution-penguins' }, consequences()),
    ...fake(
      deleteSolution,
      { id: 'solution-penguins' },
      refused(409, '1 run has not ended yet. Stop it first.'),
    ),
  })
  await chooseFromMenu(user, 'penguins', 'Delete')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const alert = await screen.findByRole('alertdialog', { name: 'Failed to delete.' })
  expect(alert.textContent).toContain('1 run has not ended yet. Stop it first.')
})

test('disables a deletion that is impossible now, and says why', async () => {
  const user = userEvent.setup()
  const live = '1 run has not ended yet. Stop it first.'
  const made = openInWorkspace('/solution', {
    ...fake(listSolutions, listed(two)),
    ...fake(
      checkSolutionDeletion,
      { id: 'solution-penguins' },
      consequences({ deletable: false, reasons: [live] }),
    ),
  })
  await chooseFromMenu(user, 'penguins', 'Delete')
  const question = await screen.findByRole('alertdialog', { name: 'Delete selected item(s)?' })
  await user.click(within(question).getByRole('button', { name: 'Delete', description: live }))
  expect(made).not.toContain('DELETE /solutions/solution-penguins')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('lets a member delete what they made, and says why nothing else', async () => {
  const user = userEvent.setup()
  openInWorkspace(
    '/solution',
    fake(listSolutions, listed([solution('mine'), solution('theirs', { created_by: 'Jonas' })])),
    { role: 'DEVELOPER', workspaceRole: 'MEMBER' },
  )
  await user.click(await screen.findByRole('button', { name: 'More for theirs' }))
  const barred = await screen.findByRole('menuitem', { name: 'Delete' })
  expect(barred.getAttribute('aria-disabled')).toBe('true')
  expect(barred.textContent).toContain('Only a manager of this workspace, or the person who created it')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'More for mine' }))
  await waitFor(() =>
    expect(screen.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).not.toBe('true'),
  )
})
