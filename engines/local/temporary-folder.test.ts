import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { attemptDirectory } from '../attempt/attempt-directory.ts'
import { runEnvironment, SYSTEM_PATH } from '../attempt/environment.ts'
import { writeEnvironment } from '../attempt/environment-file.ts'
import { exists } from '../attempt/folders.ts'
import { removeTemporaryFolder } from '../attempt/temporary-folder.ts'
import type { RunSpec } from '../engine.ts'
import { folderOf, type LocalHome, openLocalHome } from '../testing/local-home.ts'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { runToEnd, textOfLog } from '../testing/watching.ts'
import { launchCommand, reachOf } from './launch.ts'
import { createLocalEngine } from './local-engine.ts'
import { probeSandbox, SANDBOX_DIRECTORY } from './sandbox.ts'

const isRoot = process.getuid?.() === 0
const ORDINARY_USER = 4321
const run = promisify(execFile)

const program = await readFile(join(import.meta.dirname, '../testing/parallel-work.py'), 'utf8')
/** In a file, because Python cannot spawn processes without one. */
const command = ['sh', '-c', 'printf %s "$1" > work.py && exec python3 work.py', 'sh', program]
const WORKS = `locks: held
pool: [0, 1, 4, 9, 16]
shared memory: b'hello'
temporary files: 9
forked loader: 499500
spawned loader: 499500
served loader: 499500
manager: 2
memory map: 42
`

async function logOf(engine: LocalHome['engine'], spec: RunSpec): Promise<string> {
  await runToEnd(engine, spec)
  return textOfLog(engine, spec, 'process')
}

describe('without a sandbox', () => {
  let local: LocalHome
  beforeEach(async () => {
    local = await openLocalHome()
    return () => local.close()
  })

  test('supports locks, pools, shared memory, temp files and data loaders', { tags: 'python' }, async () => {
    expect(await logOf(local.engine, plainSpec({ command }))).toBe(WORKS)
  })

  test.each([false, true])(
    'removes the files that a run left in its temporary folder (dev: %s)',
    async (dev) => {
      const script = 'cd "$TMPDIR" && mkdir -m 0 closed && stat -c %a . && pwd'
      const spec = plainSpec({ command: ['sh', '-c', script], dev })
      const [mode, folder = ''] = (await logOf(local.engine, spec)).split('\n')
      expect(mode).toBe('700')
      expect(await exists(folder)).toBe(true)
      await local.engine.forget(spec)
      expect(await exists(folder)).toBe(false)
      expect(await exists(join(folderOf(local, spec), 'cwd'))).toBe(dev)
    },
  )
})

test('puts temporary files below the home, so that they outlive the /tmp of the server', async () => {
  const local = await openLocalHome()
  onTestFinished(() => local.close())
  const [folder = ''] = (
    await logOf(local.engine, plainSpec({ command: ['sh', '-c', 'cd "$TMPDIR" && pwd'] }))
  ).split('\n')
  expect(dirname(folder)).toBe(join(local.home, 'tmp'))
})

test('puts them into /tmp if the home has a long path, so that socket paths fit', async () => {
  const home = await mkdtemp(join(tmpdir(), `podium-${'long'.repeat(12)}-`))
  const local = await openLocalHome(memoryObjects({}), { home })
  onTestFinished(() => local.close())
  const spec = plainSpec({ command: ['sh', '-c', 'cd "$TMPDIR" && pwd'] })
  const [folder = ''] = (await logOf(local.engine, spec)).split('\n')
  expect(folder).toMatch(/^\/tmp\/podium-[A-Za-z0-9]{6}$/)
  await local.engine.forget(spec)
  expect(await exists(folder)).toBe(false)
})

test('removes nothing through a link that a run changed', async () => {
  const home = await mkdtemp('/tmp/podium-turned-')
  const directory = attemptDirectory(join(home, 'runs', 'poc', 'a', '1'))
  const [elsewhere, link] = [join(home, 'elsewhere'), await mkdtemp('/tmp/podium-')]
  await mkdir(directory.root, { recursive: true })
  await mkdir(elsewhere)
  await rm(link, { recursive: true })
  await symlink(elsewhere, link)
  for (const target of [elsewhere, `/tmp/../${elsewhere}`, `${link}/.`, link]) {
    await symlink(target, directory.temporary)
    await removeTemporaryFolder(directory)
    expect([await exists(elsewhere), await exists(link)]).toEqual([true, true])
    await rm(directory.temporary)
  }
  for (const path of [link, home]) await rm(path, { recursive: true })
})

