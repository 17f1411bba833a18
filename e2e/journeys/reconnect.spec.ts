import { writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { signIn } from '../fixtures/api.ts'
import {
  admin,
  asAdmin,
  makeStream,
  makeWorkspace,
  register,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { startPodium } from '../fixtures/server.ts'
import { signInAt } from '../fixtures/sign-in.ts'

/** Half of its lines come after it was told to go on. */
const TALKING = `i=0
while [ $i -lt 200 ]; do
  i=$((i + 1)); echo "line $i"
  while [ $i -eq 100 ] && [ ! -e go-on ]; do sleep 0.1; done
done
`

test('a page that watches a run goes on by itself when the server was killed and came back', async ({
  page,
}) => {
  const first = await startPodium(asAdmin)
  const api = await signIn(first.address, admin.id, admin.password)
  const workspace = await makeWorkspace(api, 'watching')
  await register(first, workspace, await scriptSolution('talking', TALKING))
  const run = await startRun(api, await makeStream(api, workspace, 'talking'))
  await signInAt(page, first.address, admin)
  await page.goto(`${first.address}/inferenceModel/run/${run.id}?log=process`)
  await expect(page.getByRole('log').getByText('line 100', { exact: true })).toBeVisible()
  await first.kill()
  await expect(page.getByText(/connection/i).first()).toBeVisible({ timeout: 30_000 })

  const second = await startPodium({ home: first.home, port: Number(new URL(first.address).port) })
  try {
    await expect(page.getByText(/connection lost/i)).toBeHidden({ timeout: 30_000 })
    await writeFile(`${second.home}/runs/${workspace.id}/${run.id}/1/cwd/go-on`, '')
    await expect(page.getByText(/^Succeeded (after|at once)/)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('log').getByText('line 200', { exact: true })).toBeVisible()
    await expect(page.getByText('200 lines')).toBeVisible()
  } finally {
    await second.stop()
  }
})
