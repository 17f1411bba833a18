import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { PYTHON_DEFAULTS } from '../python-settings.ts'
import { hiddenPaths } from './hidden-paths.ts'

test('names package folders that only a sandbox hides', () => {
  const folder = mkdtempSync(join(tmpdir(), 'podium-wheels-'))
  const home = mkdtempSync('/var/tmp/podium-home-')
  const link = join(home, 'link')
  symlinkSync(folder, link)
  onTestFinished(() => {
    for (const path of [folder, home]) rmSync(path, { recursive: true })
  })
  const places = `/usr https://packages.example.org ${folder} ${link} ${home}`
  const settings = { ...PYTHON_DEFAULTS, find_links: places, index_url: pathToFileURL(folder).href }
  const hidden = [home]
  const sandbox = { program: 'bwrap', sizesFolders: true }
  expect(hiddenPaths(settings, { sandbox, hidden })).toEqual(
    [
      ['PODIUM_PYTHON_INDEX_URL', folder],
      ...[folder, link, home].map((path) => ['PODIUM_PYTHON_FIND_LINKS', path]),
    ].map(([name, path]) => `${name}: runs in the sandbox cannot see ${path}: move it, to /srv for example.`),
  )
  expect(hiddenPaths(settings, { sandbox: null, hidden })).toEqual([])
})
