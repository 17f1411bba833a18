// @module-tag python
// @module-tag pip
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { PYTHON_DEFAULTS } from '../../python-settings.ts'
import { archiveOf } from '../../testing/archives.ts'
import { commandLinesWith } from '../../testing/command-lines.ts'
import { type LocalHome, openLocalHome } from '../../testing/local-home.ts'
import { memoryObjects } from '../../testing/memory-objects.ts'
import { plainSpec } from '../../testing/plain-spec.ts'
import { type PythonIndex, startPythonIndex, wheelOf } from '../../testing/python-index.ts'
import { endOf, runToEnd, textOfLog, waitFor } from '../../testing/watching.ts'
import { probeHost } from '../host.ts'

const PROGRAM = `
import importlib.util, os
print(os.path.exists(importlib.util.find_spec('podium_two').cached))
import podium_two, podium_extra, podium_own
print(podium_two.answer, podium_extra.answer, podium_own.answer)`

let folder: string
let index: PythonIndex
let extra: PythonIndex
let local: LocalHome
beforeEach(async () => {
  // A sandbox hides /tmp.
  folder = await mkdtemp('/var/tmp/podium-uv-')
  await copyFile(new URL('../../testing/uv.py', import.meta.url), join(folder, 'uv'))
  const [name, wheel] = wheelOf('podium_own', '1.0', 'answer = 6\n')
  await writeFile(join(folder, name), wheel)
  for (const path of [folder, join(folder, 'uv')]) await chmod(path, 0o755)
  index = await startPythonIndex(
    Object.fromEntries([
      wheelOf('podium_one', '1.0', 'answer = 41\n'),
      wheelOf('podium_two', '1.0', 'answer = 2\n', ['podium-one']),
    ]),
  )
  extra = await startPythonIndex(Object.fromEntries([wheelOf('podium_extra', '1.0', 'answer = 5\n')]))
  const content = 'podium-two\npodium-extra\npodium-own\n'
  const source = await archiveOf([{ name: 'requirements.txt', content }])
  local = await openLocalHome(memoryObjects({ 'source.tar.gz': source }), {
    probe: async (home) => {
      const host = await probeHost(home)
      return { ...host, path: `${folder}:${host.path}` }
    },
    packages: {
      ...PYTHON_DEFAULTS,
      index_url: withPassword(index.url),
      extra_index_url: withPassword(extra.url),
      find_links: folder,
    },
  })
  return async () => {
    index.release()
    await local.close()
    await index.close()
    await extra.close()
    await rm(folder, { recursive: true })
  }
})

function withPassword(url: string): string {
  return url.replace('://', '://reader:pass-of-index@')
}

test('installs with uv from each kind of index, whose addresses are on no command line', async () => {
  const spec = plainSpec({
    source: { bucket: 'b', path: 'source.tar.gz', archive: true },
    granted: { cpu: 2, memory_mib: 512, gpu: 0 },
    command: ['python', '-c', PROGRAM],
  })
  index.hold('podium_two-1.0-py3-none-any.whl')
  await local.engine.submit(spec)
  await waitFor('the download', async () => (index.fetched.length > 0 ? true : null))
  expect(await commandLinesWith('--compile-bytecode')).not.toEqual([])
  expect(await commandLinesWith('pass-of-index')).toEqual([])
  index.release()
  expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'succeeded' })
  const log = await textOfLog(local.engine, spec, 'process')
  expect(log).toMatch(/\nBy uv, for Python 3\./)
  expect(log).toMatch(/\nInstalled 4 packages in \d+ s\.\nTrue\n2 5 6\n$/)
  expect(log).not.toMatch(/pass-of-index|warning:/)
  const fetched = index.fetched.length
  const next = { ...spec, run: 'next' }
  await runToEnd(local.engine, next)
  expect(await textOfLog(local.engine, next, 'process')).toBe('True\n2 5 6\n')
  expect(index.fetched).toHaveLength(fetched)
})
