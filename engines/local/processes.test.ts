import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { findProcesses } from './processes.ts'

/** Executes itself again as often as requested, and finally says that it stays. */
const BECOMING = '[ "$1" = 0 ] && echo stays && exec tail -f /dev/null; exec sh -c "$0" "$0" $(($1 - 1))'
const NO_GROUP = -1

test('finds a process by its environment, also while it executes another program', async () => {
  const name = randomUUID()
  const child = spawn('sh', ['-c', BECOMING, BECOMING, '300'], {
    env: { PATH: process.env.PATH, PODIUM_TEST_ENTRY: name },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let stays = false
    const said = once(child.stdout, 'data').then(() => {
      stays = true
    })
    while (!stays) expect(await findProcesses(NO_GROUP, [`PODIUM_TEST_ENTRY=${name}`])).toEqual([child.pid])
    await said
  } finally {
    child.kill('SIGKILL')
  }
})
