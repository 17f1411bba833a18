import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainSpec } from '../../testing/plain-spec.ts'
import { waitFor } from '../../testing/watching.ts'
import { podDirectory } from './pod-directory.ts'
import { commandFile, WRAPPER } from './wrapper.ts'

/** Makes a shell the first process, as in a container; not every system allows this. */
const FIRST = ['--map-root-user', '--pid', '--fork', '--kill-child']
const isAllowed = spawnSync('unshare', [...FIRST, 'true']).status === 0

let root: string
let container: ChildProcess
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'podium-wrapper-'))
})
afterEach(async () => {
  container.kill('SIGKILL')
  await rm(root, { recursive: true })
})

test.runIf(isAllowed).each(['dash', 'bash'])(
  'reaches the command as the first process of a container: %s',
  async (shell) => {
    const directory = podDirectory(root)
    const script = `trap 'exit 7' TERM; ulimit -Hc; echo "$dir, $child, \${PWD##*/}"; while :; do sleep 0.1; done`
    await mkdir(join(directory.work, "it's here"), { recursive: true })
    await promisify(execFile)('mkfifo', [directory.asks])
    await writeFile(directory.wrapper, WRAPPER)
    await writeFile(directory.notice, 'noticed\n')
    const spec = plainSpec({
      command: ['sh', '-c', script],
      variables: { dir: '/elsewhere', child: 'mine' },
      working_directory: "it's here",
    })
    await writeFile(directory.command, commandFile(spec, directory))
    container = spawn('unshare', [...FIRST, shell, directory.wrapper], { stdio: 'ignore' })
    const ended = once(container, 'exit')
    await waitFor('the command', async () => {
      const log = await readFile(join(root, 'process.log'), 'utf8').catch(() => '')
      return log === "noticed\n0\n/elsewhere, mine, it's here\n" ? true : null
    })
    await writeFile(directory.asks, 'stop\n')
    expect((await ended)[0]).toBe(7)
  },
)
