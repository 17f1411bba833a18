// @module-tag python
// @module-tag pip
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { SYSTEM_PATH } from '../../attempt/environment.ts'
import type { RunSpec } from '../../engine.ts'
import type { PythonSettings } from '../../python-settings.ts'
import { archiveOf } from '../../testing/archives.ts'
import { useInstalling } from '../../testing/installing.ts'
import type { LocalHome } from '../../testing/local-home.ts'
import { wheelOf } from '../../testing/python-index.ts'
import { quickUv } from '../../testing/quick-uv.ts'
import { type Ended, endOf, runToEnd, textOfLog, waitFor } from '../../testing/watching.ts'
import { probeHost } from '../host.ts'
import { interpreterFor } from './interpreters.ts'

const UV_WHEEL = 'uv-1.0-py3-none-any.whl'
const PYTHON = 'cpython-3.99.1%2B20261110-x86_64-unknown-linux-gnu-install_only_stripped.tar.gz'

const { index, quick, open, specWith } = useInstalling(async ({ folder }) => [
  wheelOf('podium_one', '1.0', 'answer = 41\n'),
  wheelOf('uv', '1.0', '', [], {}, { uv: await readFile(join(folder, 'uv'), 'utf8') }),
  [PYTHON, await pythonArchive()],
])

/** Returns a Python build as uv fetches them: that of this machine, with another version. */
async function pythonArchive(): Promise<Buffer> {
  const { path } = await interpreterFor('', { set: null, path: SYSTEM_PATH })
  const content = `#!/bin/bash
case "$*" in *python_version*) echo 3.99.1; exit;; esac
export FETCHED="$(dirname "$(readlink -f "$0")")"
exec -a "$0" ${path} "$@"
`
  return archiveOf([{ name: 'python/bin/python3.99', content, mode: 0o755 }])
}

beforeEach(() => {
  index.fetched.length = 0
})

const specOf = (script: string, changes?: Partial<RunSpec>) => specWith('podium-one\n', script, changes)

const ELSEWHERE = { run: 'elsewhere', workspace: 'other', workspace_number: 8 }

/** Submits the runs one after the other, while the first one fetches the file. */
async function atOnce(local: LocalHome, file: string, specs: RunSpec[]): Promise<Ended[]> {
  index.hold(file)
  const [first, ...others] = specs as [RunSpec, ...RunSpec[]]
  await local.engine.submit(first)
  await waitFor('the download', async () => (index.fetched.includes(file) ? true : null))
  for (const one of others) await local.engine.submit(one)
  return Promise.all(others.map((one) => endOf(local.engine, one)))
}

async function submitAgain({ engine }: LocalHome, spec: RunSpec): Promise<Ended> {
  await engine.forget(spec)
  await waitFor('its turn', async () => ((await engine.deferral?.(spec)) === null ? true : null))
  await engine.submit(spec)
  return endOf(engine, spec)
}

test('installs uv once from the index, while runs of every workspace wait for it in the queue', async () => {
  const local = await open({ installer: 'uv' })
  const spec = await specOf('import podium_one; print(podium_one.answer)')
  const elsewhere = { ...spec, ...ELSEWHERE }
  const waiting = await atOnce(local, UV_WHEEL, [spec, { ...spec, run: 'waiting' }, elsewhere])
  expect(waiting).toMatchObject([
    { outcome: 'deferred', reason: 'Waiting for run penguins-1, which installs uv.' },
    { outcome: 'deferred', reason: 'Waiting for another run, which installs uv.' },
  ])
  const [node] = await local.engine.nodes()
  expect((node?.capacity.cpu ?? 0) - (node?.free.cpu ?? 0)).toBe(2)
  const [{ progress = null } = {}] = (await local.engine.inspect([spec])) as { progress?: unknown }[]
  expect(progress).toMatchObject({ message: 'Installing uv.' })
  index.release()
  expect(await endOf(local.engine, spec)).toMatchObject({ reason: 'Finished.', outcome: 'succeeded' })
  expect(await submitAgain(local, elsewhere)).toMatchObject({ outcome: 'succeeded' })
  expect(await textOfLog(local.engine, elsewhere, 'process')).toMatch(/\nBy uv, for Python 3/)
  expect(index.fetched.filter((file) => file === UV_WHEEL)).toHaveLength(1)
})

