// @module-tag python
// @module-tag pip
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { archiveOf } from '../../testing/archives.ts'
import { useInstalling } from '../../testing/installing.ts'
import { plainHost } from '../../testing/plain-host.ts'
import { sourceOf, startPythonIndex, wheelOf } from '../../testing/python-index.ts'
import { canMount, createSmallDisk } from '../../testing/small-disk.ts'
import { endOf, observeUntil, textOfLog, waitFor } from '../../testing/watching.ts'
import { probeHost } from '../host.ts'

const isRoot = process.getuid?.() === 0
const isLong = process.env.PODIUM_LONG === '1'

const NATIVE = `
import subprocess
subprocess.check_call(['cc', '-shared', '-fPIC', '-o', 'made/podium_answer.so', 'native.c'])
module = 'import ctypes, os\\nfolder = os.path.dirname(__file__)\\n'
module += 'answer = ctypes.CDLL(os.path.join(folder, "podium_answer.so")).answer\\n'
open('made/podium_native.py', 'w').write(module)
`
/** A package that runs code during its installation and reports its surroundings. */
const CURIOUS = `
import os, resource
home = os.environ['TMPDIR'].split('/runs/')[0]
core = resource.getrlimit(resource.RLIMIT_CORE)
found = {'uid': os.getuid(), 'core': core, 'names': sorted(name for name in os.environ if 'SECRET' in name or 'DATABASE' in name)}
for what, path in [('token', home + '/host-token'), ('runs', home + '/runs'), ('run', f'{home}/runs/poc/{os.environ["PODIUM_ATTEMPT"][:36]}/1/out')]:
    try:
        found[what] = sorted(os.listdir(path)) if os.path.isdir(path) else open(path).read()
    except OSError as error:
        found[what] = type(error).__name__
open('made/podium_curious.py', 'w').write('found = ' + repr(found))
`

const { index, quick, local, sources, open, specWith, ended } = useInstalling(async () => [
  wheelOf('podium_one', '1.0', 'answer = 41\n'),
  wheelOf('podium_two', '1.0', 'answer = 2\n', ['podium-one']),
  wheelOf('podium_slow', '1.0', 'answer = 3\n'),
  // A library beside Python's folder.
  wheelOf('podium_math', '1.0', 'answer = 7\n', [], { 'lib/a.so': 'x' }),
  wheelOf('podium_large', '1.0', `text = "${'x'.repeat(60 * 2 ** 20)}"\n`),
  await sourceOf('podium_native', NATIVE, { 'native.c': 'int answer(void) { return 42; }\n' }),
  await sourceOf(
    'podium_broken',
    'raise SystemExit("error: command \'gcc\' failed: No such file or directory")',
  ),
])

const foldersLeft = (workspace = 'poc') =>
  readdir(join(local.home, 'runs', workspace, 'environments')).catch(() => [])

/** Every other test here runs without bubblewrap, so this one is in the long form only. */
const hosts = [
  ['in bubblewrap', (home: string) => probeHost(home)] as const,
  ...(isLong ? [['without bubblewrap', plainHost] as const] : []),
]
test.each(hosts)(
  'installs the packages of the first run and says so, and reuses them for the next: %s',
  { tags: 'compiler' },
  async (_, probe) => {
    await open({}, { probe })
    const script =
      'import podium_two, podium_native, podium_math, sys; print(podium_two.answer, podium_native.answer(), podium_math.answer, sys.prefix)'
    const spec = await specWith('podium-two\npodium-native\npodium-math\n', script)
    await local.engine.submit(spec)
    const seen = await observeUntil(
      local.engine,
      spec,
      (now) => now.phase !== 'starting' || now.progress !== null,
    )
    expect(seen).toEqual({
      phase: 'starting',
      progress: {
        fraction: null,
        step: 'Installing packages',
        message: 'Installing the packages of requirements.txt.',
      },
      waits_for: 'Installing the packages of requirements.txt.',
    })
    await endOf(local.engine, spec)
    const log = await textOfLog(local.engine, spec, 'process')
    expect(log).toMatch(/^Installing the packages of requirements\.txt\.\nBy pip, for Python 3\./)
    expect(log).toContain('Collecting podium-two')
    expect(log).toMatch(/\nInstalled 4 packages in \d+ s\.\n2 42 7 .*\/venv\n$/)
    const fetched = index.fetched.length
    const [next, nextLog] = await ended({ ...spec, run: 'next' })
    expect(next.outcome).toBe('succeeded')
    expect(nextLog).toMatch(/^2 42 7 .*\n$/)
    expect(index.fetched).toHaveLength(fetched)
    const environments = await local.engine.environments?.list()
    expect(environments).toMatchObject([{ workspace: 'poc', packages: 4, in_use: false }])
  },
)

