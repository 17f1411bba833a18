import { listInstances } from '@podium/contract/calls/instances.ts'
import { listSolutionRuns, listSolutionStreams } from '@podium/contract/calls/runs.ts'
import {
  checkVersionDeletion,
  deleteVersion,
  rateSolution,
  readSolution,
  readVersion,
} from '@podium/contract/calls/solutions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { bodiesOf, type FakeServer, fake, refused } from '../../testing/fake.ts'

import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { consequences, instance, metadata, run, solution, stream, versionDetail } from './testing/sample.ts'
import { openInWorkspace, streamOfEvents } from './testing/solutions-fixture.ts'

const AT = '/solution/solution-penguins'
const LINE_1 = run('line-1')

function server(part: FakeServer = {}): FakeServer {
  return {
    ...fake(readSolution, { id: 'solution-penguins' }, solution('penguins')),
    ...fake(readVersion, { id: 'solution-penguins', n: 2 }, versionDetail(2)),
    ...fake(
      readVersion,
      { id: 'solution-penguins', n: 1 },
      versionDetail(1, {
        metadata_json: { ...metadata, description: { overview: 'The first words.' } },
        created_by: 'Jonas',
      }),
    ),
    ...fake(
      listSolutionStreams,
      { id: 'solution-penguins' },
      {
        streams: [stream('line')],
        total: 1,
        solution_version_streams: [],
      },
    ),
    ...fake(
      listSolutionRuns,
      { id: 'solution-penguins' },
      {
        stream_histories: [LINE_1],
        total: 1,
        solution_version_streams: [],
      },
    ),
    ...fake(listInstances, { instances: [instance('line-instance')], total: 1 }),
    ...part,
  }
}

const table = (name: string) => screen.findByRole('table', { name })

