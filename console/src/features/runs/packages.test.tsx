import type { RunInfo } from '@podium/contract/runs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import type { Packages } from './packages/package-rows.ts'
import { Refusal, stubLayout } from './testing/fake-runs.ts'
import { openRun } from './testing/open-run.ts'
import { SOLUTION, VERSION } from './testing/sample-objects.ts'

beforeEach(() => {
  stubLayout()
})

const one = (name: string, version: string, asked_by: string[] = [], source: string | null = null) => {
  return { name, version, asked_by, source, size: 1024 * 1024 }
}

const LIST: Packages = {
  tool: 'uv 0.13.9',
  file: 'requirements.txt',
  python: '3.12.8',
  packages: [
    one('filelock', '3.17.0', ['torch']),
    one('lines', '0.3', [], 'git+https://git.example/lines@4b1f'),
    one('numpy', '2.2.2', ['scipy', 'torch', 'torchvision']),
    one('torch', '2.6.0'),
  ],
  compared_with: { id: 'id-line-3-11', name: 'line-3-11' },
  differences: [
    { name: 'colorlog', before: '6.9.0', now: null },
    { name: 'filelock', before: null, now: '3.17.0' },
    { name: 'lines', before: '0.3', now: '0.3 from git+https://git.example/lines@4b1f' },
    { name: 'torch', before: '2.5.1', now: '2.6.0' },
  ],
}

const openWith = (list: Packages, part: Partial<RunInfo> = {}, address = '?tab=packages') =>
  openRun(
    { package_count: list.packages.length, ...part },
    { 'GET /streamhistories/id-line-3-12/packages': () => list },
    address,
  )

const table = () => screen.findByRole('table', { name: 'Packages of the run' })
const rowsOf = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('lists the packages of a run, those that differ from the run before first', async () => {
  const { user } = await openWith(LIST)
  expect((await screen.findByRole('tab', { name: /^Packages/ })).textContent).toBe('Packages4')
  expect(await rowsOf()).toEqual([
    'Differs from line-3-11 4',
    'filelocknonenow3.17.0torchPackage index1.00 MB',
    'lines0.3, from elsewhererequirements.txtgit+https://git.example/lines@4b1f1.00 MB',
    'torch2.5.1now2.6.0requirements.txtPackage index1.00 MB',
    'colorlog6.9.0nowgone–––',
    'As in line-3-11 1',
    'numpy2.2.2scipy and 2 morePackage index1.00 MB',
  ])
  screen.getByText('4 packages, 1 gone')
  screen.getByText('2 asked for, 2 came with them')
  expect(await accessibilityFaults()).toEqual([])
  await enterText(user, screen.getByRole('searchbox', { name: 'Search packages' }), 'scipy')
  expect(await rowsOf()).toEqual(['As in line-3-11 1', 'numpy2.2.2scipy and 2 morePackage index1.00 MB'])
  await enterText(user, screen.getByRole('searchbox', { name: 'Search packages' }), 'nothing')
  screen.getByText('No package matches')
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
  const pinned = { id: 'id-vision', name: 'vision', versions: [{ version_num: 7 }], warnings: [] }
  const { server, user } = await openRun(
    { package_count: 4 },
    {
      'GET /streamhistories/id-line-3-12/packages': () => LIST,
      'GET /solutions/id-vision': () => ({ ...SOLUTION, versions: [{ ...VERSION, version_num: 6 }] }),
      'POST /streamhistories/id-line-3-12/packages/pin': () => pinned,
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
  const packages = [one('shut', '1.0', [], 'https://***@a.example/s.whl')]
  await openWith({ ...LIST, packages })
  const button = await screen.findByRole('button', { name: /^Pin These/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('shows one list without groups where no earlier run has packages', async () => {
  await openWith({ ...LIST, compared_with: null, differences: [] })
  expect((await rowsOf())[0]).toMatch(/^filelock3\.17\.0/)
})

test('says that a repeated run had other packages, and leads to them', async () => {
  const { user } = await openWith(LIST, { retry_of: 'id-line-3-11' }, '?tab=log')
  await screen.findByText(/^4 packages differ from/)
  await user.click(screen.getByRole('link', { name: 'Show packages' }))
  await table()
})

test('says nothing of a repeated run that had the same packages', async () => {
  const { server } = await openWith({ ...LIST, differences: [] }, { retry_of: 'id-line-3-11' }, '?tab=log')
  await waitFor(() => expect(server.calls('GET /streamhistories/id-line-3-12/packages')).toHaveLength(1))
  expect(screen.queryByRole('link', { name: 'Show packages' })).toBeNull()
})

test('says that a run has no list of packages', async () => {
  const { user } = await openRun({})
  await user.click(await screen.findByRole('tab', { name: 'Packages' }))
  await screen.findByText('No list of packages')
})

test('has no tab for packages where the engine installs none and the run has no list', async () => {
  const { server } = await openRun({}, { 'GET /engine': () => ({ engine: 'slurm', packages: false }) })
  await waitFor(() => expect(server.calls('GET /engine')).not.toEqual([]))
  expect(screen.queryByRole('tab', { name: 'Packages' })).toBeNull()
})

test('says why the list of packages could not be read', async () => {
  await openRun(
    { package_count: 4 },
    { 'GET /streamhistories/id-line-3-12/packages': () => new Refusal(500, 'It is broken.') },
    '?tab=packages',
  )
  await screen.findByText('The packages could not be read')
})