test('installs a source that contains a pip and a venv of its own with those of Python', {
  tags: ['long'],
}, async () => {
  const evil = 'open("/tmp/never", "w"); raise SystemExit(0)\n'
  sources['evil.tar.gz'] = await archiveOf([
    { name: 'requirements.txt', content: 'podium-one\n' },
    ...['pip.py', 'venv.py', 'logging.py'].map((name) => ({ name, content: evil })),
  ])
  await open()
  const script = 'import sys; sys.path.pop(0); import podium_one; print(podium_one.answer)'
  const source = { bucket: 'b', path: 'evil.tar.gz', archive: true }
  const [, log] = await ended({ ...(await specWith('podium-one\n', script)), source })
  expect(log).toMatch(/\nInstalled 1 package in \d+ s\.\n41\n$/)
})

test('makes no environment for a source without packages, or if installing is switched off', async () => {
  await open({ install_minutes: 0 })
  const spec = await specWith('podium-one\n', 'import sys; print(sys.prefix == sys.base_prefix)')
  const [, log] = await ended({ ...spec, command: ['python3', ...(spec.command ?? []).slice(1)] })
  expect(log).toBe('True\n')
  expect(await foldersLeft()).toEqual([])
})

describe('a failed installation is explained in a sentence and leaves nothing behind', () => {
  // install-sentence.test.ts also reads the output of pip in each of these cases, and is fast.
  const others: [string, string, object][] = [
    [
      `podium-one==1.0 --hash=sha256:${'0'.repeat(64)}`,
      'has another hash than requirements.txt line 1 gives',
      {},
    ],
    ['podium-none', 'requirements.txt line 1 asks for `podium-none`', {}],
    ['podium-broken', 'this machine has no compiler (gcc)', {}],
    [
      'podium-one',
      '(PODIUM_PYTHON_INDEX_URL) refuses connections',
      { index_url: 'http://127.0.0.1:9/simple' },
    ],
  ]
  test.each<[string, string, object]>([
    ...(isLong ? others : []),
    ['podium-one', 'PODIUM_PYTHON=/bin/false does not start as a Python 3', { python: '/bin/false' }],
  ])('%s: %s', async (requirement, sentence, changes) => {
    await open(changes)
    const [end, log] = await ended(await specWith(`${requirement}\n`, ''))
    expect(end).toMatchObject({
      outcome: 'failed',
      exit_code: null,
      reason: expect.stringContaining(sentence),
    })
    if (!('python' in changes)) expect(log).toContain(`${end.reason}\n`)
    expect(await foldersLeft()).toEqual([])
  })

  test('if it takes too long', { tags: ['long'] }, async () => {
    await open({ install_minutes: 1 / 60 }, { probe: quick.probe })
    index.hold('podium_slow-1.0-py3-none-any.whl')
    const [end] = await ended(await specWith('podium-slow\n', ''))
    expect(end.reason).toMatch(/^The packages were not installed within/)
    expect(await foldersLeft()).toEqual([])
  })

  test.runIf(canMount())('if the disk becomes full', { tags: ['long'] }, async () => {
    const disk = createSmallDisk(128)
    try {
      await open({}, { home: disk.folder })
      const [end] = await ended(await specWith('podium-large\n', ''))
      expect(end.reason).toMatch(/disk became full|filled the disk/)
      expect(await foldersLeft()).toEqual([])
      const [next] = await ended(await specWith('podium-one\n', 'import podium_one'))
      expect(next.outcome).toBe('succeeded')
    } finally {
      disk.remove()
    }
  })

  test('leaves nothing incomplete of a server that is killed, and installs with the next one', {
    tags: ['long'],
  }, async () => {
    await open({}, { probe: quick.probe })
    index.hold('podium_slow-1.0-py3-none-any.whl')
    const spec = await specWith('podium-slow\n', 'import podium_slow; print(podium_slow.answer)')
    await local.engine.close()
    const program = new URL('../../testing/installing-engine.ts', import.meta.url).pathname
    const words = [
      local.home,
      index.url,
      JSON.stringify(spec),
      sources[spec.source?.path ?? '']?.toString('base64') ?? '',
      quick.folder,
    ]
    const server = spawn(process.execPath, ['--import', 'tsx', program, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void server.kill('SIGKILL'))
    await once(createInterface(server.stdout), 'line')
    const asked = index.fetched.length
    await waitFor('the download', async () => (index.fetched.length > asked ? true : null))
    server.kill('SIGKILL')
    await once(server, 'exit')
    index.release()
    const engine = local.reopen()
    expect(await endOf(engine, spec)).toMatchObject({ outcome: 'succeeded' })
    expect(await foldersLeft()).toHaveLength(1)
  })
})

describe.runIf(isRoot)('as root', () => {
  test('confines a package that runs code during its installation like a run', {
    tags: 'bubblewrap',
  }, async () => {
    const [name, file] = await sourceOf('podium_curious', CURIOUS)
    const curious = await startPythonIndex({ [name]: file })
    const probe = (home: string) => probeHost(home)
    await open({ index_url: curious.url }, { probe })
    await writeFile(join(local.home, 'host-token'), 'secret', { mode: 0o644 })
    const script = 'import podium_curious; print(podium_curious.found)'
    const [, log] = await ended(await specWith('podium-curious\n', script))
    await curious.close()
    expect(log).toContain("{'uid': 100007, 'core': (0, 0), 'names': []")
    expect(log).toContain(
      "'token': 'FileNotFoundError', 'runs': 'PermissionError', 'run': 'FileNotFoundError'}",
    )
  })

  test('keeps runs from changing an environment, and those of other workspaces from finding it', {
    tags: ['long'],
  }, async () => {
    await open({}, { probe: quick.probe })
    const spec = await specWith('podium-one\n', 'import podium_one; print(podium_one.__file__)')
    const [, log] = await ended(spec)
    const module = log.trim().split('\n').at(-1) ?? ''
    const tries = `
import os, sys
for what in [lambda: open(@M@, 'a'), lambda: os.remove(@M@), lambda: open(os.path.dirname(@M@) + '/new.py', 'w'), lambda: open(@M@).read()]:
    try:
        what()
        print('DONE')
    except OSError as error:
        print(type(error).__name__)
`.replaceAll('@M@', JSON.stringify(module))
    const own = { command: ['python3', '-c', tries], source: null }
    const denied = 'PermissionError'
    expect((await ended({ ...spec, ...own, run: 'own' }))[1]).toBe(`${denied}\n${denied}\n${denied}\nDONE\n`)
    const other = { ...spec, ...own, run: 'other', workspace: 'other', workspace_number: 8 }
    expect((await ended(other))[1]).toBe(`${denied}\n${denied}\n${denied}\n${denied}\n`)
    const [, itsOwn] = await ended({ ...spec, run: 'its-own', workspace: 'other', workspace_number: 8 })
    expect(itsOwn).toContain('Installed 1 package')
    await local.engine.forget(other)
    await local.engine.release('other')
    expect(await foldersLeft('other')).toHaveLength(1)
    await local.engine.forget({ ...other, run: 'its-own' })
    await local.engine.release('other')
    expect(await local.engine.prepared()).toEqual(['poc'])
  })
})

test('keeps an environment in use, and clears an unused one by hand, by age or by size', async () => {
  let now = new Date()
  await open({}, { probe: quick.probe, clock: () => now })
  const spec = await specWith('podium-one\n', 'open("begun", "w"); import time; time.sleep(600)')
  await local.engine.submit(spec)
  await observeUntil(local.engine, spec, ({ phase }) => phase === 'running')
  const environments = async () => (await local.engine.environments?.list()) ?? []
  const [{ id = '', in_use } = {}] = await environments()
  expect(in_use).toBe(true)
  expect(await local.engine.environments?.clear(id)).toBe('in use')
  now = new Date(now.getTime() + 31 * 24 * 60 * 60 * 1000)
  const other = await specWith('podium-two\n', '', { command: ['true'] })
  await ended(other)
  expect(await environments()).toHaveLength(2)
  await local.engine.stop(spec)
  await endOf(local.engine, spec)
  await local.engine.forget(spec)
  expect((await environments()).map((one) => one.id === id)).toEqual([false])
  expect(await local.engine.environments?.clear(id)).toBe('absent')
  const [{ id: last = '' } = {}] = await environments()
  expect(await local.engine.environments?.clear(last)).toBe('cleared')
  expect(await foldersLeft()).toEqual([])
})
