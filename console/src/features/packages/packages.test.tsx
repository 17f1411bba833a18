import { pinPackages, readPackages } from '@podium/contract/calls/run-packages.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { readSolution } from '@podium/contract/calls/solutions.ts'
import { readEngine } from '@podium/contract/calls/system.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { ENGINE } from '../../testing/samples.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { stubLayout } from '../runs/testing/fake-runs.ts'
import { openRun } from '../runs/testing/open-run.ts'
import { REGISTERED, SOLUTION, VERSION } from '../runs/testing/sample-objects.ts'
import type { Packages } from './package-rows.ts'

beforeEach(() => {
  stubLayout()
})

type Package = Packages['packages'][number]

const one = (
  name: string,
  version: string,
  asked_by: string[] = [],
  part: Partial<Package> = {},
): Package => {
  return { name, version, asked_by, source: null, asked_in: [], index: null, size: 1024 * 1024, ...part }
}
const at = (line: number) => [`requirements.txt line ${line}`]

const LIST: Packages = {
  tool: 'uv 0.13.9',
  file: 'requirements.txt',
  python: '3.12.8',
  packages: [
    one('filelock', '3.17.0', ['torch'], { index: 'pypi.org' }),
    one('lines', '0.3', [], { source: 'git+https://git.example/lines@4b1f', asked_in: at(2) }),
    one('numpy', '2.2.2', ['scipy', 'torch', 'torchvision'], { index: 'packages.example', size: 4096 }),
    one('torch', '2.6.0', ['lines'], { asked_in: at(1) }),
  ],
  compared_with: { id: 'id-line-3-11', name: 'line-3-11' },
  differences: [
    { name: 'colorlog', before: '6.9.0', now: null },
    { name: 'filelock', before: null, now: '3.17.0' },
    { name: 'lines', before: '0.3', now: '0.3 from git+https://git.example/lines@4b1f' },
    { name: 'torch', before: '2.5.1', now: '2.6.0' },
  ],
  shared_by: { total: 1, runs: [{ id: 'id-line-3-12', name: 'line-3-12', fetched: null }] },
}

const openWith = (list: Packages, part: Partial<RunInfo> = {}, address = '?tab=packages') =>
  openRun(
    { package_count: list.packages.length, ...part },
    fake(readPackages, { id: 'id-line-3-12' }, list),
    address,
  )

const table = () => screen.findByRole('table', { name: 'Packages of the run' })
const rowsOf = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('lists the packages of a run, first those that differ from the run before', async () => {
  const { user } = await openWith(LIST)
  expect((await screen.findByRole('tab', { name: /^Packages/ })).textContent).toBe('Packages4')
  expect(await rowsOf()).toEqual([
    'Differs from line-3-11 4',
    'filelocknonenow3.17.0torchPyPI1.00 MB',
    'lines0.3, from elsewhererequirements.txt line 2git+https://git.example/lines@4b1f1.00 MB',
    'torch2.5.1now2.6.0requirements.txt line 1Package index1.00 MB',
    'colorlog6.9.0nowgone–––',
    'As in line-3-11 1',
    'numpy2.2.2scipy and 2 morepackages.example4.00 k',
  ])
  screen.getByText('4 packages, 1 gone')
  screen.getByText('2 asked for, 2 came with them')
  expect(await accessibilityFaults()).toEqual([])
  await enterText(user, screen.getByRole('searchbox', { name: 'Search packages' }), 'scipy')
  expect(await rowsOf()).toEqual(['As in line-3-11 1', 'numpy2.2.2scipy and 2 morepackages.example4.00 k'])
  await enterText(user, screen.getByRole('searchbox', { name: 'Search packages' }), 'nothing')
  screen.getByText('No package matches')
})

const searchOfAddress = () => Object.fromEntries(new URLSearchParams(window.location.search))

const names = async () =>
  within(await table())
    .getAllByRole('row')
    .flatMap((row) => within(row).queryAllByRole('cell')[0]?.textContent ?? [])

test('filters by differences, required packages and warnings, and keeps the filters in the address', async () => {
  const packages = [
    ...LIST.packages.slice(0, 3),
    one('torch', '2.6.0', ['lines'], { asked_in: at(1), warnings: [{ kind: 'archived', reason: null }] }),
  ]
  const { user } = await openWith({ ...LIST, packages })
  await user.click(await screen.findByRole('button', { name: 'Asked for 2' }))
  expect(await names()).toEqual(['lines', 'torcharchived'])
  await user.click(screen.getByRole('button', { name: 'Warnings 1' }))
  expect(await names()).toEqual(['torcharchived'])
  expect(screen.getByRole('button', { name: 'Warnings 1' }).getAttribute('aria-pressed')).toBe('true')
  expect(searchOfAddress()).toEqual({ tab: 'packages', only: 'asked,warnings' })
  await user.click(screen.getByRole('button', { name: 'Warnings 1' }))
  await user.click(screen.getByRole('button', { name: 'Asked for 2' }))
  expect(await names()).toHaveLength(5)
  screen.getByRole('button', { name: 'Differs 4' })
})

