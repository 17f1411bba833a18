import { expect, test } from '@playwright/test'
import { signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import {
  admin,
  asAdmin,
  ended,
  makeStream,
  makeWorkspace,
  register,
  solutionFolder,
  startRun,
} from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { signInAt } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

let server: PodiumServer

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
})
test.afterAll(() => server.stop())

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const TRAINING = `
import base64, os, podium
rate = float(podium.parameters("train")["rate"])
for step in range(1, 21):
    podium.log(step=step, accuracy=1 - rate - 1 / (step + 2))
with open(os.path.join(os.environ["PODIUM_OUTPUT_DIR"], "curve.png"), "wb") as file:
    file.write(base64.b64decode("${PICTURE}"))
`

test('runs are compared, and another member who opens the address sees the same', async ({
  page,
  browser,
}) => {
  const faults = watch(page)
  const api = await signIn(server.address, admin.id, admin.password)
  const workspace = await makeWorkspace(api, 'comparing')
  const parameters = { candidate_parameters: [{ step: 'train', args: [{ rate: 0.1 }] }] }
  const pipeline = [{ type: 'train', command: ['python3', 'main.py'], parameters }]
  await register(
    server,
    workspace,
    await solutionFolder({ name: 'rates', pipeline }, { 'main.py': TRAINING }),
  )
  const stream = await makeStream(api, workspace, 'rates')
  const ids: string[] = []
  for (const rate of [0.1, 0.001, 0.01]) {
    const { id } = await startRun(api, stream, { parameters: { train: { train: { rate } } } })
    ids.push((await ended(api, id)).id)
  }

  await signInAt(page, server.address, admin)
  await page.goto(`${server.address}/inferenceModel/compare?ws=${workspace.id}&runs=${ids.join(',')}`)
  await expect(page.getByRole('heading', { name: 'Compare 3 runs', level: 1 })).toBeVisible()
  const table = page.getByRole('table', { name: 'Differences' })
  await expect(table.getByRole('row', { name: /^train\.rate/ })).toContainText('0.001')
  await expect(page.getByRole('group', { name: /^accuracy of 3 runs/ })).toBeVisible()
  await expect(page.getByRole('group', { name: 'train.rate against accuracy of 3 runs' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'curve.png' }).getByRole('img')).toHaveCount(3)
  await table
    .getByRole('button', { name: /^Move .* right$/ })
    .first()
    .press('Enter')
  await page.getByRole('switch', { name: 'Only what differs' }).press('Space')
  const headsOf = (of: typeof page) =>
    of.getByRole('table', { name: 'Differences' }).locator('thead th a').allTextContents()
  await expect(page).toHaveURL(new RegExp(`${ids[1]}%2C${ids[0]}%2C${ids[2]}.*only=all`))
  await expectAccessible(page)
  const shown = await headsOf(page)

  const member = { id: 'jonas', password: 'amber-window-lantern-4' }
  const account = await api.post<{ id: string }>('/api/v1/settings/accounts', {
    username: member.id,
    password: member.password,
    display_name: 'Jonas Weber',
    email: 'jonas@aster.example',
    role: 'DEVELOPER',
    must_change_password: false,
  })
  await api.post(`/api/v1/workspaces/${workspace.id}/members`, {
    members: [{ account_id: account.id, role: 'MEMBER' }],
  })
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signInAt(other, server.address, member)
  await other.goto(page.url())
  await expect(other.getByRole('table', { name: 'Differences' })).toBeVisible()
  expect(await headsOf(other)).toEqual(shown)
  await expectAccessible(other)
  await other.context().close()
  expect(faults).toEqual([])
})
