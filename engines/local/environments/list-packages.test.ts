// @module-tag python
// @module-tag pip
import { chmod, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { RunKey } from '../../engine.ts'
import { PYTHON_DEFAULTS } from '../../python-settings.ts'
import { archiveOf } from '../../testing/archives.ts'
import { type LocalHome, openLocalHome } from '../../testing/local-home.ts'
import { memoryObjects } from '../../testing/memory-objects.ts'
import { plainSpec } from '../../testing/plain-spec.ts'
import {
  type IndexWarnings,
  type PythonIndex,
  startPythonIndex,
  wheelOf,
} from '../../testing/python-index.ts'
import { runToEnd, waitFor } from '../../testing/watching.ts'
import { type Host, probeHost } from '../host.ts'

let index: PythonIndex
let uvFolder: string
beforeAll(async () => {
  // A sandbox hides /tmp.
  uvFolder = await mkdtemp('/var/tmp/podium-list-uv-')
  await copyFile(new URL('../../testing/quick-uv.py', import.meta.url), join(uvFolder, 'uv'))
  for (const path of [uvFolder, join(uvFolder, 'uv')]) await chmod(path, 0o755)
  index = await startPythonIndex(
    Object.fromEntries([
      wheelOf('podium_one', '1.0', 'answer = 41\n'),
      wheelOf('podium_two', '1.0', 'answer = 2\n', ['podium-one']),
    ]),
  )
  return async () => {
    await index.close()
    await rm(uvFolder, { recursive: true })
  }
})

const withUv = (host: Host): Host => ({ ...host, path: `${uvFolder}:${host.path}` })
const [ownName, ownWheel] = wheelOf('podium_own', '0.1', 'answer = 6\n')

/** Runs a program whose source requests these packages. Returns its engine and the content of its home. */
async function runWith(
  requirements: string,
  prepare = (host: Host) => host,
  index_url = index.url,
  extra_index_url: string | null = null,
) {
  const source = await archiveOf([
    { name: 'requirements.txt', content: requirements },
    { name: `wheels/${ownName}`, content: ownWheel },
  ])
  const local = await openLocalHome(memoryObjects({ 'source.tar.gz': source }), {
    packages: { ...PYTHON_DEFAULTS, index_url, extra_index_url },
    probe: async (home) => prepare(await probeHost(home)),
  })
  onTestFinished(() => local.close())
  const spec = plainSpec({
    source: { bucket: 'b', path: 'source.tar.gz', archive: true },
    granted: { cpu: 2, memory_mib: 512, gpu: 0 },
    command: ['python', '-c', 'import podium_two'],
  })
  expect(await runToEnd(local.engine, spec)).toMatchObject({ outcome: 'succeeded' })
  return { local, spec }
}

const NOTHING = { packages: 0, bytes: 0, seconds: 0 }

test('lists the packages that pip installed, with the requests and origin of each', async () => {
  const { local, spec } = await runWith(`podium-two\n./wheels/${ownName}\n`)
  await waitFor('the answers of the index', async () =>
    (await warningsOf(local, spec))?.some((one) => one.awaits_index) ? null : true,
  )
  const list = await local.engine.packages(spec)
  const { host } = new URL(index.url)
  expect(list).toMatchObject({
    tool: expect.stringMatching(/^pip \d+\.\d/),
    file: 'requirements.txt',
    python: expect.stringMatching(/^3\.\d+/),
    packages: [
      {
        name: 'podium_one',
        version: '1.0',
        source: null,
        asked_by: ['podium_two'],
        asked_in: [],
        index: host,
      },
      {
        name: 'podium_own',
        source: `./wheels/${ownName}`,
        asked_by: [],
        asked_in: ['requirements.txt line 2'],
        index: null,
      },
      { name: 'podium_two', asked_by: [], asked_in: ['requirements.txt line 1'], index: host },
    ],
  })
  expect(list?.fetched).toMatchObject({ packages: 2, seconds: expect.any(Number) })
  const next = { ...spec, run: 'next' }
  await runToEnd(local.engine, next)
  expect(await local.engine.packages(next)).toEqual({ ...list, fetched: NOTHING })
  await local.engine.forget(spec)
  expect(await local.engine.packages(spec)).toBeNull()
})

async function indexThatWarns() {
  const [one, oneWheel] = wheelOf('podium_one', '1.0', 'answer = 41\n')
  const [two, twoWheel] = wheelOf('podium_two', '1.0', 'answer = 2\n', ['podium-one'])
  const warnings: IndexWarnings = {
    withdrawn: { [two]: 'It breaks.' },
    projects: { 'podium-one': { status: 'deprecated', reason: 'Use podium-three.' } },
  }
  const own = await startPythonIndex({ [one]: oneWheel, [two]: twoWheel }, warnings)
  onTestFinished(() => own.close())
  return { url: own.url, warnings }
}

async function warningsOf({ engine }: LocalHome, run: RunKey) {
  const list = await engine.packages(run)
  return list?.packages.map(({ name, warnings, awaits_index = false }) => ({ name, warnings, awaits_index }))
}

const DEPRECATED = [{ kind: 'deprecated', reason: 'Use podium-three.' }]
const WITHDRAWN = [{ kind: 'withdrawn', reason: 'It breaks.' }]
const ALL_KNOWN = [
  { name: 'podium_one', warnings: DEPRECATED, awaits_index: false },
  { name: 'podium_two', warnings: WITHDRAWN, awaits_index: false },
]

test("warns of withdrawn versions and deprecated packages, also in the environment's later runs", async () => {
  const { url } = await indexThatWarns()
  const { local, spec } = await runWith('podium-two==1.0\npodium-one\n', undefined, url)
  expect((await warningsOf(local, spec))?.[1]?.warnings).toEqual(WITHDRAWN)
  await waitFor('the answers of the index', async () =>
    isDeepStrictEqual(await warningsOf(local, spec), ALL_KNOWN) ? true : null,
  )
  const next = { ...spec, run: 'next' }
  await runToEnd(local.engine, next)
  expect(await warningsOf(local, next)).toEqual(ALL_KNOWN)
  const list = await local.engine.packages(next)
  expect(list?.packages.map(({ asked_in }) => asked_in)).toEqual([
    ['requirements.txt line 2'],
    ['requirements.txt line 1'],
  ])
})

test('asks an index that did not answer again for the next run, and reports unknown until then', async () => {
  const { url, warnings } = await indexThatWarns()
  warnings.isAway = true
  const { local, spec } = await runWith('podium-two==1.0\npodium-one\n', undefined, url)
  await local.engine.close()
  const engine = local.reopen()
  const unknown = [
    { name: 'podium_one', warnings: [], awaits_index: true },
    { name: 'podium_two', warnings: WITHDRAWN, awaits_index: true },
  ]
  expect(await warningsOf({ ...local, engine }, spec)).toEqual(unknown)
  warnings.isAway = false
  const next = { ...spec, run: 'next' }
  expect(await runToEnd(engine, next)).toMatchObject({ outcome: 'succeeded' })
  await waitFor('the answers of the index', async () =>
    isDeepStrictEqual(await warningsOf({ ...local, engine }, next), ALL_KNOWN) ? true : null,
  )
})

test('names the version of uv, and leaves only a list and a record beside the environment', async () => {
  const { local, spec } = await runWith('podium-two\n', withUv)
  const list = await local.engine.packages(spec)
  expect(list?.tool).toBe('uv 0.13.9')
  expect(list?.packages.map(({ asked_in }) => asked_in)).toEqual([[], ['requirements.txt line 1']])
  const all = join(local.home, 'runs', spec.workspace, 'environments')
  const [folder = ''] = await readdir(all)
  const whole = ['environment.json', 'packages.json', 'statuses.json', 'venv']
  await waitFor('the answers of the index', async () =>
    isDeepStrictEqual(await readdir(join(all, folder)), whole) ? true : null,
  )
})

test('names the index that uv took each package from, out of several', async () => {
  const extra = await startPythonIndex(Object.fromEntries([wheelOf('podium_three', '1.0', '')]))
  onTestFinished(() => extra.close())
  const { local, spec } = await runWith('podium-two\npodium-three\n', withUv, index.url, extra.url)
  const list = await local.engine.packages(spec)
  const { host } = new URL(index.url)
  expect(list?.packages.map(({ name, index }) => [name, index])).toEqual([
    ['podium_one', host],
    ['podium_three', new URL(extra.url).host],
    ['podium_two', host],
  ])
})