test('opens with the filters and the order of the address', async () => {
  const { user } = await openWith(LIST, {}, '?tab=packages&only=differs&sort=-name')
  expect(await names()).toEqual(['torch', 'lines', 'filelock', 'colorlog'])
  expect(screen.queryByRole('button', { name: /^Warnings/ })).toBeNull()
  await enterText(user, screen.getByRole('searchbox', { name: 'Search packages' }), 'numpy')
  await user.click(screen.getByRole('button', { name: 'Remove Filters' }))
  expect(await names()).toEqual(['numpy'])
})

test('sorts within the packages that differ and the others, by keyboard too', async () => {
  const { user } = await openWith({ ...LIST, compared_with: null, differences: [] })
  const size = await screen.findByRole('button', { name: 'Size' })
  size.focus()
  await user.keyboard('{Enter}')
  expect(await names()).toEqual(['numpy', 'filelock', 'lines', 'torch'])
  await user.keyboard('{Enter}')
  expect(await names()).toEqual(['filelock', 'lines', 'torch', 'numpy'])
  expect(searchOfAddress()).toEqual({ tab: 'packages', sort: '-size' })
  await user.click(screen.getByRole('button', { name: 'Package' }))
  expect(searchOfAddress()).toEqual({ tab: 'packages' })
})

test('warns of withdrawn and unmaintained packages, with the reasons', async () => {
  const packages = [
    one('lines', '0.3', ['torch', 'six'], { warnings: [{ kind: 'withdrawn', reason: 'Wrong results.' }] }),
    one('pynvml', '11.5', [], { asked_in: at(8), warnings: [{ kind: 'deprecated', reason: null }] }),
  ]
  await openWith({ ...LIST, packages, compared_with: null, differences: [] })
  const warnings = await screen.findAllByRole('listitem')
  expect(warnings.map(({ textContent }) => textContent).slice(-2)).toEqual([
    'lines 0.3 was withdrawn by its authors. torch and 1 more ask for it. The index says: Wrong results.',
    'pynvml 11.5 is deprecated: use another package. requirements.txt line 8 asks for it.',
  ])
  expect(await names()).toEqual(['lineswithdrawn', 'pynvmldeprecated'])
  expect(await accessibilityFaults()).toEqual([])
})

test('names the indexes that have not answered yet about warnings', async () => {
  const at = { index: 'packages.example', awaits_index: true }
  const packages = [one('lines', '0.3', [], at), one('six', '1.17', [], at), one('torch', '2.6.0')]
  await openWith({ ...LIST, packages, compared_with: null, differences: [] })
  await screen.findByText(
    'packages.example has not answered yet whether 2 packages were withdrawn or are deprecated, archived or quarantined. The next run with these packages asks again.',
  )
  expect(await accessibilityFaults()).toEqual([])
})

test.each([
  [{ packages: 3, bytes: 5 * 1024 * 1024, seconds: 47 }, '5.00 MB in 47 s 3 packages, 1 was here already'],
  [{ packages: 1, bytes: null, seconds: 2 }, '1 package in 2 s 3 were here already'],
  [{ packages: 0, bytes: 0, seconds: 3 }, 'Nothing 4 were here already'],
  [{ packages: 0, bytes: 0, seconds: 0 }, 'Nothing installed for an earlier run'],
])('says what was downloaded', async (fetched, expected) => {
  await openWith({ ...LIST, fetched, requires_python: '>=3.11' })
  const term = await screen.findByText('Fetched')
  expect(term.nextElementSibling?.textContent).toBe(expected)
  screen.getByText('the source asks for >=3.11')
})

const cellsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

test('names the files that were read, with the packages that each requires', async () => {
  const packages = [
    ...LIST.packages,
    one('six', '1.17', [], { asked_in: ['requirements.txt line 9', 'base.txt line 4'] }),
    one('tqdm', '4.67', [], { asked_in: ['pyproject.toml'] }),
  ]
  await openWith({ ...LIST, packages })
  expect(await cellsOf('What was read')).toEqual([
    ['requirements.txt', 'uv 0.13.9', '3 packages, lines 1 to 9'],
    ['base.txt', 'uv 0.13.9', '1 package, line 4'],
    ['pyproject.toml', 'uv 0.13.9', '1 package'],
  ])
  expect(screen.queryByRole('table', { name: 'Runs with these packages' })).toBeNull()
})