test('stops a run that installs uv at once, and leaves nothing of it', async () => {
  const local = await open({ installer: 'uv' })
  const spec = await specOf('')
  await atOnce(local, UV_WHEEL, [spec])
  await local.engine.stop(spec)
  expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'stopped' })
  expect((await readdir(local.home)).filter((name) => name.startsWith('uv'))).toEqual([])
})

test('fails a run with a sentence if the index does not have uv', async () => {
  const local = await open({ installer: 'uv', index_url: 'http://127.0.0.1:9/simple' })
  const spec = await specOf('')
  expect(await runToEnd(local.engine, spec)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(
      /^The packages are installed by uv, which this machine does not have and .*Ask an administrator to install uv\.$/,
    ),
  })
})

test('removes what killed servers left of uv and of Pythons at the next start', async () => {
  const local = await open({})
  await local.engine.capabilities()
  await local.engine.close()
  for (const name of ['uv', 'uv-Ab12_x', 'uv-kept-by-hand', 'pythons/half00/cpython-3.99.1'])
    await mkdir(join(local.home, name), { recursive: true })
  await local.reopen().capabilities()
  expect((await readdir(local.home)).filter((name) => name.startsWith('uv'))).toEqual([
    'uv',
    'uv-kept-by-hand',
  ])
  expect(await readdir(join(local.home, 'pythons'))).toEqual([])
})

const NEWER = { metadata: { python: { version: '>=3.99' } } }
const WHERE = `
import os, podium_one
print(podium_one.answer, os.environ['FETCHED'])
try:
    open(os.environ['FETCHED'] + '/new', 'w')
except OSError as error:
    print(type(error).__name__)
`

test('fetches a Python that the machine lacks from the mirror, once for all workspaces', async () => {
  const mirror = new URL(index.url).origin
  const local = await open({ python_downloads: { mirror } }, { probe: quick.probe })
  const spec = await specOf(WHERE, NEWER)
  const elsewhere = { ...spec, ...ELSEWHERE }
  expect(await atOnce(local, PYTHON, [spec, elsewhere])).toMatchObject([
    { outcome: 'deferred', reason: 'Waiting for another run, which fetches Python >=3.99.' },
  ])
  index.release()
  expect(await endOf(local.engine, spec)).toMatchObject({ reason: 'Finished.', outcome: 'succeeded' })
  expect(await submitAgain(local, elsewhere)).toMatchObject({ outcome: 'succeeded' })
})

test('lets a run in the sandbox read the fetched Python but not change it', {
  tags: ['bubblewrap'],
}, async () => {
  const sandboxed = await quickUv('/var/tmp')
  onTestFinished(() => sandboxed.remove())
  const probe = async (home: string) => {
    const host = await probeHost(home)
    return { ...host, path: `${sandboxed.folder}:${host.path}` }
  }
  const local = await open({ python_downloads: { mirror: new URL(index.url).origin } }, { probe })
  const spec = await specOf(WHERE, NEWER)
  const end = await runToEnd(local.engine, spec)
  const log = await textOfLog(local.engine, spec, 'process')
  expect(end, log).toMatchObject({ outcome: 'succeeded' })
  expect(log).toContain('By uv, for Python 3.99.1.\n')
  expect(log).toMatch(/\n41 \S+\/pythons\/\w+\/cpython-3\.99\.1\S+\n(OS|Permission)Error\n$/)
})

const LATER_MS = 31 * 24 * 60 * 60 * 1000
const ONE_WHEEL = 'podium_one-1.0-py3-none-any.whl'