test('shows the newest version: facts, description, streams, runs and parameters', async () => {
  openInWorkspace(AT, server())
  expect(await screen.findByRole('heading', { level: 1, name: 'penguins' })).toBeTruthy()
  expect(screen.getByText('Tells three species apart.', { selector: 'p[class*=lead]' })).toBeTruthy()
  const tabs = (await screen.findAllByRole('tab')).map((tab) => tab.textContent)
  expect(tabs).toEqual(['Overview', 'Problem', 'Key Feature', 'History', 'Contact'])
  const parameters = within(await table('Parameters')).getAllByRole('row')
  expect(
    within(parameters[1] as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['epochsPasses over the data', 'train', 'int', '30', '1 to 2,000'])
  const streams = await table('Streams')
  expect(
    within(streams).getByRole('img', { name: 'Last 3 runs: 1 succeeded, 1 failed, 1 training' }),
  ).toBeTruthy()
  expect(within(streams).getByText('v 2.1')).toBeTruthy()
  expect(within(await table('Recent runs')).getByText('training')).toBeTruthy()
  expect(document.title).toBe('penguins · Podium')
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('names keys and files without effect, with what to do instead', {
  tags: ['long'],
}, async () => {
  openInWorkspace(
    AT,
    server(
      fake(
        readVersion,
        { id: 'solution-penguins', n: 2 },
        versionDetail(2, {
          metadata_json: { ...metadata, env: { A: '1' } },
          tool_files: ['Dockerfile', 'requirements.txt'],
        }),
      ),
    ),
  )
  const file = await screen.findByText(/^Podium does not use Dockerfile: runs are processes/)
  const named = [...(file.closest('ul')?.children ?? [])].map(({ textContent }) => textContent)
  expect(named).toEqual([
    expect.stringMatching(/^env has no effect here: set variables and secrets/),
    file.textContent,
  ])
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('shows the instances and the people who use the solution', async () => {
  openInWorkspace(AT, server())
  const link = await within(await table('Instances')).findByRole('link', { name: 'line-instance' })
  const row = link.closest('tr')
  expect(row?.textContent).toMatch(/^line-instancedecoupledv 2idleJonas1$/)
  const people = await screen.findByRole('region', { name: 'Used by' })
  await within(people).findByText('Mina Sol')
  expect(
    within(people)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Jonas1 instance', 'Mina Sol1 stream'])
})

test('shows new stars at once in place of the old ones, and takes them back when the server refuses', async () => {
  const user = userEvent.setup()
  const rated = { mean: 4.7, count: 3, own: 5 }
  let answer: typeof rated | Response = rated
  openInWorkspace(
    AT,
    server({
      ...fake(readSolution, { id: 'solution-penguins' }, () =>
        solution('penguins', bodiesOf(rateSolution).length === 0 ? {} : { rating: rated }),
      ),
      ...fake(rateSolution, { id: 'solution-penguins' }, () => answer),
    }),
  )
  const card = await screen.findByRole('region', { name: 'Rating' })
  expect(within(card).getByText('4.5 of 5 stars from 2 members')).toBeTruthy()
  expect(within(card).getByRole('status').textContent).toBe('')
  await user.click(within(card).getByRole('button', { name: '5 stars' }))
  expect(await within(card).findByText('4.7 of 5 stars from 3 members')).toBeTruthy()
  expect(within(card).getByRole('status').textContent).toBe('You gave 5 of 5.')
  answer = refused(500, 'Too busy.')
  await user.click(within(card).getByRole('button', { name: '1 star' }))
  const alert = await screen.findByRole('alertdialog', { name: 'Saved Failed.' })
  expect(alert.textContent).toContain('Too busy.')
  expect(within(card).getByText('4.7 of 5 stars from 3 members')).toBeTruthy()
  expect(bodiesOf(rateSolution)).toEqual([{ stars: 5 }, { stars: 1 }])
})

test('puts the primary action first on a phone, and the rating before the uses', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  const phone = { matches: true, addEventListener: () => {}, removeEventListener: () => {} }
  const media = vi.spyOn(window, 'matchMedia').mockImplementation(() => phone as never)
  openInWorkspace(AT, server())
  const streams = await table('Streams')
  const rating = screen.getByRole('region', { name: 'Rating' })
  expect(rating.compareDocumentPosition(streams)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const header = screen.getByRole('heading', { level: 1 }).closest('[class*=header]') as HTMLElement
  const buttons = within(header).getAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'New Run',
    'Edit',
    'More actions',
  ])
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Register New Version' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  media.mockRestore()
})

test('leads to the comparison of two versions', async () => {
  openInWorkspace(`${AT}?version=1`, server())
  const link = await screen.findByRole('link', { name: 'Compare' })
  expect(link.getAttribute('href')).toBe('/solution/solution-penguins/edit?ws=id-poc&tab=changes&from=1&to=2')
  expect(screen.getByRole('button', { name: 'Edit v 2' })).toBeTruthy()
})

test('keeps the tab in the address, renders its Markdown, and shows markup as text', async () => {
  const user = userEvent.setup()
  openInWorkspace(`${AT}?tab=problem`, server())
  const panel = await screen.findByRole('tabpanel', { name: 'Problem' })
  expect((await within(panel).findByText('single')).tagName).toBe('STRONG')
  await user.click(screen.getByRole('tab', { name: 'History' }))
  await waitFor(() => expect(window.location.search).toContain('tab=history'))
  expect(screen.getByRole('tabpanel').textContent).toBe('<script>alert(1)</script>')
  expect(document.querySelector('main script')).toBeNull()
})

test('opens the first part if the address names one without a text', async () => {
  openInWorkspace(`${AT}?tab=data`, server())
  await screen.findByRole('tabpanel', { name: 'Overview' })
})

test('makes every address in Contact a link', async () => {
  openInWorkspace(`${AT}?tab=contact`, server())
  const panel = await screen.findByRole('tabpanel', { name: 'Contact' })
  const mail = await within(panel).findByRole('link', { name: 'mina@podium.test' })
  expect(mail.getAttribute('href')).toBe('mailto:mina@podium.test')
  const page = within(panel).getByRole('link', { name: 'https://example.test/penguins' })
  expect(page.getAttribute('rel')).toBe('noopener noreferrer')
  expect(await accessibilityFaults(panel)).toEqual([])
})

test('puts the chosen version into the address and shows its texts', async () => {
  const user = userEvent.setup()
  openInWorkspace(AT, server())
  await user.click(await screen.findByRole('link', { name: /^v 1/ }))
  expect(await screen.findByText('The first words.', { selector: '[role=tabpanel] *' })).toBeTruthy()
  expect(window.location.search).toContain('version=1')
  const note = screen.getByText(/^This is v 1; the newest is/)
  expect(note.textContent?.trim()).toBe('This is v 1; the newest is v 2.')
  expect(within(note).getByRole('link', { name: 'v 2' })).toBeTruthy()
  expect(screen.getByText('The first words.', { selector: 'p[class*=lead]' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).parentElement?.textContent).toBe('penguinsv 1')
  expect(screen.getByRole('button', { name: 'Edit v 2' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^v 1/ }).getAttribute('aria-current')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^v 2./ }).getAttribute('aria-current')).toBeNull()
})

test('shows the newest version if the address names none', async () => {
  openInWorkspace(`${AT}?version=7`, server())
  const heading = await screen.findByRole('heading', { level: 1, name: 'penguins' })
  expect(heading.parentElement?.textContent).toBe('penguinsv 2')
})

test('says that a version is gone, without a retry', async () => {
  openInWorkspace(
    `${AT}?version=1`,
    server(fake(readVersion, { id: 'solution-penguins', n: 1 }, refused(404, 'Nothing here.'))),
  )
  expect(await screen.findByText('v 1 no longer exists.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('starts with the title, and opens the first tab with a text', async () => {
  const description = { title: 'Which penguin is it?', problem: 'Three species look alike.' }
  openInWorkspace(
    AT,
    server(
      fake(
        readVersion,
        { id: 'solution-penguins', n: 2 },
        versionDetail(2, { metadata_json: { ...metadata, description } }),
      ),
    ),
  )
  expect(await screen.findByText('Which penguin is it?', { selector: 'p[class*=lead]' })).toBeTruthy()
  const panel = await screen.findByRole('tabpanel', { name: 'Problem' })
  expect(await within(panel).findByText('Three species look alike.')).toBeTruthy()
})

test('updates the states of runs, and shows new ones', async () => {
  let runs = [LINE_1]
  openInWorkspace(
    AT,
    server(
      fake(listSolutionRuns, { id: 'solution-penguins' }, () => ({
        stream_histories: runs,
        total: runs.length,
        solution_version_streams: [],
      })),
    ),
  )
  const send = streamOfEvents()
  const table_ = await table('Recent runs')
  await within(table_).findByText('training')
  runs = [{ ...LINE_1, state: 'succeeded', model_version: '2.1' }]
  send('run', { ...runs[0], progress: null })
  expect(await within(table_).findByText('succeeded')).toBeTruthy()
  runs = [run('line-2', { state: 'queued' }), ...runs]
  send('run', { ...runs[0], progress: null })
  expect(await within(table_).findByRole('link', { name: 'line-2' })).toBeTruthy()
})

test('says that one part failed, and tries it again alone', { tags: ['long'] }, async () => {
  let isBroken = true
  openInWorkspace(
    AT,
    server(
      fake(listSolutionStreams, { id: 'solution-penguins' }, () =>
        isBroken
          ? refused(500, 'Too busy.')
          : { streams: [stream('line')], total: 1, solution_version_streams: [] },
      ),
    ),
  )
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('The streams could not be readToo busy.')
  expect(await table('Recent runs')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  isBroken = false
  await userEvent.click(within(failure).getByRole('button', { name: 'Retry' }))
  expect(await within(await table('Streams')).findByRole('link', { name: 'line' })).toBeTruthy()
})

test('says why a solution cannot be shown', async () => {
  openInWorkspace('/solution/gone', server())
  expect(await screen.findByText('There is nothing here that you may see.')).toBeTruthy()
})

test('counts what uses a version before its deletion, and does not delete the only one alone', async () => {
  const user = userEvent.setup()
  let isLast = false
  const versions = solution('penguins').versions
  const made = openInWorkspace(
    AT,
    server({
      ...fake(readSolution, { id: 'solution-penguins' }, () =>
        isLast
          ? solution('penguins', { versions: versions.slice(1), version_count: 1 })
          : solution('penguins'),
      ),
      ...fake(checkVersionDeletion, { id: 'version-2' }, () =>
        consequences({ contains: { ...consequences().contains, versions: 0 } }),
      ),
      ...fake(deleteVersion, { id: 'version-2' }, () => {
        isLast = true
        return { id: 'version-2' }
      }),
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete v 2' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(
    'Deleting penguins v 2 also deletes 1 instance, 2 streams and 3 runs, their logs, artifacts and models (20.00 k).',
  )
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  expect(made).toContain('DELETE /solutions/version-2/version')
  await waitFor(() => expect(screen.queryByRole('link', { name: /^v 2/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  const barred = await screen.findByRole('menuitem', { name: 'Delete v 1' })
  expect(barred.textContent).toContain('This is the only version of the solution.')
})

test('names in the menu who built on a solution and its version', async () => {
  const user = userEvent.setup()
  openInWorkspace(AT, server(), { role: 'DEVELOPER', workspaceRole: 'MEMBER' })
  await screen.findByRole('region', { name: 'Used by' })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  for (const name of ['Delete solution', 'Delete v 2']) {
    const barred = await screen.findByRole('menuitem', { name })
    expect(barred.getAttribute('aria-disabled')).toBe('true')
    expect(barred.textContent).toContain('Jonas added to it: only a manager of this workspace may delete it.')
  }
})

test('lets authors delete a version that nobody else built on', async () => {
  const user = userEvent.setup()
  const made = instance('line-instance', { solution_version_id: 'version-1', version_num: 1 })
  openInWorkspace(AT, server(fake(listInstances, { instances: [made], total: 1 })), {
    role: 'DEVELOPER',
    workspaceRole: 'MEMBER',
  })
  await screen.findByRole('region', { name: 'Used by' })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  const own = await screen.findByRole('menuitem', { name: 'Delete v 2' })
  expect(own.getAttribute('aria-disabled')).not.toBe('true')
  const barred = screen.getByRole('menuitem', { name: 'Delete solution' })
  expect(barred.textContent).toContain('Jonas added to it')
})