test('says that a lock file sets the versions', async () => {
  await openWith({ ...LIST, file: 'uv.lock', packages: [one('six', '1.17')] })
  expect(await cellsOf('What was read')).toEqual([['uv.lock', 'uv 0.13.9', 'the versions of all packages']])
})

test('names the runs that had the same packages, and which of them had them installed', async () => {
  const runs = [
    { id: 'id-line-3-14', name: 'line-3-14', fetched: { packages: 0, bytes: 0, seconds: 0 } },
    { id: 'id-line-3-12', name: 'line-3-12', fetched: { packages: 3, bytes: 5 * 1024 * 1024, seconds: 47 } },
  ]
  await openWith({ ...LIST, shared_by: { total: 1001, runs } })
  expect(await cellsOf('Runs with these packages')).toEqual([
    ['line-3-14', 'these 4, installed before'],
    ['line-3-12', 'these 4, installed for it: 5.00 MB in 47 s'],
  ])
  screen.getByText('shared by more than 1,000 runs')
  screen.getByRole('link', { name: 'line-3-14' })
  expect(await accessibilityFaults()).toEqual([])
})

test('copies the packages as a requirements file', async () => {
  const { user } = await openWith(LIST)
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(await screen.findByRole('button', { name: 'Copy as requirements.txt' }))
  expect(write).toHaveBeenCalledWith(
    'filelock==3.17.0\nlines @ git+https://git.example/lines@4b1f\nnumpy==2.2.2\ntorch==2.6.0\n',
  )
})

test('registers the next version with these packages when agreed, and opens it', async () => {
  const pinned = { ...REGISTERED, versions: [{ ...VERSION, version_num: 7 }] }
  const { server, user } = await openRun(
    { package_count: 4 },
    {
      ...fake(readPackages, { id: 'id-line-3-12' }, LIST),
      ...fake(readSolution, { id: 'id-vision' }, { ...SOLUTION, versions: [{ ...VERSION, version_num: 6 }] }),
      ...fake(pinPackages, { id: 'id-line-3-12' }, pinned),
    },
    '?tab=packages',
  )
  await user.click(await screen.findByRole('button', { name: 'Pin These' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('Register vision v 7?')
  dialog.getByText('It has the source of v 4, with a requirements.txt of 4 pinned lines.')
  dialog.getByText('What changed since, up to v 6, is not in it.')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Register' }))
  await screen.findByText('Registered vision v 7.')
  expect(server.calls('POST /streamhistories/id-line-3-12/packages/pin')).toHaveLength(1)
})

test('says why packages from an address with a password cannot be pinned', async () => {
  const packages = [one('shut', '1.0', [], { source: 'https://***@a.example/s.whl' })]
  await openWith({ ...LIST, packages })
  const button = await screen.findByRole('button', { name: /^Pin These/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('shows one list without groups if no earlier run has packages', async () => {
  await openWith({ ...LIST, compared_with: null, differences: [] })
  expect((await rowsOf())[0]).toMatch(/^filelock3\.17\.0/)
})

test('says that a repeated run had other packages, and links to them', async () => {
  const { user } = await openWith(LIST, { retry_of: 'id-line-3-11' }, '?tab=log')
  await screen.findByText(/^4 packages differ from/)
  await user.click(screen.getByRole('link', { name: 'Show packages' }))
  await table()
})

test('says nothing if a repeated run had the same packages', async () => {
  const { server } = await openWith({ ...LIST, differences: [] }, { retry_of: 'id-line-3-11' }, '?tab=log')
  await waitFor(() => expect(server.calls('GET /streamhistories/id-line-3-12/packages')).toHaveLength(1))
  expect(screen.queryByRole('link', { name: 'Show packages' })).toBeNull()
})

test('says that a run has no list of packages', async () => {
  const { user } = await openRun({})
  await user.click(await screen.findByRole('tab', { name: 'Packages' }))
  await screen.findByText('No list of packages')
})

test('has no tab for packages if the engine installs none and the run has no list', async () => {
  const { server } = await openRun({}, fake(readEngine, { ...ENGINE, engine: 'slurm', packages: false }))
  await waitFor(() => expect(server.calls('GET /engine')).not.toEqual([]))
  expect(screen.queryByRole('tab', { name: 'Packages' })).toBeNull()
})

test('says why the list of packages could not be read', async () => {
  await openRun(
    { package_count: 4 },
    fake(readPackages, { id: 'id-line-3-12' }, refused(500, 'It is broken.')),
    '?tab=packages',
  )
  await screen.findByText('The packages could not be read')
})