test('keeps a fetched Python that packages are installed for, and removes an old unused one', async () => {
  let now = new Date()
  const python_downloads = { mirror: new URL(index.url).origin }
  const local = await open({ python_downloads }, { probe: quick.probe, clock: () => now })
  const { environments } = local.engine
  const kept = async () => ((await environments?.list()) ?? []).toSorted((a, b) => a.packages - b.packages)
  const spec = await specOf(WHERE, NEWER)
  index.hold(ONE_WHEEL)
  await local.engine.submit(spec)
  await waitFor('the installation', async () => (index.fetched.includes(ONE_WHEEL) ? true : null))
  now = new Date(now.getTime() + LATER_MS)
  const other = { ...spec, run: 'other', source: null, command: ['true'] }
  await runToEnd(local.engine, other)
  await local.engine.forget(other)
  const [python] = await kept()
  expect(python).toMatchObject({ workspace: null, python: '3.99.1', packages: 0, in_use: true })
  expect(python?.size).toBeGreaterThan(0)
  index.release()
  expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'succeeded' })
  expect(await environments?.clear(python?.id ?? '')).toBe('in use')
  const next = { ...spec, run: 'next' }
  await runToEnd(local.engine, next)
  const [again, environment] = await kept()
  expect([again?.used_at, environment?.used_at]).toEqual([now.toISOString(), now.toISOString()])
  await local.engine.forget(next)
  await local.engine.forget(spec)
  expect(await kept()).toHaveLength(2)
  now = new Date(now.getTime() + LATER_MS)
  await runToEnd(local.engine, other)
  await local.engine.forget(other)
  expect(await kept()).toEqual([])
  expect(await readdir(join(local.home, 'pythons'))).toEqual([])
})

test('clears a fetched Python for which no packages are installed, and fetches it again for the next run', async () => {
  const python_downloads = { mirror: new URL(index.url).origin }
  const local = await open({ python_downloads }, { probe: quick.probe })
  const { environments } = local.engine
  const spec = await specOf(WHERE, NEWER)
  await runToEnd(local.engine, spec)
  await local.engine.forget(spec)
  const [one, other] = (await environments?.list()) ?? []
  const [environment, python] = one?.workspace === null ? [other, one] : [one, other]
  expect(await environments?.clear(python?.id ?? '')).toBe('in use')
  expect(await environments?.clear(environment?.id ?? '')).toBe('cleared')
  expect(await environments?.list()).toMatchObject([{ id: python?.id, in_use: false }])
  expect(await environments?.clear(python?.id ?? '')).toBe('cleared')
  expect(await environments?.clear(python?.id ?? '')).toBe('absent')
  const next = { ...spec, run: 'next' }
  expect(await runToEnd(local.engine, next)).toMatchObject({ outcome: 'succeeded' })
  expect(index.fetched.filter((file) => file === PYTHON)).toHaveLength(2)
})

test('asks the mirror through the proxy of the server', async () => {
  const proxies = { http_proxy: new URL(index.url).origin }
  const python_downloads = { mirror: 'http://mirror.example.invalid' }
  const local = await open({ python_downloads, proxies }, { probe: quick.probe })
  const spec = await specOf('', NEWER)
  expect(await runToEnd(local.engine, spec)).toMatchObject({ outcome: 'failed' })
  // The address of the request is the mirror's, which this proxy does not pass on.
  expect(index.fetched).toEqual(['mirror.example.invalid'])
})

test.each<[string, Partial<PythonSettings>, RegExp]>([
  [
    'no setting allows one',
    {},
    /^The source requires Python >=3\.99, and this machine has .*\(PODIUM_PYTHON_DOWNLOADS\)\.$/,
  ],
  [
    'the mirror refuses connections',
    { python_downloads: { mirror: 'http://127.0.0.1:9' } },
    /could not be fetched \(PODIUM_PYTHON_DOWNLOADS\): .*Connection refused/,
  ],
  [
    'PODIUM_PYTHON does not start',
    { python: '/bin/false', python_downloads: { mirror: null } },
    /^PODIUM_PYTHON=\/bin\/false does not start/,
  ],
])('refuses a run whose Python the machine lacks if %s', async (_, settings, sentence) => {
  const local = await open(settings, { probe: quick.probe })
  const spec = await specOf('', NEWER)
  const { outcome, reason } = await runToEnd(local.engine, spec)
  expect({ outcome, reason }).toEqual({ outcome: 'failed', reason: expect.stringMatching(sentence) })
})
