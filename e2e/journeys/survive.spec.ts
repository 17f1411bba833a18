import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { freePort } from '../../scripts/free-ports.mjs'
import { signIn } from '../fixtures/api.ts'
import {
  admin,
  asAdmin,
  ended,
  makeStream,
  makeWorkspace,
  readLog,
  register,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'

/** Prints half of its lines after it was told to continue, and ends after it was told that too. */
const TALKING = `until_there() { while [ ! -e $1 ]; do sleep 0.1; done; }
i=0
while [ $i -lt 200 ]; do
  i=$((i + 1)); echo "line $i"
  [ $i -ne 100 ] || until_there go-on
done
touch talked
until_there end
echo done >&2
exit 7
`

test('continues a run and the page that watches it when the server is killed and comes back', async ({
  page,
}) => {
  const port = await freePort()
  const first = await startPodium({ ...asAdmin, port })
  const api = await signIn(first.address, admin.id, admin.password)
  const workspace = await makeWorkspace(api, 'survive')
  await register(api, workspace, await scriptSolution('talking', TALKING))
  const run = await startRun(api, await makeStream(api, workspace, 'talking'))
  const file = (name: string) => `${first.home}/runs/${workspace.id}/${run.id}/1/cwd/${name}`
  await openAs(page, first.address, admin, `/inferenceModel/run/${run.id}?log=process`)
  const log = page.getByRole('log')
  await expect(log.getByText('line 100', { exact: true })).toBeVisible()
  await first.kill()
  await expect(page.getByText(/connection/i).first()).toBeVisible()
  await writeFile(file('go-on'), '')
  await expect.poll(() => existsSync(file('talked'))).toBe(true)

  const second = await startPodium({ home: first.home, port })
  try {
    expect(second.address).toBe(first.address)
    await expect(page.getByText(/connection lost/i)).toBeHidden()
    await expect(log.getByText('line 200', { exact: true })).toBeVisible()
    await writeFile(file('end'), '')
    // The session from before the kill is still valid, because sessions are in the database.
    const after = await ended(api, run.id)
    expect([after.state, after.exit_code]).toEqual(['failed', 7])
    expect(after.detail).toContain('Exit code 7')
    const lines = Array.from({ length: 200 }, (_, at) => `line ${at + 1}\n`).join('')
    expect(await readLog(api, run.id)).toBe(`${lines}done\n`)
    await expect(page.getByText(/^Failed (after|at once)/)).toBeVisible()
    await expect(page.getByText(/^201 lines/)).toBeVisible()
  } finally {
    await second.stop()
  }
})