/** The sandbox empties the last two for each run, and must restore the path to a home below /tmp. */
const PARENTS = process.env.PODIUM_LONG === '1' ? ['/var/tmp', '/tmp', '/dev/shm'] : ['/tmp']

const { sandbox } = await probeSandbox(['/var/tmp'])

describe.runIf(sandbox !== null)('in the sandbox', { tags: ['bubblewrap', 'python'] }, () => {
  async function newHome(parent: string): Promise<string> {
    const home = await mkdtemp(join(parent, 'podium-sandbox-'))
    onTestFinished(() => rm(home, { recursive: true, force: true }))
    return home
  }

  test.each(PARENTS)(
    'supports locks, pools, shared memory, temporary files and data loaders, with a home below %s',
    async (parent) => {
      const home = await newHome(parent)
      const engine = createLocalEngine({ home, objects: memoryObjects({}), poll_ms: 30 })
      expect(await logOf(engine, plainSpec({ command }))).toBe(WORKS)
      await engine.close()
    },
  )

  test("limits each folder to half of the run's memory, keeps it private, and reports it full", async () => {
    const home = await newHome('/var/tmp')
    const engine = createLocalEngine({ home, objects: memoryObjects({}), poll_ms: 30 })
    const mark = `/dev/shm/podium-test-${process.pid}`
    await writeFile(mark, 'of the host')
    const script = `ls -A /tmp /dev/shm
stat -c %a /tmp /dev/shm
head -c 40M /dev/zero > /tmp/large
stat -c %s /tmp/large
df --output=size /dev/shm | tail -n 1`
    const spec = plainSpec({ command: ['sh', '-c', script], granted: { cpu: 1, memory_mib: 64, gpu: 0 } })
    const log = await logOf(engine, spec)
    await rm(mark)
    await engine.close()
    expect(log.split('\n')).toEqual([
      '/dev/shm:',
      '',
      '/tmp:',
      '1777',
      '1777',
      expect.stringContaining('No space left on device'),
      String(32 * 2 ** 20),
      expect.stringMatching(/^ *32768$/),
      '',
    ])
  })

  test.runIf(isRoot)('works if the server is an ordinary user', async () => {
    const home = await newHome('/var/tmp')
    await chmod(home, 0o711)
    const spec = plainSpec({ command })
    const directory = attemptDirectory(join(home, 'runs', spec.workspace, spec.run, '1'))
    await mkdir(directory.data, { recursive: true })
    for (const folder of [directory.work, directory.output, directory.log]) {
      await mkdir(folder)
      await chown(folder, ORDINARY_USER, ORDINARY_USER)
    }
    const environment = runEnvironment(spec, SANDBOX_DIRECTORY, {
      path: SYSTEM_PATH,
      temporary: null,
      hasPython: false,
    })
    const ordinary = { uid: ORDINARY_USER, gid: ORDINARY_USER }
    await writeEnvironment(directory.variables, environment, ordinary)
    const launched = launchCommand({
      reach: await reachOf(directory, '', {}),
      environment: SANDBOX_DIRECTORY.variables,
      entry: {},
      command,
      secrets: [],
      granted: spec.granted,
      stopSignal: 'SIGTERM',
      uid: null,
      sandbox,
      hidden: [home],
      pidNamespace: [],
      network: false,
      networkNamespace: [],
      systemd: false,
      ownSession: false,
      cores: [],
    })
    const asUser = [`--reuid=${ORDINARY_USER}`, `--regid=${ORDINARY_USER}`, '--clear-groups', '--']
    const { stdout } = await run('setpriv', [...asUser, ...launched])
    expect(stdout).toBe(WORKS)
    expect((await stat(join(directory.work, 'work.py'))).uid).toBe(ORDINARY_USER)
  })
})
